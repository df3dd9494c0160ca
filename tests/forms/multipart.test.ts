import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MultipartProblem, readMultipart } from "#app/forms/multipart.server.ts";

interface Part {
  name: string;
  fileName: string | null;
  bytes: Buffer;
}

/** Reads a body that arrives in chunks of the given size. */
async function partsOf(body: Uint8Array, type: string, chunk: number): Promise<Part[]> {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.slice(at, at + chunk));
      at += chunk;
    },
  });
  const request = new Request("http://goodside.test", {
    method: "POST",
    headers: { "Content-Type": type },
    body: stream,
    duplex: "half",
  } as RequestInit);
  const parts: Part[] = [];
  await readMultipart(request, { maxParts: 100, maxText: 16 * 1024 * 1024 }, ({ name, fileName }) => {
    const part = { name, fileName, bytes: Buffer.alloc(0) };
    parts.push(part);
    return (bytes) => {
      part.bytes = Buffer.concat([part.bytes, bytes]);
    };
  });
  return parts;
}

const encoded = async (form: FormData) => {
  const request = new Request("http://goodside.test", { method: "POST", body: form });
  const type = request.headers.get("Content-Type") ?? "";
  return { type, body: new Uint8Array(await request.arrayBuffer()) };
};

test("a form of another kind is refused, however many fields it has", async () => {
  const body = Buffer.from("x=1&".repeat(15_000));
  for (const type of ["application/x-www-form-urlencoded", "text/plain", ""])
    await expect(partsOf(body, type, 65_536)).rejects.toThrow(MultipartProblem);
});

test("every form that fetch encodes is read back, in chunks of any size", async () => {
  const bytes = fc.array(fc.constantFrom(13, 10, 45, 65, 0, 255), { maxLength: 200 });
  const text = fc.string({ maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(bytes, text, fc.integer({ min: 1, max: 70 }), async (file, typed, chunk) => {
      const form = new FormData();
      form.append("file", new Blob([Uint8Array.from(file)]), 'a "quoted" name.csv');
      form.append("text", typed);
      const { type, body } = await encoded(form);
      const parts = await partsOf(body, type, chunk);
      expect(parts.map(({ name, fileName }) => [name, fileName])).toEqual([
        ["file", 'a "quoted" name.csv'],
        ["text", null],
      ]);
      expect([...(parts[0]?.bytes ?? [])]).toEqual(file);
      expect(parts[1]?.bytes.toString()).toBe(typed.replace(/\r\n|\r|\n/g, "\r\n"));
    }),
  );
});

describe("what no browser sends", () => {
  const part = (head: string) => `--x\r\n${head}\r\n\r\nvalue\r\n`;
  const named = part('Content-Disposition: form-data; name="a"');
  test.each([
    ["never ends", named, "broken"],
    ["has no boundary in it", "nonsense", "broken"],
    ["ends inside a header", "--x\r\nContent-Disp", "broken"],
    ["has a hundred and one parts", `${named.repeat(101)}--x--`, "too-large"],
    ["has a header of 20 kB", part(`X: ${"a".repeat(20_000)}`), "broken"],
  ] as const)("a body that %s is refused", async (_, body, problem) => {
    const reading = partsOf(Buffer.from(body), "multipart/form-data; boundary=x", 1000);
    await expect(reading).rejects.toEqual(new MultipartProblem(problem));
  });

  test("parts without a header or a name are skipped", async () => {
    const body = `${part("")}${part("Content-Disposition: form-data")}${named}--x--`;
    const parts = await partsOf(Buffer.from(body), 'multipart/form-data; boundary="x"', 7);
    expect(parts.map(({ name }) => name)).toEqual(["a"]);
  });
});
