import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnCommand } from "../support/command.ts";
import { hasTool } from "../support/has-tool.ts";
import { PRODUCTION } from "../support/production.ts";
import { askOnce } from "../support/served-build.ts";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { type Answer, CLIENT, FrontProxy, NAME } from "./proxies.ts";

// The site as production runs it: scripts/start.ts, behind the files of deploy/.
const dataDir = mkdtempSync(join(tmpdir(), "goodside-proxied-"));
const env = {
  ...PRODUCTION,
  ...{ HOST: "127.0.0.1", TRUST_PROXY: "1", METRICS_PORT: "off", WEB_WORKERS: "2", DATA_DIR: dataDir },
};
const ADMIN = { email: "rae@goodside.example", password: "Sideline-Staff-9" };
const MB = 1024 * 1024;
let port: number;
let server: RunningServer;
const startSite = () => startServer({ env, dataDir, port });

beforeAll(async () => {
  const name = ["--first-name", "Rae", "--last-name", "Root"];
  const made = spawnCommand("create-admin", ["--email", ADMIN.email, ...name], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...env },
    input: `${ADMIN.password}\n`,
  });
  expect(made.said).toContain("is super_admin now");
  port = await freePort();
  server = await startSite();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(["caddy", "nginx"] as const)("behind %s", (tool) => {
  const isThere = hasTool(tool) && hasTool("openssl");
  describe.skipIf(!isThere)(`where apt-get has installed ${tool} and openssl`, () => {
    let proxy: FrontProxy;
    beforeAll(async () => {
      proxy = new FrontProxy(tool, port, await freePort());
      await proxy.start();
    });
    afterAll(() => proxy?.stop());

    test("a page arrives over TLS, with the site's own HSTS, once", async () => {
      const { status, headers, text } = await proxy.ask("/terms");
      expect(status).toBe(200);
      expect(text).toContain("</html>");
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    });

    test("the site sees the client, whatever addresses the client claims", async () => {
      const path = `/terms?from=${tool}`;
      const { headers } = await proxy.ask(path, {
        headers: {
          "X-Forwarded-For": "203.0.113.9",
          Forwarded: "for=203.0.113.9",
          "X-Real-IP": "203.0.113.9",
        },
      });
      const line = await until(10_000, async () =>
        server.output.split("\n").find((text) => text.includes(String(headers["x-request-id"]))),
      );
      expect(JSON.parse(line)).toMatchObject({ msg: "request", ip: CLIENT });
    });

    test("staff sign in, and the cookie is for https alone", async () => {
      const { status, headers } = await proxy.post("/admin/login", ADMIN);
      expect([status, headers.location]).toEqual([303, "/admin"]);
      const cookies = headers["set-cookie"] ?? [];
      const [session = ""] = cookies;
      expect(session).toMatch(/; HttpOnly; Secure; SameSite=Lax/);
      const page = await proxy.ask("/admin", { headers: { Cookie: session.split(";")[0] ?? "" } });
      expect([page.status, page.headers.location]).not.toEqual([303, "/admin/login"]);
    });

    test("an upload of 50 MB arrives, one of 56 MB is refused", async () => {
      expect((await proxy.upload("/agreements/verify", 50 * MB)).status).toBe(422);
      expect((await proxy.upload("/agreements/verify", 56 * MB)).status).toBe(413);
    });

    test("four documents of 50 MB arrive at their form", async () => {
      // Signed out, so that the site answers without reading them.
      const { status, headers } = await proxy.upload("/verification", 200 * MB - 1);
      expect(status).toBe(302);
      expect(headers.location).toMatch(/^\/club\/login/);
    });

    test("http redirects to https", async () => {
      const answer = await askOnce(proxy.plainPort, "/terms?a=b", { Host: NAME });
      expect([301, 308]).toContain(answer.status);
      expect(answer.headers.get("location")).toBe(`https://${NAME}/terms?a=b`);
    });

    test("a restart of the site", async () => {
      const answers: (Answer | Error)[] = [];
      const asked: Promise<unknown>[] = [];
      const record = (answer: Promise<Answer>) =>
        asked.push(answer.then((one) => answers.push(one)).catch((error: Error) => answers.push(error)));
      // Twenty a second, one in four a form.
      const traffic = setInterval(
        () => record(asked.length % 4 === 0 ? proxy.post("/contact", {}) : proxy.ask("/terms")),
        50,
      );
      await until(10_000, async () => answers.length >= 20 || undefined);
      await server.stop({ keepData: true });
      const down = proxy.ask("/terms");
      server = await startSite();
      const after = answers.length;
      await until(20_000, async () => answers.length >= after + 20 || undefined);
      clearInterval(traffic);
      await Promise.all(asked);
      const failed = answers.filter((one) => one instanceof Error || one.status >= 500);
      if (tool === "caddy") {
        expect(failed).toEqual([]);
        expect((await down).status).toBe(200);
      } else {
        // nginx cannot wait and reports it.
        for (const one of failed) expect(one).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
        expect((await down).text).toContain("go back and try again");
      }
    }, 120_000);
  });
});
