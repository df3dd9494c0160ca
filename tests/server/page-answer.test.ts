import { createRequestHandler, json, redirect, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { answerWith } from "#app/server/page-answer.ts";
import { refuseChanged } from "#tests/support/plain-data.ts";

const noted: string[] = [];
const cookie = (value: string) => ({ "Set-Cookie": value });

function failing(): never {
  throw new Error("secret of the database");
}

/** A page for each thing that can happen; its markup is what it would be drawn from. */
const pages: Record<string, object> = {
  plain: { loader: () => ({ teams: ["Hawks"], none: null }) },
  headed: { loader: () => json({ shown: true }, { status: 202, headers: cookie("page=1") }) },
  moved: { loader: () => redirect("/plain", { headers: cookie("moved=1") }) },
  missing: {
    loader: () => {
      throw new Response("No such team", { status: 404, headers: cookie("gone=1") });
    },
  },
  broken: { loader: failing },
  empty: { loader: () => undefined },
  undrawn: { loader: () => ({ undrawn: true }) },
  "never-drawn": { loader: () => ({ neverDrawn: true }) },
  silent: {},
  form: {
    loader: () => ({ form: true }),
    action: async ({ request }: { request: Request }) => {
      const typed = Object.fromEntries(new URLSearchParams(await request.text()));
      if (typed.name === "") return json({ typed, problem: "Enter a name." }, { status: 422 });
      if (typed.name === "thrown") throw new Response("Not yours", { status: 403 });
      return redirect("/plain", { status: 303, headers: cookie("saved=1") });
    },
  },
  "file.csv": {
    default: undefined,
    loader: () => new Response("a,b", { headers: { "Content-Type": "text/csv" } }),
  },
  "gone.csv": {
    default: undefined,
    loader: () => {
      throw new Response("No such file", { status: 404, headers: cookie("gone=1") });
    },
  },
  "broken.csv": { default: undefined, loader: failing },
  webhook: {
    default: undefined,
    action: async ({ request }: { request: Request }) => new Response(await request.text(), { status: 202 }),
  },
};

const build = {
  assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "" },
  future: { v3_relativeSplatPath: true, v3_throwAbortReason: true },
  isSpaMode: false,
  publicPath: "/",
  routes: {
    root: {
      id: "root",
      path: "",
      module: { default: () => null, loader: () => json({ root: true }, { headers: cookie("flash=") }) },
    },
    layout: {
      id: "layout",
      parentId: "root",
      module: { default: () => null, loader: () => ({ club: "Lakeside" }) },
    },
    ...Object.fromEntries(
      Object.entries(pages).map(([path, module]) => [
        path,
        { id: path, parentId: "layout", path, module: { default: () => null, ...module } },
      ]),
    ),
  },
  entry: {
    module: {
      handleError: (error: unknown) => noted.push(String((error as { message?: string }).message ?? error)),
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        { staticHandlerContext: { loaderData, actionData, errors } }: { staticHandlerContext: Drawn },
      ) => {
        const text = JSON.stringify({ loaderData, actionData, errors }, (_, value) =>
          value instanceof Error ? { message: value.message } : value,
        );
        if (text.includes("neverDrawn") || (text.includes("undrawn") && !errors))
          throw new Error("a component failed");
        return new Response(text, { status, headers });
      },
    },
  },
} as unknown as ServerBuild;

interface Drawn {
  loaderData: object;
  actionData: object | null;
  errors: object | null;
}

const own = answerWith(build);
const remix = createRequestHandler(build, "production");

async function answers(handle: typeof own, path: string, init?: RequestInit) {
  noted.length = 0;
  const response = await handle(new Request(`http://goodside.test${path}`, init), {});
  return {
    status: response.status,
    // Remix's own headers are for browsers that hydrate.
    headers: [...response.headers]
      .filter(([name]) => !name.startsWith("x-remix-"))
      .map((header) => header.join(": "))
      .sort(),
    body: await response.text(),
    noted: [...noted],
  };
}

const post = (body: string): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body,
});

test.each<[what: string, path: string, init?: RequestInit]>([
  ["a page", "/plain"],
  ["a page, its headers alone", "/plain", { method: "HEAD" }],
  ["a page with a status and a cookie", "/headed"],
  ["a redirect", "/moved"],
  ["something that is not there", "/missing"],
  ["an unexpected error, whose words no page has", "/broken"],
  ["a loader that returns nothing", "/empty"],
  ["a page that cannot be drawn", "/undrawn"],
  ["a page whose error cannot be drawn either", "/never-drawn"],
  ["a page without a loader", "/silent"],
  ["an address that nothing answers", "/nowhere"],
  ["a form that was saved", "/form", post("name=Hawks")],
  ["a form that was refused", "/form", post("name=")],
  ["a form that is somebody else's", "/form", post("name=thrown")],
  ["a form that a page does not have", "/plain", post("name=Hawks")],
  ["a file", "/file.csv"],
  ["a file, its headers alone", "/file.csv", { method: "HEAD" }],
  ["a file that is not there", "/gone.csv"],
  ["a file that cannot be made", "/broken.csv"],
  ["an event", "/webhook", post("event=1")],
  ["a single loader's data", "/plain?_data=plain"],
])("%s is answered as Remix answers it", async (_, path, init) => {
  const expected = await answers(remix, path, init);
  expect(await answers(own, path, init)).toEqual(expected);
});

test.each(["/webhook", "/file.csv"])("what %s does not take is refused in plain words", async (path) => {
  const init = path === "/webhook" ? undefined : post("name=Hawks");
  const { status } = await answers(remix, path, init);
  expect(await answers(own, path, init)).toMatchObject({
    status,
    body: expect.stringMatching(/^[A-Z][a-z]+( [A-Z][a-z]+)+$/),
  });
});

test("an unexpected error is noted with its words, and drawn without them", async () => {
  const { body, noted: said } = await answers(own, "/broken");
  expect(body).toContain("Unexpected Server Error");
  expect(body).not.toContain("secret");
  expect(said).toEqual(["secret of the database"]);
});

test("a loader gets the request itself, and a component the loader's own data", async () => {
  const data = { teams: ["Hawks"] };
  const got: unknown[] = [];
  const one = {
    ...build,
    routes: {
      root: { id: "root", path: "", module: { default: () => null } },
      page: {
        id: "page",
        parentId: "root",
        path: "page",
        module: {
          default: () => null,
          loader: ({ request }: { request: Request }) => {
            got.push(request);
            return data;
          },
        },
      },
    },
    entry: {
      module: {
        default: (...[, , , drawn]: unknown[]) => {
          got.push(
            (drawn as { staticHandlerContext: { loaderData: object } }).staticHandlerContext.loaderData,
          );
          return new Response("");
        },
      },
    },
  } as unknown as ServerBuild;
  const request = new Request("http://goodside.test/page");
  await answerWith(one)(request, {});
  expect(got[0]).toBe(request);
  expect((got[1] as { page: unknown }).page).toBe(data);
});

test.each([
  [{ at: new Date(0) }, /at \[object Date\]/],
  [{ rows: [new Map()] }, /rows \[0\] \[object Map\]/],
  [{ mean: Number.NaN }, /mean/],
  [[undefined], /\[0\]/],
  [{ count: 1n }, /count/],
])("what JSON would change is refused: %o", (data, why) => {
  expect(() => refuseChanged(data, "It returned")).toThrow(why);
});

test("plain data is not refused", () => {
  expect(() => refuseChanged({ a: [1, "b", true, null, { c: undefined }] }, "It returned")).not.toThrow();
});
