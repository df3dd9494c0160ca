import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import { afterAll, afterEach, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { clockFile } from "#app/runtime/clock.server.ts";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } from "../../sandbox/demo-people.ts";
import { startSandbox } from "../../sandbox/index.ts";
import { ORDER, openSandbox } from "./fixture.ts";

const fixture = await openSandbox();
afterAll(() => fixture.close());
afterEach(() => {
  process.env.APP_MODE = "test";
});

test("production refuses the stubs", async () => {
  process.env.APP_MODE = "production";
  await expect(
    startSandbox({
      port: 0,
      appUrl: "https://goodside.example",
      dataDir: fixture.dataDir,
      webhookSecret: "x",
    }),
  ).rejects.toThrow(/not for production/);
});

test("'Try it as …' posts the demo's names and passwords to the app's own sign-in", async () => {
  const page = await (await fixture.page("/sandbox")).text();
  expect(page.match(/<form method="post" action="\/club\/login">/g)).toHaveLength(3);
  for (const [identifier, password] of [
    [DEMO_CLUB.code, DEMO_CLUB.password],
    [DEMO_COACH.email, DEMO_COACH.password],
    [DEMO_MANAGER.email, DEMO_MANAGER.password],
  ]) {
    expect(page).toContain(
      `<input type="hidden" name="identifier" value="${identifier}"/><input type="hidden" name="password" value="${password}"/>`,
    );
  }
});

test("every page is marked as sandbox, has no script and is valid HTML", async () => {
  const { id } = await fixture.stripe().checkout.sessions.create(ORDER);
  const validator = new HtmlValidate({
    extends: ["html-validate:standard", "html-validate:a11y"],
    rules: {
      "void-style": "off",
      "doctype-style": "off",
      "no-trailing-whitespace": "off",
      "long-title": "off",
    },
  });
  for (const path of [
    "/sandbox",
    "/sandbox/mail",
    "/sandbox/bank-payments",
    "/sandbox/webhooks",
    "/sandbox/clock",
    `/sandbox/checkout/${id}`,
    `/sandbox/checkout/${id}?method=us_bank_account`,
    `/sandbox/checkout/${id}?card=4000000000000002`,
    "/sandbox/mail/templates",
    "/sandbox/mail/templates/weekly-report",
    "/sandbox/nowhere",
  ]) {
    const answer = await fixture.page(path);
    const html = await answer.text();
    expect(html, path).toContain("Sandbox:");
    expect(html, path).not.toMatch(/<script|style="/);
    expect(answer.headers.get("content-security-policy"), path).toContain("default-src 'none'");
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ),
      path,
    ).toEqual([]);
  }
});

test("every kind of mail has its sample page, in a frame without scripts and as plain text", async () => {
  const list = await (await fixture.page("/sandbox/mail/templates")).text();
  const paths = [...list.matchAll(/href="(\/sandbox\/mail\/templates\/[^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  expect(paths).toHaveLength(Object.keys(templates).length);
  for (const path of paths) {
    expect((await fixture.page(path)).status, path).toBe(200);
    const mail = await fixture.page(`${path}/html`);
    expect(mail.headers.get("content-security-policy"), path).toMatch(/^sandbox .*default-src 'none'/);
    expect(await mail.text(), path).toContain("<h1");
  }
  const report = await (await fixture.page("/sandbox/mail/templates/weekly-report")).text();
  expect(report).toContain("Stop these emails: http");
  expect(report).toContain("Lakeside Futbol Club, 1 Lake Road, Austin, TX 78701");
  expect((await fixture.page("/sandbox/mail/templates/nothing")).status).toBe(404);
  expect((await fixture.page("/sandbox/mail/templates/toString")).status).toBe(404);
});

test("the clock moves forward by hours or to a time, and back to the real time", async () => {
  const offset = () => Number(readFileSync(clockFile(fixture.dataDir), "utf8"));
  expect((await fixture.page("/sandbox/clock", { hours: "24" })).headers.get("location")).toBe(
    "/sandbox/clock?done=moved",
  );
  expect(offset()).toBe(86_400_000);
  await fixture.page("/sandbox/clock", { hours: "1" });
  expect(offset()).toBe(90_000_000);
  const nextYear = new Date().getUTCFullYear() + 1;
  await fixture.page("/sandbox/clock", { to: `${nextYear}-12-31 18:30` });
  expect(Math.abs(Date.now() + offset() - Date.parse(`${nextYear}-12-31T18:30:00Z`))).toBeLessThan(5_000);
  expect(await (await fixture.page("/sandbox/clock")).text()).toContain(`Dec 31, ${nextYear}, 6:30 PM UTC`);
  await fixture.page("/sandbox/clock", { real: "yes" });
  expect(() => offset()).toThrow(/ENOENT/);
});

test("a past, missing or too distant time moves nothing and stays in the field", async () => {
  for (const to of ["2020-01-01", "tomorrow", "9999-01-01"]) {
    const answer = await fixture.page("/sandbox/clock", { to });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("The clock moves forward only");
    expect(page).toContain(`value="${to}"`);
  }
  expect((await fixture.page("/sandbox/clock", { hours: "-5" })).status).toBe(422);
  expect((await fixture.page("/sandbox/clock", {})).status).toBe(422);
  expect(() => readFileSync(clockFile(fixture.dataDir))).toThrow(/ENOENT/);
});
