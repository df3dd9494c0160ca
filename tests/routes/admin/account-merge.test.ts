import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";
import { cookiesOf, STAFF_PASSWORD, staffOf } from "../../support/staff.ts";

// product/support.md#merging-accounts
const cast = await openLakeside();
const { world, lakeside, riverside, hawks, otters, lynxes, ada } = cast;
const { control, platform } = world;
const { runDueJobs } = await import("#app/jobs/run.server.ts");
afterAll(() => world.close());
skipPauses();

const { staff, signIn } = staffOf(world);
const admin = cookiesOf(await signIn((await staff("admin")).email));
const proof = { reason: "asked-by-phone", why: "Called back on the club’s number", password: STAFF_PASSWORD };
let pairs = 0;

/** Creates one person with two addresses: a coach at Lakeside and of the Hawks, and one at Riverside. */
async function twins(other: Parameters<typeof world.person>[2] = [{ team: hawks, role: "coach" }]) {
  pairs += 1;
  const names = [`Theo Twin${"abcdefghij"[pairs]}`, `Theodore Twin${"abcdefghij"[pairs]}`] as const;
  const kept = await world.person(names[0], riverside, [{ team: lynxes, role: "coach" }]);
  const gone = await world.person(names[1], lakeside, other);
  const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]/g, ".")}@people.example`;
  return { kept, gone, keptEmail: emailOf(names[0]), goneEmail: emailOf(names[1]), name: names[1] };
}
const newPath = ({ kept, gone }: { kept: string; gone: string }) =>
  `/admin/merges/new?kept=${kept}&other=${gone}`;
const plain = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const read = async (path: string, cookie = admin) => plain(await (await world.ask(path, { cookie })).text());
const merge = (pair: { kept: string; gone: string }, form: Record<string, string> = {}) =>
  world.save(newPath(pair), { cookie: admin, form: { ...proof, ...form } });
const clubSignIn = (identifier: string) =>
  world.ask("/club/login", { form: { identifier, password: "Sideline-2026" } });
const mailsTo = async (tag: string) =>
  (
    await control
      .selectFrom("mails")
      .select("to_address")
      .where("tag", "=", tag)
      .orderBy("to_address")
      .execute()
  ).map(({ to_address }) => to_address);

describe("merging two accounts", () => {
  test("a merge begins at a person, offers others of the name, and previews the moves", async () => {
    const pair = await twins([
      { team: hawks, role: "coach" },
      { team: otters, role: "manager" },
    ]);
    await world.person("Theodore Twinb", riverside, [
      { team: lynxes, role: "coach", coachRole: "assistant" },
    ]);
    const start = await read(`/admin/merges/new?one=${pair.kept}&q=theodore`);
    const veiled = (address: string) => address.replace(/^(.).*@/, "$1…@");
    expect(start).toContain(veiled(pair.goneEmail));
    expect(start).not.toContain(pair.goneEmail);
    expect(start).toContain("Choose the other account of the same person");
    const masked = await read(newPath(pair));
    expect(masked).not.toContain(pair.keptEmail);
    expect(masked).not.toContain(pair.goneEmail);
    expect(masked).toContain("To see full addresses, give a reason to a club of theirs first");
    for (const { code } of [lakeside, riverside])
      await world.ask(`/admin/clubs/${code}`, { cookie: admin, form: { reason: "asked-by-email" } });
    const look = await read(newPath(pair));
    expect(look).toContain(`What moves to ${pair.keptEmail}`);
    expect(look).toContain(pair.goneEmail);
    expect(look).toContain("Lakeside FC");
    expect(look).toContain("both are coach of Lynxes");
    expect(await read("/admin/search?tab=users&q=theodore")).toContain("Merge with another account");
  });

  test("a merge asks for a reason, words and a proof, and does nothing without them", async () => {
    const pair = await twins();
    for (const [field, value] of [
      ["reason", ""],
      ["why", ""],
      ["password", "wrong"],
      ["password", ""],
    ] as const)
      expect((await merge(pair, { [field]: value })).status).toBe(422);
    const moderator = cookiesOf(await signIn((await staff("moderator")).email));
    expect((await world.ask(newPath(pair), { cookie: moderator })).status).toBe(403);
    expect((await clubSignIn(pair.goneEmail)).status).toBe(303);
    // Something changed after the page was opened.
    const late = await world.ask(newPath(pair), { cookie: admin, form: { ...proof, version: "older" } });
    expect(late.status).toBe(303);
    expect(late.headers.get("Location")).toContain("/admin/merges/new?");
    expect(await control.selectFrom("account_merges").select("id").execute()).toEqual([]);
  });

  test("a merge moves roles and authorship, mails both addresses, and is in both logs", async () => {
    const pair = await twins();
    const game = await world.game(lakeside, hawks, 5);
    const cookie = await world.signIn(pair.gone, lakeside.code);
    const rated = await world.ask(`/rating/${game}`, { cookie });
    expect(rated.status).toBe(200);
    await platform.clubs.use(lakeside.code, (db) =>
      db
        .insertInto("ratings")
        .values({
          ...{ id: `r-${game}`, game_id: game, side: "coach", score: 20, reason: "", tags: "[]" },
          ...{ submission_key: game, given_by: pair.gone, given_by_name: pair.name, given_as: "head" },
          ...{ correction_reason: "", saw_other: 0, given_at: new Date().toISOString(), superseded_at: null },
        })
        .execute(),
    );
    const answer = await merge(pair);
    expect(answer.status).toBe(303);
    const address = answer.headers.get("Location") ?? "";
    expect(address).toMatch(/^\/admin\/merges\/[\w-]+$/);
    expect(await read(address)).toContain("On its way");
    // Immediately: the session ended, and the address names the account to sign in with.
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toContain("/club/login");
    const refused = await clubSignIn(pair.goneEmail);
    expect(refused.status).toBe(422);
    expect(plain(await refused.text())).toContain(
      `This account is now part of another one of yours. Sign in with ${pair.keptEmail}.`,
    );
    const wrong = await world.ask("/club/login", {
      form: { identifier: pair.goneEmail, password: "Sideline-2027" },
    });
    expect(plain(await wrong.text())).not.toContain(pair.keptEmail);
    await runDueJobs(platform);
    expect(await read(address)).toContain("Merged");
    const rows = await platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("ratings").select(["given_by", "given_by_name"]).where("game_id", "=", game).execute(),
    );
    expect(rows).toEqual([{ given_by: pair.kept, given_by_name: pair.name }]);
    const entered = await world.signIn(pair.kept, lakeside.code);
    expect((await world.ask(`/teams/${hawks}`, { cookie: entered })).status).toBe(200);
    expect(await mailsTo("account-merged")).toEqual([pair.keptEmail, pair.goneEmail].sort());
    const activity = await read("/club/settings?tab=activity", ada.cookie);
    expect(activity).toContain("Merged two accounts of one person");
    const logged = await control
      .selectFrom("audit")
      .select(["kind", "club_code"])
      .where("kind", "in", ["account.merged", "club.accounts-merged"])
      .orderBy("seq")
      .execute();
    expect(logged).toEqual([
      { kind: "account.merged", club_code: null },
      { kind: "club.accounts-merged", club_code: lakeside.code },
    ]);

    const undone = await world.ask(address, { cookie: admin, form: proof });
    expect(undone.headers.get("Location")).toBe(address);
    await runDueJobs(platform);
    expect(await read(address)).toContain("Undone");
    expect((await clubSignIn(pair.goneEmail)).status).toBe(303);
    expect((await world.ask(`/teams/${hawks}`, { cookie: entered })).status).toBe(302);
    expect(await mailsTo("account-merged")).toHaveLength(4);
    expect((await world.ask(address, { cookie: admin, form: proof })).headers.get("Location")).toBe(address);
    expect(await read("/club/settings?tab=activity", ada.cookie)).toContain(
      "Undid the merge of two accounts",
    );
  });

  test("a merge is refused for staff, a club's own account, and a merged account", async () => {
    const pair = await twins();
    expect((await merge({ kept: pair.kept, gone: ada.id })).status).toBe(422);
    expect(await read(newPath({ kept: pair.kept, gone: ada.id }))).toContain("A club’s own account");
    const colleague = await staff("admin");
    await control
      .updateTable("accounts")
      .set({ email: colleague.email })
      .where("id", "=", pair.gone)
      .execute();
    expect(await read(newPath(pair))).toContain("belongs to Goodside’s staff");
    expect((await merge(pair)).status).toBe(422);
    await control
      .updateTable("accounts")
      .set({ email: pair.goneEmail })
      .where("id", "=", pair.gone)
      .execute();
    expect((await merge(pair)).status).toBe(303);
    await runDueJobs(platform);
    expect(await read(newPath(pair))).toContain("merged into another already");
    expect((await world.ask(newPath({ kept: "nobody", gone: "nobody" }), { cookie: admin })).status).toBe(
      404,
    );
  });

  test("an invitation to the other address is accepted by the kept account", async () => {
    const pair = await twins();
    await merge(pair);
    await runDueJobs(platform);
    const { stepToJoin } = await import("#app/domain/control/accounts/accounts.server.ts").then(
      ({ joiningAccount }) => ({ stepToJoin: joiningAccount }),
    );
    expect((await stepToJoin(control, pair.goneEmail))?.id).toBe(pair.kept);
  });

  test("deleting the kept account deletes both, even while a club still waits", async () => {
    const pair = await twins();
    await merge(pair);
    const { removeAccount } = await import("#app/domain/control/own-data/delete-account.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    await inTransaction(control, (tx) =>
      removeAccount(
        tx,
        { accountId: pair.kept, name: "Theo", email: pair.keptEmail },
        { kind: "account", id: pair.kept },
      ),
    );
    await runDueJobs(platform);
    await runDueJobs(platform);
    const accounts = await control
      .selectFrom("accounts")
      .select("id")
      .where("id", "in", [pair.kept, pair.gone])
      .execute();
    expect(accounts).toEqual([]);
    const left = await platform.clubs.use(lakeside.code, async (db) => [
      ...(await db.selectFrom("staff").select("email").where("email", "=", pair.goneEmail).execute()),
      ...(await db.selectFrom("account_merges").select("id").where("other_id", "=", pair.gone).execute()),
    ]);
    expect(left).toEqual([]);
  });
});
