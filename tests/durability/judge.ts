import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { filesPool, keptBefore } from "#app/db/postgres/files.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import {
  documentProblem,
  lostDocuments,
  openDocument,
  sweepDocuments,
} from "#app/files/stored-documents.server.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { keysOfFolder } from "#app/runtime/installation-key.server.ts";
import type { Ledger } from "./ledger.ts";

/** Reads the stubs' own records: every accepted email and the state of every payment. */
export function standInRecords(dataDir: string) {
  const read = <Item>(name: string): Item[] =>
    readIfPresent(join(dataDir, "sandbox", name))
      .split("\n")
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Item];
        } catch {
          // A killed stub's last line, which it had not acknowledged.
          return [];
        }
      });
  type Payment = { id: string; paymentStatus: string; order: { clientReferenceId: string | null } };
  const payments = new Map(read<Payment>("payments.jsonl").map((payment) => [payment.id, payment]));
  type Mail = { id: string; metadata: { mail?: string }; to: string; tag: string; text: string };
  const mails = new Map(read<Mail>("mails.jsonl").map((mail) => [mail.id, mail]));
  type Delivery = { id: string; status: string };
  const deliveries = new Map(
    ["webhooks.jsonl", "mail-webhooks.jsonl"]
      .flatMap((name) => read<Delivery>(name))
      .map((delivery) => [delivery.id, delivery]),
  );
  return {
    /** Webhook events of payments and mails that the app has not accepted yet; the stub resends them. */
    untaken: [...deliveries.values()].filter(({ status }) => status !== "delivered"),
    mails: [...mails.values()],
    paid: [...payments.values()].filter(({ paymentStatus }) => paymentStatus === "paid"),
  };
}

const readIfPresent = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/**
 * Checks that an idle data folder holds every acknowledged effect exactly once, no partial ones and only sound files.
 * @returns the problems, one sentence each.
 */
export async function judge(open: Platform, ledger: Ledger, dataDir: string): Promise<string[]> {
  const wrong = [...ledger.wrong];
  wrong.push(...(await soundness(open.control, "control")));
  wrong.push(...(await judgeClubs(open, ledger, dataDir)));
  wrong.push(...(await judgeMails(open.control, ledger, dataDir)));
  wrong.push(...(await judgeDocuments(open.control, ledger, dataDir)));
  for (const code of await open.clubs.codes()) {
    const own = await open.clubs.use(code, async (db) => [
      ...(await soundness(db, code)),
      ...(await judgeRatings(db, code, ledger)),
      ...(await judgeEvents(db, code)),
    ]);
    wrong.push(...own);
  }
  const { changedRows, failed, unknown } = await rebuildLeaderboard(open);
  if (changedRows > 0) wrong.push(`${changedRows} rows of the boards differ from the clubs' files`);
  if (failed.length > 0) wrong.push(`files that cannot be read: ${failed}`);
  if (unknown.length > 0) wrong.push(`files of no club: ${unknown}`);
  return wrong;
}

/** Checks a file's integrity; PostgreSQL checks its own pages, and keeps every reference. */
export async function soundness(db: ControlDb | ClubDb, name: string): Promise<string[]> {
  if (process.env.DATABASE_URL) return [];
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db as ControlDb);
  const strays = await sql`pragma foreign_key_check`.execute(db as ControlDb);
  const words = integrity.rows.map((row) => row.integrity_check).join("; ");
  return [
    ...(words === "ok" ? [] : [`${name}: ${words}`]),
    ...(strays.rows.length === 0 ? [] : [`${name}: ${strays.rows.length} rows point to nothing`]),
  ];
}

async function judgeRatings(db: ClubDb, code: string, ledger: Ledger): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await db.selectFrom("ratings").selectAll().execute();
  const bySubmission = groupBy(rows, ({ submission_key: key }) => key);
  for (const [key, sent] of ledger.ratings) {
    if (sent.clubCode !== code) continue;
    const stored = bySubmission.get(key) ?? [];
    const what = `the rating ${key} (${sent.side}, ${sent.score})`;
    if (sent.acknowledged && stored.length !== 1) wrong.push(`${what} is there ${stored.length} times`);
    for (const { game_id, side, score, reason } of stored) {
      if (game_id !== sent.gameId || side !== sent.side || score !== sent.score || reason !== sent.reason)
        wrong.push(`${what} is stored as something else`);
    }
  }
  for (const row of rows) {
    if (!ledger.ratings.has(row.submission_key)) wrong.push(`a rating that nobody sent: ${row.id}`);
  }

  const games = await db.selectFrom("games").select(["id", "final_score", "final_policy"]).execute();
  const club = await db.selectFrom("club").select("rating_policy").executeTakeFirstOrThrow();
  const byGame = groupBy(rows, (row) => row.game_id);
  const incidents = groupBy(
    await db.selectFrom("incidents").select("game_id").execute(),
    ({ game_id: game }) => game,
  );
  for (const game of games) {
    const versions = byGame.get(game.id) ?? [];
    const current = (side: string) =>
      versions.filter((row) => row.side === side && row.superseded_at === null);
    for (const side of ["coach", "manager"] as const) {
      const stand = current(side);
      if (stand.length > 1) wrong.push(`the game ${game.id} has ${stand.length} ratings by its ${side}`);
      const acknowledged = [...ledger.ratings]
        .filter(([, sent]) => sent.gameId === game.id && sent.side === side && sent.acknowledged)
        .sort(([, one], [, other]) => other.turn - one.turn)[0];
      const turnOf = (key: string | undefined) => ledger.ratings.get(key ?? "")?.turn ?? 0;
      if (acknowledged && turnOf(stand[0]?.submission_key) < acknowledged[1].turn)
        wrong.push(`the last rating of ${game.id} by its ${side} does not stand`);
    }
    const scoreOf = (side: string): Score | null => current(side)[0]?.score ?? null;
    const { finalScore } = reconcile(
      game.final_policy ?? club.rating_policy,
      scoreOf("manager"),
      scoreOf("coach"),
    );
    if (finalScore !== game.final_score)
      wrong.push(`the game ${game.id} counts ${game.final_score}, its ratings come to ${finalScore}`);
    const notes = incidents.get(game.id)?.length ?? 0;
    if (notes !== (versions.some(({ score }) => score === 0) ? 1 : 0))
      wrong.push(`the game ${game.id} has ${notes} notes`);
  }
  return wrong;
}

async function judgeEvents(db: ClubDb, code: string): Promise<string[]> {
  const left = await db.selectFrom("outbox").select("kind").where("delivered_at", "is", null).execute();
  return left.length === 0 ? [] : [`${code} still has ${left.length} news to tell`];
}

/** Checks that each payment has one complete club, and each sign-up one payment. */
async function judgeClubs({ control, clubs }: Platform, ledger: Ledger, dataDir: string): Promise<string[]> {
  const wrong: string[] = [];
  const { paid } = standInRecords(dataDir);
  const subscriptions = await control.selectFrom("subscriptions").selectAll().execute();
  const all = await control.selectFrom("clubs").selectAll().execute();
  const accounts = await control.selectFrom("accounts").selectAll().where("kind", "=", "club").execute();
  for (const [session, sent] of ledger.payments) {
    const there = paid.some(({ id }) => id === session);
    if (sent.acknowledged && !there) wrong.push(`the stand-in forgot the payment ${session}`);
    const own = all.filter(({ name }) => name === sent.clubName);
    if (there && own.length !== 1) wrong.push(`${sent.clubName} was paid and is there ${own.length} times`);
    if (sent.shownCode && own[0]?.code !== sent.shownCode.toLowerCase())
      wrong.push(`${sent.clubName} was shown as ${sent.shownCode}`);
  }
  for (const { id } of paid) {
    const booked = subscriptions.filter((row) => row.checkout_session_id === id);
    if (booked.length !== 1) wrong.push(`the payment ${id} is booked ${booked.length} times`);
  }
  if (subscriptions.length !== paid.length)
    wrong.push(`${subscriptions.length} years were sold, ${paid.length} were paid`);
  const payers = groupBy(subscriptions, (row) => row.signup_id);
  for (const [signup, rows] of payers) {
    if (rows.length > 1) wrong.push(`the sign-up ${signup} was charged ${rows.length} times`);
  }
  for (const club of all) {
    if (club.status !== "active") wrong.push(`the club ${club.code} is ${club.status}`);
    if (!(await clubs.has(club.code))) wrong.push(`the club ${club.code} has no file`);
    const own = accounts.filter(({ club_code: code }) => code === club.code);
    if (own.length !== 1) wrong.push(`the club ${club.code} has ${own.length} accounts`);
  }
  const known = new Set(all.map(({ code }) => code));
  for (const code of await clubs.codes()) if (!known.has(code)) wrong.push(`a file of no club: ${code}`);
  return wrong;
}

/** Checks that acknowledged documents are there once and whole; a file without a row is one that the sweep finds. */
async function judgeDocuments(control: ControlDb, ledger: Ledger, dataDir: string): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await control.selectFrom("verification_documents").selectAll().execute();
  const byContent = groupBy(rows, ({ sha256 }) => sha256);
  for (const [content, { clubCode, acknowledged, takenBack }] of ledger.documents) {
    const times = byContent.get(content)?.length ?? 0;
    const what = `a document of ${clubCode}`;
    if (times > 1) wrong.push(`${what} is there ${times} times`);
    if (acknowledged && takenBack === "no" && times === 0) wrong.push(`${what} is lost`);
    if (takenBack === "acknowledged" && times > 0) wrong.push(`${what} was taken back and is there`);
  }
  const uploads = join(dataDir, "uploads");
  for (const { id, club_code: clubCode, bytes, sha256 } of rows) {
    if (filesPool()) {
      const content = await openDocument(clubCode, id);
      if (!content && ledger.documents.get(sha256)?.takenBack === "tried") continue;
      const bytes = content && Buffer.from(await new Response(content).arrayBuffer());
      const hash = bytes && createHash("sha256").update(bytes).digest("hex");
      if (hash !== sha256) wrong.push(`the document ${id} of ${clubCode}: ${hash ? "changed" : "missing"}`);
      continue;
    }
    const path = join(uploads, clubCode, id);
    // A process that died while taking it back leaves its row, without the file.
    if (!existsSync(path) && ledger.documents.get(sha256)?.takenBack === "tried") continue;
    const about = { id, clubCode, bytes, keys: keysOfFolder(dataDir) };
    const problem = await documentProblem(path, about);
    if (problem) wrong.push(`the document ${id} of ${clubCode}: ${problem}`);
  }
  const known = new Set(rows.map(({ id }) => id));
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  const inDatabase = filesPool();
  if (inDatabase) {
    await sweepDocuments((_, id) => known.has(id), inTwoDays);
    for (const path of await keptBefore(inDatabase, "uploads", inTwoDays))
      if (!known.has(path.split("/").at(-1) ?? "")) wrong.push(`a document without a row: ${path}`);
    return wrong;
  }
  const swept = await lostDocuments(dataDir, (_, id) => known.has(id), inTwoDays);
  const files = existsSync(uploads) ? readdirSync(uploads, { recursive: true, withFileTypes: true }) : [];
  for (const { name, parentPath } of files.filter((file) => file.isFile()))
    if (!known.has(name) && !swept.includes(join(parentPath, name)))
      wrong.push(`a document without a row: ${name}`);
  return wrong;
}

/** Checks that every email of an acknowledged change is stored once and sent once. */
async function judgeMails(control: ControlDb, ledger: Ledger, dataDir: string): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await control.selectFrom("mails").selectAll().execute();
  const taken = groupBy(standInRecords(dataDir).mails, (mail) => mail.metadata.mail ?? "none");
  for (const row of rows) {
    if (row.status !== "sent") wrong.push(`the mail ${row.key} is ${row.status}: ${row.last_error}`);
    const times = taken.get(row.id)?.length ?? 0;
    if (times !== 1) wrong.push(`the mail ${row.key} was taken ${times} times`);
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const id of taken.keys()) if (!known.has(id)) wrong.push(`a mail that nobody wrote: ${id}`);

  const written = (tag: string, fits: (row: (typeof rows)[number]) => boolean) =>
    rows.filter((row) => row.tag === tag && fits(row)).length;
  const expectOnce = (what: string, acknowledged: boolean, times: number) => {
    if (times > 1 || (acknowledged && times === 0)) wrong.push(`${what}: ${times} mails`);
  };
  for (const [email, { acknowledged }] of ledger.invitations)
    expectOnce(
      `the invitation of ${email}`,
      acknowledged,
      written("invitation", (row) => row.to_address === email),
    );
  for (const [subject, { acknowledged }] of ledger.messages)
    expectOnce(
      `the message '${subject}'`,
      acknowledged,
      written("contact-message", (row) => row.subject.endsWith(`: ${subject}`)),
    );
  for (const { email, acknowledged, clubName } of ledger.payments.values())
    expectOnce(
      `the welcome of ${clubName}`,
      acknowledged,
      written("welcome", (row) => row.to_address === email),
    );
  const dead = await control
    .selectFrom("jobs")
    .select(["kind", "last_error"])
    .where("status", "<>", "done")
    .execute();
  for (const { kind, last_error } of dead) wrong.push(`a job is not done: ${kind}, ${last_error}`);
  return wrong;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
