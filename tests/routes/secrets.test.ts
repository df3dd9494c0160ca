import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
const { sessionCookie } = await import("#app/auth/cookies.server.ts");
const { linkToken } = await import("#app/runtime/ids.server.ts");
const { createLink, findLink } = await import("#app/domain/control/links/links.server.ts");
afterAll(() => world.close());
const lakeside = await world.club("Lakeside");

test("a reader of the database cannot sign in with its contents", async () => {
  await world.signIn(lakeside.adminAccount, lakeside.code);
  const { token_hash } = await world.control
    .selectFrom("sessions")
    .select("token_hash")
    .executeTakeFirstOrThrow();
  const stolen = (await sessionCookie.serialize(token_hash)).split(";")[0];
  const answer = await world.ask("/dashboard", { cookie: stolen });
  expect(answer.headers.get("Location")).toContain("/club/login");
});

// product/accounts.md#links
test("a link's token opens its own purpose, and its hash opens nothing", async () => {
  const at = new Date();
  const token = linkToken("reset", lakeside.adminAccount, 1);
  await createLink(
    world.control,
    {
      purpose: "reset",
      club_code: lakeside.code,
      subject_id: lakeside.adminAccount,
      email: "a@b.example",
      token,
    },
    at,
  );
  const { token_hash } = await world.control
    .selectFrom("link_tokens")
    .select("token_hash")
    .executeTakeFirstOrThrow();
  expect(token_hash).not.toContain(token);
  expect(await findLink(world.control, "reset", token, at)).toMatchObject({
    ok: true,
    link: { subject_id: lakeside.adminAccount },
  });
  const unknown = { ok: false, problem: "unknown" };
  for (const purpose of ["setup", "invitation", "payment"] as const)
    expect(await findLink(world.control, purpose, token, at)).toEqual(unknown);
  expect(await findLink(world.control, "reset", token_hash, at)).toEqual(unknown);
});
