import { randomBytes } from "node:crypto";
import { deflateRawSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keptFiles } from "../support/kept-files.ts";
import { openWorld } from "../support/world.ts";
import { type Baseline, takeBaseline } from "./baseline.ts";
import { forgetRefusals } from "./canaries.ts";
import { formulaProblems, markupProblems } from "./judge.ts";
import { MARK } from "./page.ts";
import { Served, statusesOf } from "./served.ts";

/** `npm run fuzz -- --large` adds files of 50 MB. */
const LARGE = Boolean(process.env.HOSTILE_LARGE);
const MB = 1024 * 1024;
/**
 * Most memory of one web process; it starts at about 150 MB. Eight files of 10 MB and their copies may wait for the
 * garbage collector: mostly 250 to 320 MB in all, 480 if it came late.
 */
const MOST_MEMORY_MB = LARGE ? 900 : 600;
/** Longest stall of the event loop. The best of three tries counts, as another process may have had the core. */
const LONGEST_STALL_MS = 500;
const PATIENCE_MS = LARGE ? 600_000 : 60_000;

const world = await openWorld();
let served: Served;
let cookie: string;
let hawks: string;
let baseline: Baseline;
beforeAll(async () => {
  const lakeside = await world.club("Lakeside");
  hawks = await world.team(lakeside, "Hawks");
  cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  served = await Served.start(world.dataDir);
  await forgetRefusals(world);
  baseline = await takeBaseline(world.dataDir);
}, 90_000);
afterAll(async () => {
  process.stdout.write(
    `${JSON.stringify({ uploads, peakMB: Math.round(served.peakMB), longestStallMs: Math.round(longest) })}\n`,
  );
  await served.stop();
  await baseline.close();
  await world.close();
});

const arrived = async () => (await keptFiles(world.dataDir)).names("incoming");

let uploads = 0;
let longest = 0;

interface Sent {
  status: number;
  location: string | null;
  html: string;
}

const BOUNDARY = "----hostile7MA4YWxkTrZu0gW";
const post = async (body: BodyInit, headers: Record<string, string> = {}): Promise<Sent> => {
  uploads += 1;
  const answer = await fetch(`${served.url}/schedule/import`, {
    method: "POST",
    redirect: "manual",
    headers: {
      Cookie: cookie,
      Origin: served.url,
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
    body,
  });
  return {
    status: answer.status,
    location: answer.headers.get("Location"),
    html: await answer.text(),
  };
};

/** Builds a form as a browser sends a file. */
const upload = (file: Uint8Array | string, name = "games.csv") =>
  post(
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
      ),
      Buffer.from(file),
      Buffer.from(
        `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="team"\r\n\r\n${hawks}\r\n--${BOUNDARY}--\r\n`,
      ),
    ]),
  );

const page = async (path: string) => (await fetch(served.url + path, { headers: { Cookie: cookie } })).text();

/** Runs `work` while another client keeps reading a page, which must succeed. */
async function whileOthersRead<Result>(work: () => Promise<Result>): Promise<Result> {
  let done = false;
  const reading = (async () => {
    for (let asked = 0; !done || asked === 0; asked += 1) {
      expect((await fetch(`${served.url}/terms`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  try {
    return await work();
  } finally {
    done = true;
    await reading;
  }
}

/** Checks that a refusal explains itself on the page and changes nothing. */
async function expectRefused({ status, html }: Sent, words: RegExp, statuses = [422]): Promise<void> {
  expect(statuses).toContain(status);
  expect(html).toMatch(words);
  expect(markupProblems(html)).toEqual([]);
  expect(await baseline.differences()).toEqual([]);
}

const HEAD = "date,time,opponent,location,home_away\n";
const ROW = "2027-03-06,09:00,Café Lions,Field 2,home\n";
const windows1252 = (text: string) => Buffer.from(text, "latin1");
const NOT_CSV = /Please select a valid CSV file/;
const NO_ROWS = /must have a header row and at least one data row/;

describe("a spreadsheet's CSV is read in every variant", () => {
  const text = HEAD + ROW + ROW.replace("Café Lions", '"Owls, ""the"" best"');
  test.each<[string, Uint8Array | string]>([
    ["with a byte order mark", `\uFEFF${text}`],
    ["with CRLF", text.replaceAll("\n", "\r\n")],
    ["with CR", text.replaceAll("\n", "\r")],
    ["with all three line ends", text.replace("\n", "\r").replace("home\n", "home\r\n")],
    ["with semicolons", text.replaceAll(",", ";").replace("Owls; ", "Owls, ")],
    ["with tabs", text.replaceAll(",", "\t").replace("Owls\t ", "Owls, ")],
    ["in Windows-1252", windows1252(text)],
    ["without a final line end", text.trimEnd()],
    ["with 16,384 columns, nearly all empty", text.replaceAll("\n", `${",".repeat(16_379)}\n`)],
    ["with a title above its header", `Schedule of ${MARK}\n\n${text}`],
  ])("a CSV %s is read", async (_, file) => {
    const sent = await upload(file);
    expect(sent.status).toBe(303);
    const preview = await page(sent.location ?? "");
    expect(preview).toContain("Café Lions");
    expect(preview).toContain("Owls, &quot;the&quot; best");
    await baseline.restore();
  });
});

describe("a file that is no schedule is refused with a message and changes nothing", () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), randomBytes(5_000)]);
  const zip = Buffer.concat([Buffer.from("PK\u0003\u0004"), deflateRawSync(randomBytes(5_000))]);
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");
  test.each<[string, Uint8Array | string, RegExp]>([
    ["empty", "", NO_ROWS],
    ["of blank lines", "\r\n \r\n,,,\r\n", NO_ROWS],
    ["only a byte order mark", "\uFEFF", NO_ROWS],
    ["only a header", HEAD, NO_ROWS],
    ["without the needed columns", "name,colour\nHawks,red\n", /must include &quot;Date&quot;/],
    ["of markup for columns", `<${MARK}>,</form>\n1,2\n`, /must include &quot;Date&quot;/],
    [
      "with a quotation mark that is not closed",
      `${HEAD}2027-03-06,09:00,"Lions\n${ROW}`,
      /line 2.*never closed/,
    ],
    ["a picture", png, /this is a picture/],
    ["a zip file", zip, /This workbook cannot be read/],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), /an old workbook/],
    ["a PDF file", "%PDF-1.7\n%\u0001\u0002\u0003\u0004\0", /this is a PDF file/],
    ["only a header in UTF-16", utf16(HEAD), NO_ROWS],
    ["only a header in big-endian UTF-16", utf16(HEAD).swap16(), NO_ROWS],
    ["of a schedule with NUL in its last cell", `${HEAD}${ROW.trimEnd()}\0`, NOT_CSV],
    ["of random bytes", randomBytes(20_000), NOT_CSV],
    ["compressed", gzipSync(HEAD + ROW), NOT_CSV],
    ["with 300 columns", `${HEAD.trimEnd()},${"x,".repeat(300)}x\n${ROW}`, /more than 256 columns/],
  ])("a file that is no schedule is refused: %s", async (_, file, words) => {
    await expectRefused(await upload(file), words);
  });

  test(
    "random bytes, or a corrupted real file, are refused with a message and change nothing",
    async () => {
      const whole = Buffer.from(HEAD + ROW.repeat(20));
      const hurt = fc
        .array(fc.tuple(fc.nat(), fc.constantFrom('"', "\0", "\r", "\n", ";", "\t", "=", "\xff", "")), {
          minLength: 1,
          maxLength: 12,
        })
        .map((wounds) => {
          let text = whole.toString("latin1");
          for (const [where, put] of wounds) {
            const at = where % text.length;
            text = text.slice(0, at) + put + text.slice(at + 1);
          }
          return Buffer.from(text, "latin1");
        });
      await fc.assert(
        fc.asyncProperty(fc.oneof(hurt, fc.uint8Array({ maxLength: 3_000 })), async (file) => {
          const sent = await upload(file);
          expect([303, 422]).toContain(sent.status);
          if (sent.status === 422) expect(await baseline.differences()).toEqual([]);
          else expect(await page(sent.location ?? "")).toContain("<main");
          await baseline.restore();
        }),
        { numRuns: LARGE ? 2_000 : 60 },
      );
    },
    PATIENCE_MS,
  );
});

describe("an oversized file", () => {
  const long = (start: string, unit: string, bytes: number) =>
    start + unit.repeat(bytes / Buffer.byteLength(unit));
  const schedule = (rows: number) =>
    HEAD + Array.from({ length: rows }, (_, index) => ROW.replace("Café", `Team ${index}`)).join("");
  const cases: [string, () => string, RegExp][] = [
    ["of one line of 10 MB", () => long(HEAD, "abcdefgh ", 10 * MB), /line 2 never seems to end/],
    ["of 10 MB of commas", () => long(HEAD, ",", 10 * MB), /line 2 never seems to end/],
    ["of 10 MB of quotation marks", () => long(HEAD, '"', 10 * MB), /line 2/],
    ["of 10 MB in an open quotation", () => long(`${HEAD}"`, "a,b\n", 10 * MB), /line 2 never seems to end/],
    ["of 100,000 columns", () => `${HEAD}${long("", "x,", 200_000)}\n`, /more than 256 columns/],
    [
      "of a cell of 1 MB",
      () => `${HEAD}${ROW.replace("Field 2", long("", "f", MB))}`,
      /line 2 never seems to end/,
    ],
    ["of ten million line ends", () => long(HEAD, "\n", 10 * MB), /more than 100,000 rows/],
    ["of 101,000 rows", () => schedule(101_000), /more than 100,000 rows/],
  ];
  const larger: typeof cases = [
    ["of 50 MB of rows", () => long(HEAD, ROW, 50 * MB - 200), /more than 100,000 rows/],
    ["of one line of 50 MB", () => long(HEAD, "a", 50 * MB - 200), /line 2 never seems to end/],
    ["of 50 MB of commas", () => long(HEAD, ",", 50 * MB - 200), /line 2 never seems to end/],
    [
      "of 50 MB of tiny cells",
      () => long(HEAD, `${"ab,".repeat(250)}c\n`, 49 * MB),
      /more than 5,000,000 cells/,
    ],
    ["of 51 MB", () => long(HEAD, ROW, 51 * MB), /larger than 50 MB|At most 50 MB/],
  ];
  test.each(LARGE ? [...cases, ...larger] : cases)(
    "a file %s is refused without delaying other requests",
    async (_, make, words) => {
      const file = Buffer.from(make());
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < 3 && best > LONGEST_STALL_MS; tries += 1) {
        await served.longestStall();
        const sent = await whileOthersRead(() => upload(file));
        best = Math.min(best, await served.longestStall());
        await expectRefused(sent, words, [413, 422]);
      }
      longest = Math.max(longest, best);
      expect(best).toBeLessThan(LONGEST_STALL_MS);
    },
    PATIENCE_MS,
  );

  test("an oversized file never fills the process's memory", () => {
    expect(served.peakMB).toBeLessThan(MOST_MEMORY_MB);
  });
});

describe("an upload that is malformed", () => {
  const part = (head: string, body = "x") => `--${BOUNDARY}\r\n${head}\r\n\r\n${body}\r\n`;
  const field = (name: string, more = "") => `Content-Disposition: form-data; name="${name}"${more}`;
  const end = `--${BOUNDARY}--\r\n`;
  const whole = part(field("file", '; filename="games.csv"'), HEAD + ROW);
  test.each<[string, string, number[]]>([
    ["never ends", whole, [422]],
    ["ends inside a header", `--${BOUNDARY}\r\nContent-Disp`, [422]],
    ["has nothing but its end", end, [422]],
    ["has five files", whole.repeat(5) + end, [413]],
    ["has two hundred parts", part(field("pasted")).repeat(200) + end, [413]],
    ["has a header of 1 MB", part(`${field("file")}\r\nX: ${"a".repeat(MB)}`) + end, [413, 422]],
    ["has a part without a header", part("", HEAD) + end, [422]],
    ["has a part without a name", part("Content-Disposition: form-data", HEAD) + end, [422]],
    ["has a file where text should be", part(field("pasted", '; filename="a"'), HEAD + ROW) + end, [422]],
    ["has text where a file should be", part(field("file"), HEAD + ROW) + end, [422]],
    ["has prototypes for fields", part(field("__proto__")) + part(field("constructor")) + end, [422]],
    [
      "says base64",
      part(`${field("file", '; filename="a"')}\r\nContent-Transfer-Encoding: base64`, "AAAA") + end,
      [422],
    ],
  ])("an upload that %s is refused", async (_, body, statuses) => {
    await expectRefused(await post(body), /<main/, statuses);
  });

  test("an upload for an unknown team imports nothing", async () => {
    const sent = await post(whole + part(field("team"), "../../x") + end);
    expect(sent.status).toBe(303);
    expect(await page(sent.location ?? "")).not.toContain("Import 1 Game");
    await baseline.restore();
  });

  test("an upload answered early does not block the connection's next request", async () => {
    const host = `Host: 127.0.0.1:${served.port}\r\n`;
    const body = part(`${field("file")}\r\nX: ${"a".repeat(MB)}`, "x".repeat(4 * MB)) + end;
    const heard = await served.say(
      `POST /schedule/import HTTP/1.1\r\n${host}Cookie: ${cookie}\r\nOrigin: ${served.url}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n${body}` +
        `GET /terms HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
      { silenceMs: 8_000 },
    );
    expect(statusesOf(heard)).toEqual([422, 200]);
  });

  test.each([
    "../../../../etc/passwd.csv",
    `<${MARK}>.csv`,
    `%22%0d%0aX-${MARK}: 1.csv`,
    "CON",
    `${"a".repeat(5_000)}.csv`,
    "\u202evsc.exe",
  ])("an upload with the file name '%s' is harmless", async (name) => {
    const sent = await upload(HEAD + ROW, name);
    expect(sent.status).toBe(303);
    for (const path of [sent.location ?? "", "/schedule"])
      expect(markupProblems(await page(path))).toEqual([]);
    await baseline.restore();
  });

  test("an upload that breaks off midway changes nothing", async () => {
    const kept = await arrived();
    const cut = new AbortController();
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(whole.slice(0, -40)));
        setTimeout(() => cut.abort(), 100);
      },
    });
    const sent = fetch(`${served.url}/schedule/import`, {
      method: "POST",
      headers: {
        Cookie: cookie,
        Origin: served.url,
        "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body: slow,
      duplex: "half",
      signal: cut.signal,
    } as RequestInit);
    await expect(sent).rejects.toThrow();
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    await expect.poll(() => baseline.differences(), { timeout: 5_000 }).toEqual([]);
    expect(served.output).not.toContain("unexpected error");
    expect(await arrived()).toEqual(kept);
  });
});

test("a formula in a file is text on every page and neutralized in every download", async () => {
  const formulas = [
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(1)",
    `=HYPERLINK("http://${MARK}.example";"a")`,
    "\t=1",
    "=cmd|' /C calc'!A0",
  ];
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = formulas.map(
    (formula) => `not a date,${quoted(formula)},${quoted(formula)},${quoted(formula)},${quoted(formula)}`,
  );
  const sent = await upload(`${HEAD.trimEnd()}\n${rows.join("\n")}\n${ROW}`);
  expect(sent.status).toBe(303);
  expect(markupProblems(await page(sent.location ?? ""))).toEqual([]);
  const problems = await page(`${sent.location}/problems.csv`);
  expect(problems).toContain("not a date");
  expect(problems.split("\r\n").length).toBeGreaterThan(formulas.length);
  expect(formulaProblems(problems)).toEqual([]);
  await baseline.restore();
});
