import { rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { allEnded, copy, edit, output, port, seen, text, url } from "./dev-server.ts";

describe("npm run dev", () => {
  test("npm run dev prints the address and how to sign in", () => {
    expect(output).toContain(`serves ${url}`);
    expect(output).toMatch(/coach@demo\.example +Sideline-Demo-2/);
  });

  test("npm run dev prints the address once pages answer", async () => {
    expect(output.indexOf("Loading the app")).toBeLessThan(output.indexOf(`serves ${url}`));
    expect((await fetch(url)).status).toBe(200);
    expect(output.match(/Loading the app/g)).toHaveLength(1);
  });

  test("npm run dev listens on this machine only, whatever HOST says", async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const { address } of outside)
      await expect(fetch(`http://${address}:${port}/healthz`), address).rejects.toThrow();
  });

  test("npm run dev serves neither databases nor settings as files", async () => {
    for (const path of ["/data/control.sqlite", "/package.json", "/.env", `/@fs${copy}/data/control.sqlite`])
      expect([403, 404], path).toContain((await fetch(url + path)).status);
  });

  test("npm run dev redirects a guarded page to sign-in and refuses a cross-site post", async () => {
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

  test("npm run dev ends when its folder is deleted, instead of starting processes that cannot load", async () => {
    rmSync(copy, { recursive: true, force: true });
    await allEnded();
  });
});
