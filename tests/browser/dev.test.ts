import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { freePort, until } from "../support/server.ts";

// `npm run dev` on a copy of the sources, so that no edit ever reaches the checkout.
const root = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "app",
  "migrations",
  "public",
  "sandbox",
  "scripts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
];
const STARTS_WITHIN_MS = 120_000;
/** A developer sees it within a second; a machine that runs other tests needs more. */
const SEEN_WITHIN_MS = 10_000;
/** Far below the time that loading the app takes. */
const FIRST_PAGE_WITHIN_MS = 3_000;

let copy: string;
let child: ChildProcess;
let output = "";
let url: string;
let port: number;
/** Status, or error, of the page requested as soon as the address was printed. */
let firstPage: number | string;

beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), "goodside-dev-")));
  for (const source of SOURCES)
    cpSync(join(root, source), join(copy, source), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  child = spawn("npm", ["run", "dev"], {
    cwd: copy,
    env: {
      PATH,
      HOME,
      NODE_ENV: "development",
      PORT: String(port),
      HOST: "0.0.0.0",
      METRICS_PORT: "off",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  await until(STARTS_WITHIN_MS, async () => {
    if (child.exitCode !== null) throw new Error(`npm run dev did not start:\n${output}`);
    return output.includes(`serves ${url}`) || undefined;
  });
  firstPage = await fetch(url, { signal: AbortSignal.timeout(FIRST_PAGE_WITHIN_MS) }).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
}, STARTS_WITHIN_MS);

afterAll(async () => {
  if (child.pid && child.exitCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGTERM");
    await ended;
  }
  rmSync(copy, { recursive: true, force: true });
}, 30_000);

const text = async (path: string) => (await fetch(url + path, { headers: { Accept: "text/html" } })).text();

/** Replaces a text in a file of the copy until the test ends. @returns a function that undoes it sooner. */
function edit(file: string, from: string, to: string): () => void {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(from);
  writeFileSync(path, before.replaceAll(from, to));
  const undo = () => writeFileSync(path, before);
  onTestFinished(undo);
  return undo;
}

const seen = (look: () => Promise<boolean>) => until(SEEN_WITHIN_MS, async () => (await look()) || undefined);

describe("npm run dev", () => {
  test("prints the address and how to sign in", () => {
    expect(output).toContain(`serves ${url}`);
    expect(output).toMatch(/coach@demo\.example +Sideline-Demo-2/);
  });

  test("prints the address once pages answer", () => {
    expect(output.indexOf("Loading the app")).toBeGreaterThan(-1);
    expect(output.indexOf("Loading the app")).toBeLessThan(output.indexOf(`serves ${url}`));
    expect(firstPage).toBe(200);
  });

  test("listens on this machine only, whatever HOST says", async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside)
      await expect(fetch(`http://${address}:${port}/healthz`), address).rejects.toThrow();
  });

  test("serves neither databases nor settings as files", async () => {
    for (const path of ["/data/control.sqlite", "/package.json", "/.env", `/@fs${copy}/data/control.sqlite`])
      expect([403, 404], path).toContain((await fetch(url + path)).status);
  });

  test("redirects a guarded page to sign-in and refuses a cross-site post", async () => {
    expect((await fetch(`${url}/dashboard`, { redirect: "manual" })).status).toBe(302);
    const headers = { Origin: "https://evil.example" };
    expect((await fetch(`${url}/club/login`, { method: "POST", headers })).status).toBe(403);
  });

  test("a changed page shows at the next request", async () => {
    const undo = edit("app/routes/site/terms.tsx", "Terms of Service", "Changed Terms");
    await seen(async () => (await text("/terms")).includes("Changed Terms"));
    undo();
    await seen(async () => !(await text("/terms")).includes("Changed Terms"));
  });

  test("an open page reloads itself, under the same content security policy", async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ baseURL: url });
      const refused: string[] = [];
      page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
      await page.goto("/club/login");
      await page.getByLabel("Club code or email").fill("DEMO1");
      await page.getByLabel("Password", { exact: true }).fill("Sideline-Demo-1");
      await page.getByRole("button", { name: "Sign In" }).click();
      await page.waitForURL("**/dashboard", { waitUntil: "networkidle" });
      expect(await page.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0);
      expect(refused).toEqual([]);
      edit("app/config/brand.ts", '"Goodside"', '"Changed"');
      await page.waitForFunction(() => document.title.endsWith("Changed"));
    } finally {
      await browser.close();
    }
  });

  test("a changed stylesheet shows inlined and as the linked file", async () => {
    edit("app/styles/tokens.css", "--radius: ", "--changed: 1; --radius: ");
    await seen(async () => (await text("/terms")).includes("--changed: 1"));
    const answer = await fetch(`${url}/app/styles/index.css?direct`, { headers: { Accept: "text/css" } });
    expect(await answer.text()).toContain("--changed: 1");
  });

  test("a changed rule shows and leaves no stale database handles open", async () => {
    const cookie = await signIn();
    const page = async () => (await fetch(`${url}/dashboard`, { headers: { Cookie: cookie } })).text();
    expect(await page()).toContain("</html>");
    const before = openDatabases();
    expect(before.length).toBeGreaterThan(2);
    for (let round = 1; round <= 3; round += 1) {
      // Everything that opens a database imports this file.
      const mark = `X-Round-${round}`;
      edit("app/db/engine.server.ts", "import ", `/* ${mark} */ import `);
      const undo = edit("app/server/request-context.ts", '"X-Request-Id"', `"${mark}"`);
      await seen(async () => (await fetch(url)).headers.has(mark));
      undo();
      expect(await page()).toContain("</html>");
    }
    await seen(async () => openDatabases().length <= before.length);
  });

  test("the jobs process runs changed code", async () => {
    edit("app/jobs/housekeeping.server.ts", "import ", "console.error('changed jobs');\nimport ");
    await seen(async () => output.includes("changed jobs"));
  });

  test("a route whose page does not exist yet answers once the page is written", async () => {
    const page = join(copy, "app/routes/site/early.tsx");
    onTestFinished(() => rmSync(page, { force: true }));
    edit(
      "app/routes.ts",
      '"/terms": page(',
      '"/early": page("site/early.tsx", "anybody"),\n  "/terms": page(',
    );
    await seen(async () => (await fetch(`${url}/terms`)).status === 500);
    expect(await text("/early")).toContain("early.tsx");
    writeFileSync(page, "export default function Early() {\n  return <p>Here at last</p>;\n}\n");
    await seen(async () => (await text("/early")).includes("Here at last"));
    expect((await fetch(`${url}/terms`)).status).toBe(200);
  });

  test("an import whose file does not exist yet works once the file is written", async () => {
    for (const from of ["./early.ts", "#app/routes/site/early.ts"]) {
      const file = join(copy, "app/routes/site/early.ts");
      onTestFinished(() => rmSync(file, { force: true }));
      const undo = edit("app/routes/site/terms.tsx", '"Terms of Service"', "early");
      const path = join(copy, "app/routes/site/terms.tsx");
      writeFileSync(path, `import { early } from "${from}";\n${readFileSync(path, "utf8")}`);
      await seen(async () => (await fetch(`${url}/privacy`)).status === 500);
      writeFileSync(file, 'export const early = "Here at last";\n');
      await seen(async () => (await text("/terms")).includes("Here at last"));
      undo();
      rmSync(file);
      await seen(async () => (await text("/terms")).includes("Terms of Service"));
    }
  });

  test("an edit while the app loads is not missed", async () => {
    const file = "app/server/request-context.ts";
    for (let round = 1; round <= 5; round += 1) {
      const undo = edit(file, "import ", `const oops${round} = (;\nimport `);
      await seen(async () => (await fetch(`${url}/privacy`)).status === 500);
      undo();
      const fixed = edit(file, "import ", `/* ${round} */ import `);
      const loading = text("/privacy");
      await new Promise((resolve) => setTimeout(resolve, 20 * round));
      fixed();
      await loading;
      await seen(async () => (await fetch(`${url}/privacy`)).status === 200);
    }
  });

  test("an error of a page is printed with its stack in lines of its own", async () => {
    edit(
      "app/routes/site/tour/index.tsx",
      "export const meta",
      'export const loader = () => explode();\nfunction explode(): null {\n  throw new Error("Boom", { cause: new Error("Spark") });\n}\nexport const meta',
    );
    await seen(async () => (await fetch(`${url}/tour`)).status === 500);
    await seen(async () => /^Error: Boom\n +at .*tour\/index\.tsx/m.test(output));
    expect(output).toMatch(/^Caused by: Error: Spark\n/m);
  });

  test("a syntax error shows its location and disappears once fixed", async () => {
    const undo = edit("app/routes/site/privacy.tsx", "export ", "const oops = (;\nexport ");
    await seen(async () => (await text("/privacy")).includes("privacy.tsx:"));
    undo();
    await seen(async () => (await fetch(`${url}/privacy`)).status === 200);
  });
});

async function signIn(): Promise<string> {
  const answer = await fetch(`${url}/club/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ identifier: "DEMO1", password: "Sideline-Demo-1" }),
  });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** The database files that the web process has open. */
function openDatabases(): string[] {
  const web = readdirSync("/proc").find((pid) => /^\d+$/.test(pid) && isWeb(pid));
  return readdirSync(`/proc/${web}/fd`)
    .map((fd) => readlinkSync(`/proc/${web}/fd/${fd}`))
    .filter((path) => path.endsWith(".sqlite"));
}

function isWeb(pid: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.includes("scripts/dev/serve.ts") && readlinkSync(`/proc/${pid}/cwd`) === copy;
  } catch {
    // The process has ended in between.
    return false;
  }
}
