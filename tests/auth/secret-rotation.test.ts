import { afterAll, expect, test, vi } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const OLD = "old-secret-old-secret-old-secret-old-1";
const NEW = "new-secret-new-secret-new-secret-new-2";

/** Loads the app's modules as a process that started with these secrets. */
async function startWith(secret: string, previous?: string) {
  vi.resetModules();
  process.env.SESSION_SECRET = secret;
  process.env.SESSION_SECRET_PREVIOUS = previous ?? "";
  return {
    ...(await import("#app/auth/cookies.server.ts")),
    ...(await import("#app/domain/control/links/link-addresses.server.ts")),
    ...(await import("#app/journeys/club-events/invitation.server.ts")),
    ...(await import("#app/journeys/staff/staff.server.ts")),
    ...(await import("#app/domain/control/staff/invitation-links.server.ts")),
    ...(await import("#app/domain/control/links/links.server.ts")),
    ...(await import("#app/runtime/ids.server.ts")),
  };
}

process.env.SESSION_SECRET = OLD;
const world = await openWorld();
const before = await startWith(OLD);
afterAll(() => world.close());

const lakeside = await world.club("Lakeside", { code: "lakeside7" });
const hawks = await world.team(lakeside, "Hawks");
const club = { code: lakeside.code, name: lakeside.name, contactName: "Ada Admin" };
const tokenOf = (path: string | null) =>
  new URL(path ?? "", "http://goodside.test").searchParams.get("token") ?? "";

// product/security.md#secrets
test("a secret is replaced without a signed cookie or a mailed link losing its worth", async () => {
  const at = new Date();
  const flash = (await before.flashCookie.serialize("Saved.")).split(";")[0] ?? "";
  await before.createLink(
    world.control,
    {
      purpose: "setup",
      club_code: club.code,
      subject_id: club.code,
      email: "admin@lakeside7.example",
      token: before.linkToken("setup", club.code, at.getTime()),
    },
    at,
  );
  const setupPath = await before.currentSetupPath(world.control, club, at);
  const invited = {
    id: "invited1",
    role: "coach" as const,
    teamId: hawks,
    issue: 1,
    email: "riley@x.example",
  };
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("staff")
      .values({
        id: invited.id,
        team_id: hawks,
        role: invited.role,
        coach_role: "head",
        email: invited.email,
        name: "",
        status: "pending",
        account_id: null,
        issue: invited.issue,
        invited_at: at.toISOString(),
        expires_at: new Date(at.getTime() + 86_400_000).toISOString(),
        joined_at: null,
        last_activity_at: at.toISOString(),
      })
      .execute(),
  );
  const invitation = {
    token: before.linkToken("invitation", invited.id, invited.issue),
    clubCode: club.code,
    staffId: invited.id,
    email: invited.email,
    sentAt: at,
  };
  await world.control.transaction().execute((tx) => before.replaceInvitationLink(tx, invitation));

  const after = await startWith(NEW, OLD);
  expect(await after.flashCookie.parse(flash)).toBe("Saved.");
  expect(await after.currentSetupPath(world.control, club, at)).toBe(setupPath);
  const link = (await after.invitationAddresses(world.control, [invited]))(invited);
  expect(tokenOf(link)).toBe(invitation.token);
  const { db, release } = await world.platform.clubs.lease(lakeside.code);
  const opened = await after.findInvitation(world.control, async () => db, {
    token: tokenOf(link),
    teamId: hawks,
    role: "coach",
  });
  expect(opened).toMatchObject({ ok: true });

  // The new one signs and derives: its results are valid without the old one.
  const signed = (await after.flashCookie.serialize("Saved.")).split(";")[0] ?? "";
  const derived = after.linkToken("setup", club.code, 2);
  const later = await startWith(NEW);
  expect(await later.flashCookie.parse(signed)).toBe("Saved.");
  expect(later.linkToken("setup", club.code, 2)).toBe(derived);
  // Without the old secret, its flashes are invalid.
  expect(await later.flashCookie.parse(flash)).toBeNull();
  expect(await later.currentSetupPath(world.control, club, at)).toBeNull();
  release();
});
