import { afterAll, describe, expect, test } from "vitest";
import { redactAddress } from "#app/observability/redact.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

const token = "short";
const links = [
  ["/contact?forgot=coach", "/account/forgot-password?for=coach"],
  ["/contact?forgot=club&sent=true", "/account/forgot-password?for=club&sent=true"],
  [`/contact?reset=${token}`, `/account/reset-password?token=${token}`],
  ["/contact?reset=", "/account/reset-password"],
  [
    `/contact?setup=LAKE7&club=Lake&name=Dana&token=${token}`,
    `/account/set-up-password?code=LAKE7&token=${token}`,
  ],
  ["/contact?setup=LAKE7", "/account/set-up-password?code=LAKE7"],
  [
    `/contact?invite=coach&team=t1&token=${token}&email=dana%40people.example`,
    `/account/invitation?role=coach&team=t1&token=${token}`,
  ],
  [
    `/contact?role=manager&teamId=t1&token=${token}`,
    `/account/invitation?role=manager&team=t1&token=${token}`,
  ],
  ["/contact?success=invite&role=coach&name=Dana&teams=%5B%5D", "/account/welcome?role=coach&teams=%5B%5D"],
  ["/contact?welcome", "/account/welcome"],
  ["/contact?forgot=admin", "/admin/forgot-password"],
  ["/contact?forgot", "/admin/forgot-password"],
  ["/contact?forgot=referee", "/admin/forgot-password?back=home"],
  [
    `/contact?code=LAKE7&club=Lake&name=Dana&token=${token}`,
    `/account/set-up-password?code=LAKE7&token=${token}`,
  ],
  ["/contact?dashboard=coach", "/dashboard"],
  ["/contact?dashboard=club_admin&role=coach", "/account/invitation?role=coach"],
] as const;

describe("a documented address of /contact", () => {
  test.each(links)("%s redirects to %s and is not stored", async (link, page) => {
    const answer = await world.ask(link);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, page]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.text()).toBe("");
  });

  test.each(links)("%s passes a form on that was open before the page moved", async (link, page) => {
    const answer = await world.ask(link, { form: { password: "Sideline-2026" } });
    expect([answer.status, answer.headers.get("Location")]).toEqual([307, page]);
  });

  test("neither a documented address of /contact nor its page leaves a token in the log", () => {
    for (const address of links.flat().filter((link) => link.includes(token))) {
      expect(redactAddress(address)).not.toContain(token);
    }
  });

  test("the first of several parameters in the documented order decides", async () => {
    const answer = await world.ask(`/contact?invite=coach&setup=LAKE7&reset=${token}&forgot=club`);
    expect(answer.headers.get("Location")).toBe("/account/forgot-password?for=club");
  });

  test.each(["/contact", "/contact?sent=true", "/contact?token=short", "/contact?forgot[]=coach"])(
    "%s is the contact form",
    async (address) => expect((await world.ask(address)).status).toBe(200),
  );
});
