import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sharedBrowser } from "../support/demo.ts";
import { copy, edit, output, seen, text, url } from "./dev-server.ts";

const browser = await sharedBrowser();

describe("npm run dev", () => {
  test("an open page reloads itself, under the same content security policy", async () => {
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
    await page.context().close();
  });

  test("a changed stylesheet shows inlined and as the linked file", async () => {
    edit("app/styles/tokens.css", "--radius: ", "--changed: 1; --radius: ");
    await seen(async () => (await text("/terms")).includes("--changed: 1"));
    const answer = await fetch(`${url}/app/styles/index.css`, { headers: { Accept: "text/css" } });
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
      "app/config/address-table.ts",
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

  test("an error of a page is printed with its stack on separate lines", async () => {
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

/** Lists the database files that the web process has open. */
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
