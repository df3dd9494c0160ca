import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ControlDb } from "#app/db/control/schema.ts";
import { runs } from "#tests/support/runs.ts";
import { World } from "../support/world.ts";
import {
  CLUB_TABLES,
  clubPath,
  exportClub,
  folder,
  importClub,
  lakesideAndRiverside,
  openClubArchive,
  openFile,
  openPlatform,
  rowsOf,
  verifyData,
} from "./fixture.ts";

const { world, lakeside, riverside, hawks, game } = await lakesideAndRiverside();
const { inviteStaff } = await import("#app/domain/club/staff/invitations.server.ts");
const { sendInvitation } = await import("#app/journeys/staff/staff.server.ts");
const { appendRecord } = await import("#app/domain/club/evidence/evidence.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { storePulseLinks } = await import("#app/domain/control/pulse/pulse-links.server.ts");
const { storeAgreementLinks } = await import("#app/domain/control/agreements/agreement-links.server.ts");
const { storeDocument, unsealDocument } = await import("#app/files/stored-documents.server.ts");
const { keysOfFolder } = await import("#app/runtime/installation-key.server.ts");
const ROSTER = "90 players on the roster";
const pulseLink = { club_code: "lakeside", invitation_id: "i1", issue: 1 };
const agreementLink = { club_code: "lakeside", agreement_id: "a1", issue: 1 };
const { linkToken } = await import("#app/runtime/ids.server.ts");
const dana = await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
await world.person("Max Manager", lakeside, [{ team: hawks, role: "manager" }]);
await world.person("Rita Riverside", riverside, []);
const logo = join(world.dataDir, "uploads", "lakeside", "logos", "a.png");
await fill();

const here = { platform: world.platform, dataDir: world.dataDir, mode: "test" as const };
const file = join(folder("export"), "lakeside.club");
let lines: string[];
const recordEvent = (line: string) => lines.push(line);
beforeEach(() => {
  lines = [];
});
await exportClub(here, { code: "lakeside", to: file }, () => {});
const atHome = ofLakeside(world.dataDir);

/** Adds a record to Lakeside's chain of evidence, as a signature does. */
async function addRecord({ control, platform }: Pick<World, "control" | "platform">): Promise<void> {
  await platform.clubs.use("lakeside", (db) =>
    changeClub({ control, db, club: { code: "lakeside" } }, (tx) =>
      appendRecord(
        tx,
        {
          ...{ kind: "erased", agreement: "a1", issue: 1, at: new Date().toISOString(), language: "en" },
          ...{
            text: null,
            affirmations: null,
            electronicConsent: false,
            signatureDate: null,
            enteredBy: null,
          },
        },
        null,
      ),
    ),
  );
}

/** Creates Lakeside in its season: paid, with a rating, an open invitation, a setup link and an uploaded file. */
async function fill(): Promise<void> {
  const at = new Date().toISOString();
  const { control, platform } = world;
  const cookie = await world.signIn(dana, "lakeside");
  const form = { score: "20", reason: "A calm game", submission: "form-00000000000000001" };
  expect((await world.ask(`/rating/${game}`, { cookie, form })).status).toBe(303);
  await platform.clubs.use("lakeside", async (db) => {
    const riley = {
      teamId: hawks,
      role: "coach",
      coachRole: "assistant",
      email: "riley@people.example",
    } as const;
    const result = await sendInvitation({ control, db, club: lakeside }, (tx) => inviteStaff(tx, riley));
    expect(result).toEqual({ ok: true });
  });
  const sale = { plan: "standard" as const, player_cap: 800, created_at: at };
  const club = { club_name: "Lakeside", contact_name: "Ada Admin", email: "admin@lakeside.example" };
  const details = { phone: "", state: "TX", city: "Austin", description: "", existing_platform: "" };
  const signup = { id: "signup-1", status: "created" as const, browser_hash: "browser", attempt: 1 };
  await control
    .insertInto("signups")
    .values({
      ...signup,
      ...club,
      ...details,
      plan: "standard",
      estimated_players: 200,
      agreed_at: at,
      club_code: "lakeside",
      created_at: at,
      updated_at: at,
    })
    .execute();
  await control
    .insertInto("checkouts")
    .values({
      ...sale,
      session_id: "cs_1",
      url: "https://pay.example",
      signup_id: "signup-1",
      attempt: 1,
      browser_hash: "browser",
      price_cents: 74_900,
      details: "{}",
    })
    .execute();
  await control
    .insertInto("subscriptions")
    .values({
      ...sale,
      id: "year-1",
      club_code: "lakeside",
      signup_id: "signup-1",
      price_cents: 74_900,
      starts_at: at,
      ends_at: at,
      payment_status: "paid",
      checkout_session_id: "cs_1",
      payment_intent_id: null,
      customer_id: null,
      updated_at: at,
    })
    .execute();
  const { issueSetupLink } = await import("#app/domain/control/links/link-addresses.server.ts");
  const row = await control.selectFrom("clubs").selectAll().where("code", "=", "lakeside").execute();
  if (row[0]) await issueSetupLink(control as never, row[0], new Date(at));
  // A parent's link, a record of the chain of evidence, and one that a restore had lost.
  await storeAgreementLinks(control as never, [agreementLink], new Date(at));
  await storePulseLinks(control as never, [pulseLink], new Date(at));
  await addRecord(world);
  await control
    .insertInto("evidence_losses")
    .values({ club_code: "lakeside", kept_seq: 0, lost_seq: 2, lost_hash: "lost", noted_at: at })
    .execute();
  await addMoney(control as never, at);
  const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
  await rebuildLeaderboard(platform);
  mkdirSync(join(logo, ".."), { recursive: true });
  writeFileSync(logo, Buffer.alloc(2_500_000, "a picture "));
  const plain = join(folder("plain"), "roster.pdf");
  writeFileSync(plain, ROSTER);
  await storeDocument("lakeside", "doc-1", plain);
}

/** Adds a row of each kind of payment, settlement and verification. */
async function addMoney(db: ControlDb, at: string): Promise<void> {
  const club_code = "lakeside";
  const payment_intent_id = "pi_1";
  const money = { club_code, payment_intent_id, amount_cents: 100 };
  await db
    .insertInto("ledger")
    .values({ ...money, id: "moved-1", kind: "payment", stripe_id: "ch_1", moved_at: at, recorded_at: at })
    .execute();
  const order = { why: "settlement", state: "sent", note: "", settlement_id: "settled-1" } as const;
  await db
    .insertInto("refund_orders")
    .values({
      ...money,
      ...order,
      id: "refund-1",
      attempt: 0,
      ordered_by: null,
      ordered_at: at,
      refund_id: "re_1",
      sent_at: at,
    })
    .execute();
  const plans = { plan_before: "standard", plan: "large" } as const;
  await db
    .insertInto("settlements")
    .values({
      id: "settled-1",
      club_code,
      subscription_id: "year-1",
      players: 900,
      ...plans,
      difference_cents: 100,
      created_at: at,
      voided_at: null,
    })
    .execute();
  const bill = { settlement_id: "settled-1", number: "GS-1", status: "paid", url: "", pdf_url: "" } as const;
  await db
    .insertInto("invoices")
    .values({ ...money, ...bill, id: "in_1", due_at: at, created_at: at, paid_at: at, overdue_at: null })
    .execute();
  const dispute = { id: "du_1", reason: "fraudulent", status: "won", answer_by: null };
  await db
    .insertInto("disputes")
    .values({ ...money, ...dispute, opened_at: at, updated_at: at })
    .execute();
  const review = {
    status: "approved",
    actual_players: 90,
    notes: "",
    reviewed_by: null,
    version: 1,
  } as const;
  await db
    .insertInto("verifications")
    .values({
      id: "ver-1",
      number: 1,
      club_code,
      ...review,
      created_at: at,
      submitted_at: at,
      reviewed_at: at,
    })
    .execute();
  const file = { name: "roster.pdf", type: "pdf", bytes: ROSTER.length, sha256: "00" } as const;
  await db
    .insertInto("verification_documents")
    .values({ id: "doc-1", verification_id: "ver-1", club_code, ...file, stored_at: at })
    .execute();
}

/** Creates an empty installation. */
async function elsewhere() {
  const dataDir = folder("elsewhere");
  const platform = await openPlatform({ dataDir, mode: "test", migrateOnOpen: true });
  return { platform, dataDir, mode: "test" as const };
}
/** Returns a data folder's rows of Lakeside; its rows on the boards without their number. */
function ofLakeside(dataDir: string) {
  const control = rowsOf(join(dataDir, "control.sqlite")) as Record<string, Record<string, unknown>[]>;
  const own = (row: Record<string, unknown>) =>
    JSON.stringify(row).includes('"lakeside"') || row.signup_id === "signup-1";
  const members = control.memberships?.filter(own).map((row) => row.account_id);
  return {
    club: rowsOf(clubPath(dataDir, "lakeside")),
    ...Object.fromEntries(CLUB_TABLES.map((table) => [table, control[table]?.filter(own)])),
    accounts: control.accounts?.filter((row) => members?.includes(row.id)),
    standings: control.standings?.filter(own).map(({ number, ...row }) => row),
  };
}

describe("an exported club", () => {
  test("an exported club arrives at another installation row by row, with its uploads, and verify finds no problem there", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    await there.platform.close();
    const after = ofLakeside(there.dataDir);
    expect(after).toEqual(atHome);
    const counts = Object.entries(after).map(([table, rows]) => [table, Object.values(rows ?? []).length]);
    expect(counts.filter(([, n]) => n === 0)).toEqual([]);
    expect(after.accounts).toHaveLength(3);
    const uploaded = readFileSync(join(there.dataDir, "uploads", "lakeside", "logos", "a.png"));
    expect(uploaded.equals(readFileSync(logo))).toBe(true);
    expect(lines).toEqual([
      expect.stringMatching(/^LAKESIDE: imported as of 20.*Z, with 2 uploads$/),
      "LAKESIDE: 2 people came along, 0 were here already and keep their password",
      "LAKESIDE: 2 rows of the leaderboard changed",
    ]);
    expect((await verifyData(there.dataDir, {}, recordEvent)).broken).toBe(0);
    expect(readdirSync(join(there.dataDir, "clubs")).sort()).toEqual([".replacing", "lakeside.sqlite"]);
  });

  test("an exported club has its documents unsealed, and each installation seals them with its own key", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    await there.platform.close();
    const keys = [world.dataDir, there.dataDir].map((dataDir) => keysOfFolder(dataDir)[0] ?? "none");
    expect(new Set(keys).size).toBe(2);
    const document = { id: "doc-1", clubCode: "lakeside" };
    const path = join(there.dataDir, "uploads", "lakeside", "doc-1");
    const plain = join(folder("plain"), "roster.pdf");
    expect(await unsealDocument(path, plain, { ...document, keys: [keys[0] ?? ""] })).toBe(false);
    expect(await unsealDocument(path, plain, { ...document, keys: [keys[1] ?? ""] })).toBe(true);
    expect(readFileSync(plain, "utf8")).toBe(ROSTER);
    expect(readFileSync(path).includes(ROSTER)).toBe(false);
    // No unsealed copy is left beside it.
    expect(readdirSync(join(path, ".."), { recursive: true }).sort()).toEqual([
      "doc-1",
      "logos",
      "logos/a.png",
    ]);
    expect(readdirSync(join(there.dataDir, "uploads"))).toEqual(["lakeside"]);
    expect((await verifyData(there.dataDir, {}, recordEvent)).broken).toBe(0);
  });

  test("an export names a document that is damaged, or sealed for another installation", async () => {
    const sealed = join(world.dataDir, "uploads", "lakeside", "doc-1");
    const whole = readFileSync(sealed);
    const to = join(folder("damaged"), "damaged.club");
    writeFileSync(sealed, whole.subarray(1));
    onTestFinished(() => writeFileSync(sealed, whole));
    await exportClub(here, { code: "lakeside", to }, recordEvent);
    expect(lines[0]).toBe(
      'LAKESIDE: "roster.pdf" is missing or was changed since it was stored, and does not come along',
    );
    // As an earlier release exported it.
    const older = join(folder("older"), "older.club");
    const archive = openClubArchive(file);
    const { writeClubArchive } = await import("../../scripts/club/club-archive.ts");
    const clubFile = join(older, "..", "club.sqlite");
    archive.unpack("club.sqlite", clubFile);
    archive.close();
    const stranger = join(older, "..", "doc-1");
    writeFileSync(stranger, whole);
    writeClubArchive(older, archive, [
      { path: "club.sqlite", from: clubFile },
      { path: "uploads/lakeside/doc-1", from: stranger },
    ]);
    lines = [];
    const there = await elsewhere();
    await importClub(there, { from: older }, recordEvent);
    await there.platform.close();
    expect(lines).toContain(
      'LAKESIDE: "roster.pdf" cannot be opened here: it is missing, or sealed with the key of where it comes from',
    );
  });

  test("an exported club is one file that only its owner may read, and nothing is left beside it", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, ".."))).toEqual(["lakeside.club"]);
    const archive = openClubArchive(file);
    archive.close();
    expect(JSON.stringify(archive.rows)).not.toMatch(/Rita|riverside/i);
    expect(archive.rows.accounts).toHaveLength(3);
  });

  test("an imported club's people sign in there, and every page answers as before", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    const other = new World(there.dataDir, there.platform, there.platform.close);
    const paths = ["/dashboard", "/teams", "/schedule?status=all", "/rating", `/rating/${game}`];
    const ctx = async (at: World) => {
      const pages: unknown[] = [];
      for (const identifier of ["LAKESIDE", "dana.coach@people.example"]) {
        const answer = await at.ask("/club/login", { form: { identifier, password: "Sideline-2026" } });
        pages.push([answer.status, answer.headers.get("Location")]);
        const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
        for (const path of paths) {
          const page = await at.ask(path, { cookie });
          // A form's own number differs each time it is shown.
          const html = (await page.text()).replace(/name="submission" value="[^"]*"/g, "");
          pages.push([path, page.status, html]);
        }
      }
      return pages;
    };
    const before = await ctx(world);
    process.env.DATA_DIR = there.dataDir;
    const after = await ctx(other);
    process.env.DATA_DIR = world.dataDir;
    expect(after).toEqual(before);
    expect(before.filter((page) => (page as unknown[])[1] === 200).length).toBe(10);
    // The answer came from the other installation.
    const sessions = await there.platform.control.selectFrom("sessions").select("account_id").execute();
    expect(sessions).toHaveLength(2);
    await there.platform.close();
  });

  test("an imported club merges with existing people: one account per person, with the password of there, named in the whole file", async () => {
    const there = await elsewhere();
    const known = new World(there.dataDir, there.platform, there.platform.close);
    const seaside = await known.club("Seaside", { code: "seaside" });
    const danaThere = await known.person("Dana Coach", seaside, []);
    await there.platform.control
      .updateTable("accounts")
      .set({ password_hash: "of there" })
      .where("id", "=", danaThere)
      .execute();
    await there.platform.control.updateTable("clubs").set({ slug: "lakeside" }).execute();
    await importClub(there, { from: file }, recordEvent);
    expect(lines).toContain("LAKESIDE: 1 people came along, 1 were here already and keep their password");
    const accounts = await there.platform.control
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", "dana.coach@people.example")
      .execute();
    expect(accounts).toMatchObject([{ id: danaThere, password_hash: "of there" }]);
    const clubs = await there.platform.control
      .selectFrom("memberships")
      .select("club_code")
      .where("account_id", "=", danaThere)
      .execute();
    expect(clubs.map(({ club_code }) => club_code).sort()).toEqual(["lakeside", "seaside"]);
    // All her ids in the file are now those of her account there.
    const club = rowsOf(clubPath(there.dataDir, "lakeside"));
    expect(JSON.stringify(club)).not.toContain(dana);
    expect(club.ratings).toMatchObject([{ given_by: danaThere, given_by_name: "Dana Coach" }]);
    expect(club.club).toMatchObject([{ slug: "lakeside-2" }]);
    expect((await verifyData(there.dataDir, {}, recordEvent)).broken).toBe(0);
    await there.platform.close();
  });

  test("an import is refused if the club, or another of its code, exists, unless it is asked to replace it and keep the old file", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    await expect(importClub(there, { from: file }, recordEvent)).rejects.toThrow(
      "LAKESIDE is here already: --replace",
    );
    const team = (name?: string) =>
      there.platform.clubs.use("lakeside", async (db) => {
        if (name) await db.updateTable("teams").set({ name }).where("id", "=", hawks).execute();
        return (await db.selectFrom("teams").select("name").where("id", "=", hawks).executeTakeFirst())?.name;
      });
    await team("Falcons");
    lines = [];
    await importClub(there, { from: file, replace: true }, recordEvent);
    expect(await team()).toBe("Hawks");
    const aside = lines[0]?.match(/what it replaced: (.*)$/)?.[1] ?? "";
    expect(JSON.stringify(rowsOf(aside).teams)).toContain("Falcons");
    expect(existsSync(aside.replace(".sqlite", "-uploads/logos/a.png"))).toBe(true);
    expect(ofLakeside(there.dataDir)).toEqual(atHome);

    await there.platform.control
      .updateTable("clubs")
      .set({ created_at: "2020-01-01T00:00:00.000Z" })
      .execute();
    const other = importClub(there, { from: file, replace: true }, recordEvent);
    await expect(other).rejects.toThrow("Another club has the code LAKESIDE here");
    await there.platform.close();
  });

  test("an exported club keeps the parents' links: those in their mails, and those that are made there", async () => {
    const { linksOfBoth, pulseLinksOfBoth } = await import("../../scripts/club/control-rows.ts");
    const asked = openClubArchive(file).rows.pulse_links as Parameters<typeof pulseLinksOfBoth>[0];
    expect(pulseLinksOfBoth(asked)).toEqual(asked);
    const links = openClubArchive(file).rows.agreement_links as Parameters<typeof linksOfBoth>[0];
    expect(links).toHaveLength(1);
    expect(linksOfBoth(links)).toEqual(links);
    const mailed = links.map((link) => ({ ...link, token_hash: "of the old secret" }));
    expect(linksOfBoth(mailed)).toEqual([...mailed, ...links]);
  });

  test("an exported club keeps its chain's head, a newer one that it replaces stays visible, and signing continues", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    const { control } = there.platform;
    const head = () => control.selectFrom("evidence_heads").select("seq").executeTakeFirstOrThrow();
    expect(await head()).toEqual({ seq: 1 });
    await addRecord({ control, platform: there.platform });
    expect(await head()).toEqual({ seq: 2 });
    await importClub(there, { from: file, replace: true }, recordEvent);
    expect(lines).toContain("LAKESIDE: 1 record of signed agreements came after this file and is not in it");
    const losses = await control.selectFrom("evidence_losses").select(["kept_seq", "lost_seq"]).execute();
    expect(losses).toContainEqual({ kept_seq: 1, lost_seq: 2 });
    expect((await verifyData(there.dataDir, {}, () => {})).broken).toBe(0);
    await addRecord({ control, platform: there.platform });
    expect((await verifyData(there.dataDir, {}, () => {})).broken).toBe(0);
    // A file of the club older than its imported head is detected.
    await there.platform.clubs.use("lakeside", (db) => db.deleteFrom("evidence_records").execute());
    const printed: string[] = [];
    expect((await verifyData(there.dataDir, {}, (line) => printed.push(line))).broken).toBe(1);
    expect(printed.join()).toContain("the file is older than the platform has seen");
    await there.platform.close();
  });

  test("an import resumes after a kill, and replaces an unknown file only on request", async () => {
    const there = await elsewhere();
    await importClub(there, { from: file }, recordEvent);
    await there.platform.control.updateTable("clubs").set({ status: "creating" }).execute();
    await importClub(there, { from: file }, recordEvent);
    expect(ofLakeside(there.dataDir)).toEqual(atHome);
    await there.platform.close();

    const stray = await elsewhere();
    writeFileSync(clubPath(stray.dataDir, "lakeside"), "somebody's");
    await expect(importClub(stray, { from: file }, recordEvent)).rejects.toThrow(
      "the control database does not know",
    );
    await stray.platform.close();
  });

  test("an import is refused where the club left and was erased", async () => {
    const there = await elsewhere();
    await there.platform.control
      .insertInto("erased_clubs")
      .values({ code: "lakeside", erased_at: "2028-02-21T06:00:00.000Z" })
      .execute();
    await expect(importClub(there, { from: file }, recordEvent)).rejects.toThrow(
      "LAKESIDE was erased here on 2028-02-21: its data does not come back",
    );
    expect(await there.platform.clubs.has("lakeside")).toBe(false);
    await there.platform.close();
  });

  test("an import is refused in another mode, and before anything is written if a row does not fit", async () => {
    const there = await elsewhere();
    await expect(importClub({ ...there, mode: "demo" }, { from: file }, recordEvent)).rejects.toThrow(
      "of test data and is refused in demo mode",
    );
    const known = new World(there.dataDir, there.platform, there.platform.close);
    await known.club("Seaside", { code: "seaside" });
    const row = {
      ...(openClubArchive(file).rows.subscriptions?.[0] as object),
      id: "other",
      club_code: "seaside",
    };
    await there.platform.control
      .insertInto("subscriptions")
      .values(row as never)
      .execute();
    await expect(importClub(there, { from: file }, recordEvent)).rejects.toThrow("checkout_session_id");
    expect(await there.platform.control.selectFrom("clubs").select("code").execute()).toEqual([
      { code: "seaside" },
    ]);
    expect(readdirSync(join(there.dataDir, "clubs")).sort()).toEqual(["seaside.sqlite"]);
    await there.platform.close();
  });

  test("an exported club of an installation with another secret has links that open there", async () => {
    const { ownLinks } = await import("../../scripts/club/control-rows.ts");
    const links = openClubArchive(file).rows.link_tokens as never;
    const made = await world.platform.clubs.use("lakeside", (db) =>
      ownLinks(
        db,
        (links as { token_hash: string }[]).map((link) => ({
          ...link,
          token_hash: "of the old secret",
        })) as never,
      ),
    );
    expect(made).toEqual(links);
    expect(made.map(({ purpose }) => purpose).sort()).toEqual(["invitation", "setup"]);
    expect(linkToken("setup", "lakeside", 1)).not.toBe(linkToken("setup", "lakeside", 2));
  });
});

describe("an exported file", () => {
  test("an exported file shows every flipped bit when it is read", async () => {
    const bytes = readFileSync(file);
    const spoiled = join(folder("spoiled"), "spoiled.club");
    // Empty pages are skipped: every written row is read.
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
        writeFileSync(spoiled, flipped);
        let opened: ReturnType<typeof openClubArchive>;
        try {
          opened = openClubArchive(spoiled);
        } catch {
          return;
        }
        const { rows, files, code, mode } = opened;
        opened.close();
        const sound = openClubArchive(file);
        expect({ rows, files, code, mode }).toEqual({
          rows: sound.rows,
          files: sound.files,
          code: "lakeside",
          mode: "test",
        });
        sound.close();
      }),
      { numRuns: runs(20, 60) },
    );
  });

  test.each([
    ["a row", "update control_rows set row = replace(row, 'Ada', 'Eve')", "its seal does not fit"],
    [
      "another club's code",
      "update about set value = 'riverside' where key = 'code'",
      "its seal does not fit",
    ],
    [
      "a piece",
      "update pieces set content = zeroblob(length(content)) where path like 'uploads%' and number = 1",
      "uploads/lakeside/logos/a.png in it is damaged",
    ],
    [
      "a piece that is gone",
      "delete from pieces where number = 0 and path = 'club.sqlite'",
      "club.sqlite in it is damaged",
    ],
    ["its format", "update about set value = '9' where key = 'format'", "has the format 9"],
    ["what it is", "pragma application_id = 0", "is no file of an exported club"],
  ])("an exported file that was changed is refused: %s", (_, sql, why) => {
    const spoiled = join(folder("spoiled"), "spoiled.club");
    writeFileSync(spoiled, readFileSync(file));
    const raw = openFile(spoiled);
    raw.exec(sql);
    raw.close();
    expect(() => openClubArchive(spoiled)).toThrow(why);
  });

  test("a file that is not an export is refused, and so are rows of others, of another release, and names outside the folder", async () => {
    const none = join(folder("none"), "none.club");
    writeFileSync(none, "this is no database");
    expect(() => openClubArchive(none)).toThrow("is no file of an exported club");
    expect(() => openClubArchive(clubPath(world.dataDir, "riverside"))).toThrow(
      "is no file of an exported club",
    );

    const { asClubRows } = await import("../../scripts/club/control-rows.ts");
    const { rows } = openClubArchive(file);
    const take = (change: object) => asClubRows(world.control, "lakeside", { ...rows, ...change });
    await expect(take({})).resolves.toBeDefined();
    const first = (table: string) => rows[table]?.[0] ?? {};
    for (const [change, why] of [
      [{ sessions: [] }, "rows of sessions"],
      [{ clubs: [] }, "not LAKESIDE's"],
      [{ clubs: [{ ...first("clubs"), code: "riverside" }] }, "not LAKESIDE's"],
      [{ memberships: [{ ...first("memberships"), club_code: "riverside" }] }, "not LAKESIDE's"],
      [{ memberships: [{ ...first("memberships"), account_id: "somebody" }] }, "not LAKESIDE's"],
      [
        {
          accounts: [
            ...(rows.accounts ?? []),
            { ...first("accounts"), kind: "club", club_code: "riverside" },
          ],
        },
        "not LAKESIDE's",
      ],
      [{ checkouts: [{ ...first("checkouts"), signup_id: "other" }] }, "not LAKESIDE's"],
      [{ link_tokens: [{ ...first("link_tokens"), purpose: "reset" }] }, "not LAKESIDE's"],
      [{ clubs: [{ ...first("clubs"), 'x" text); --': 1 }] }, "not of this release"],
    ] as const) {
      await expect(take(change)).rejects.toThrow(why);
    }
    const { writeClubArchive } = await import("../../scripts/club/club-archive.ts");
    const about = { code: "lakeside", mode: "test", madeAt: "2026", controlMigrations: [], rows: {} };
    for (const path of ["uploads/lakeside/../../x", "uploads/riverside/a", "/etc/x", "control.sqlite"]) {
      const strange = join(folder("strange"), "strange.club");
      writeClubArchive(strange, about, [{ path, from: none }]);
      expect(() => openClubArchive(strange)).toThrow("a file of a strange name");
    }
  });

  test("an export is not made of a missing, unfinished or damaged club, nor over another file", async () => {
    const to = join(folder("refused"), "x.club");
    const attempt = (code: string, at = to) => exportClub(here, { code, to: at }, recordEvent);
    await expect(attempt("nobody")).rejects.toThrow("There is no file of NOBODY");
    await expect(attempt("lakeside", file)).rejects.toThrow("is there already");
    await world.club("Hilltop", { code: "hilltop" });
    await world.control
      .updateTable("clubs")
      .set({ status: "creating" })
      .where("code", "=", "hilltop")
      .execute();
    await expect(attempt("hilltop")).rejects.toThrow("is still creating HILLTOP");
    await world.platform.clubs.close();
    writeFileSync(clubPath(world.dataDir, "hilltop"), "this is no database");
    await expect(attempt("hilltop")).rejects.toThrow("not a database");
    expect(readdirSync(join(to, ".."))).toEqual([]);
  });
});
