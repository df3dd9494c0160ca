import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb, ControlSchema, ControlTx } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { agreementToken } from "#app/domain/control/agreements/agreement-links.server.ts";
import {
  carryEvidenceHead,
  evidenceLosses,
  keepLosses,
} from "#app/domain/control/evidence/evidence-heads.server.ts";
import { pulseToken } from "#app/domain/control/pulse/pulse-links.server.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";
import { areOf, OWN_TABLES, readOwnRows, writeOwnRows } from "./own-rows.ts";

/**
 * Rows of the control database that an export includes, in an order that foreign keys allow. Left out: sessions (people
 * sign in again), mails and jobs (sent by the installation that queued them), reset links (valid for an hour),
 * addresses of calendars (they belong to the installation that made them) and the leaderboard (rebuilt).
 */
export const CLUB_TABLES = [
  "clubs",
  "accounts",
  "memberships",
  "signups",
  "checkouts",
  "subscriptions",
  "link_tokens",
  "agreement_links",
  "pulse_links",
  "evidence_heads",
  "evidence_losses",
  ...OWN_TABLES,
] as const;

export type ClubRows = { [Table in (typeof CLUB_TABLES)[number]]: ControlSchema[Table][] };

/** Kinds of link that an export includes. */
const LINKS = ["setup", "invitation", "payment"] as const;

export async function readClubRows(control: ControlDb, code: string): Promise<ClubRows> {
  const members = control.selectFrom("memberships").select("account_id").where("club_code", "=", code);
  const signups = control.selectFrom("signups").select("id").where("club_code", "=", code);
  return {
    clubs: await control.selectFrom("clubs").selectAll().where("code", "=", code).execute(),
    accounts: await control
      .selectFrom("accounts")
      .selectAll()
      .where((eb) => eb.or([eb("club_code", "=", code), eb("id", "in", members)]))
      .orderBy("id")
      .execute(),
    memberships: await control
      .selectFrom("memberships")
      .selectAll()
      .where("club_code", "=", code)
      .orderBy("account_id")
      .execute(),
    signups: await control.selectFrom("signups").selectAll().where("club_code", "=", code).execute(),
    checkouts: await control
      .selectFrom("checkouts")
      .selectAll()
      .where("signup_id", "in", signups)
      .orderBy("session_id")
      .execute(),
    subscriptions: await control
      .selectFrom("subscriptions")
      .selectAll()
      .where("club_code", "=", code)
      .orderBy("id")
      .execute(),
    link_tokens: await control
      .selectFrom("link_tokens")
      .selectAll()
      .where("club_code", "=", code)
      .where("purpose", "in", LINKS)
      .orderBy("token_hash")
      .execute(),
    agreement_links: await control
      .selectFrom("agreement_links")
      .selectAll()
      .where("club_code", "=", code)
      .orderBy("token_hash")
      .execute(),
    pulse_links: await control
      .selectFrom("pulse_links")
      .selectAll()
      .where("club_code", "=", code)
      .orderBy("token_hash")
      .execute(),
    evidence_heads: await control
      .selectFrom("evidence_heads")
      .selectAll()
      .where("club_code", "=", code)
      .execute(),
    evidence_losses: await evidenceLosses(control, code),
    ...(await readOwnRows(control, code)),
  };
}

/**
 * Checks that rows from a file have this release's columns and belong to this one club; otherwise a crafted file
 * could write into other clubs.
 * @throws Error with a message for the operator
 */
export async function asClubRows(
  control: ControlDb,
  code: string,
  given: Record<string, object[]>,
): Promise<ClubRows> {
  const strange = Object.keys(given).filter((table) => !CLUB_TABLES.some((known) => known === table));
  if (strange.length > 0)
    throw new Error(`The file has rows of ${strange.join(", ")}, which belong to no club`);
  const schema = new Map(
    (await control.introspection.getTables()).map(({ name, columns }) => [
      name,
      columns.map((c) => c.name).sort(),
    ]),
  );
  for (const table of CLUB_TABLES) {
    const columns = JSON.stringify(schema.get(table));
    for (const row of given[table] ?? []) {
      if (JSON.stringify(Object.keys(row).sort()) !== columns) {
        throw new Error(
          `The rows of ${table} in the file are not of this release: export the club again with it`,
        );
      }
    }
  }
  const rows = Object.fromEntries(
    CLUB_TABLES.map((table) => [table, given[table] ?? []]),
  ) as unknown as ClubRows;
  const accounts = new Set(rows.accounts.map(({ id }) => id));
  const signups = new Set(rows.signups.map(({ id }) => id));
  const own =
    rows.clubs.length === 1 &&
    rows.clubs[0]?.code === code &&
    rows.accounts.every(({ kind, club_code }) => kind === "person" || club_code === code) &&
    rows.memberships.every(({ club_code, account_id }) => club_code === code && accounts.has(account_id)) &&
    rows.signups.every(({ club_code }) => club_code === code) &&
    rows.checkouts.every(({ signup_id }) => signups.has(signup_id)) &&
    rows.subscriptions.every(({ club_code }) => club_code === code) &&
    rows.agreement_links.every(({ club_code }) => club_code === code) &&
    rows.pulse_links.every(({ club_code }) => club_code === code) &&
    rows.evidence_heads.every(({ club_code }) => club_code === code) &&
    rows.evidence_losses.every(({ club_code }) => club_code === code) &&
    areOf(rows, code) &&
    rows.link_tokens.every(
      (link) => link.club_code === code && LINKS.some((purpose) => purpose === link.purpose),
    );
  if (!own) throw new Error(`The file has rows that are not ${code.toUpperCase()}'s`);
  return rows;
}

/**
 * Replaces a club's rows in the control database. Existing accounts are kept, except the club's own.
 * @param as maps an account of the archive to the existing account of the same person
 */
export async function writeClubRows(
  tx: ControlTx,
  rows: ClubRows,
  as: ReadonlyMap<string, string>,
): Promise<void> {
  const [club] = rows.clubs;
  if (!club) throw new Error("There is no row of the club");
  const { code } = club;
  await tx
    .insertInto("clubs")
    .values(club)
    .onConflict((conflict) => conflict.column("code").doUpdateSet(club))
    .execute();
  for (const account of rows.accounts.filter(({ kind }) => kind === "club")) {
    const { id: _, ...rest } = account;
    await tx
      .insertInto("accounts")
      .values(account)
      .onConflict((conflict) => conflict.column("club_code").doUpdateSet(rest))
      .execute();
  }
  const fresh = rows.accounts.filter(({ id, kind }) => kind === "person" && !as.has(id));
  await insertRows(tx, "accounts", fresh);
  await tx.deleteFrom("memberships").where("club_code", "=", code).execute();
  await insertRows(
    tx,
    "memberships",
    rows.memberships.map((row) => ({ ...row, account_id: as.get(row.account_id) ?? row.account_id })),
  );
  const signups = tx.selectFrom("signups").select("id").where("club_code", "=", code);
  await tx.deleteFrom("subscriptions").where("club_code", "=", code).execute();
  await tx.deleteFrom("checkouts").where("signup_id", "in", signups).execute();
  await tx.deleteFrom("signups").where("club_code", "=", code).execute();
  await insertRows(tx, "signups", rows.signups);
  await insertRows(tx, "checkouts", rows.checkouts);
  await insertRows(tx, "subscriptions", rows.subscriptions);
  await tx.deleteFrom("link_tokens").where("club_code", "=", code).where("purpose", "in", LINKS).execute();
  await insertRows(tx, "link_tokens", rows.link_tokens);
  // Existing links and heads stay: a parent's mail and the platform's record do not get older with the file.
  const linked = async (table: "agreement_links" | "pulse_links") => {
    const links = await tx.selectFrom(table).select("token_hash").where("club_code", "=", code).execute();
    return new Set(links.map(({ token_hash }) => token_hash));
  };
  const [signing, asking] = [await linked("agreement_links"), await linked("pulse_links")];
  await insertRows(
    tx,
    "agreement_links",
    rows.agreement_links.filter(({ token_hash }) => !signing.has(token_hash)),
  );
  await insertRows(
    tx,
    "pulse_links",
    rows.pulse_links.filter(({ token_hash }) => !asking.has(token_hash)),
  );
  for (const { club_code, ...head } of rows.evidence_heads)
    await carryEvidenceHead(tx, { clubCode: club_code, ...head });
  await keepLosses(tx, rows.evidence_losses);
  await writeOwnRows(tx, rows, code);
}

/**
 * Lists the links of agreements as both installations derive them: those in the parents' mails keep their hashes, and
 * those that this installation shows are valid too.
 */
export const linksOfBoth = (links: ClubRows["agreement_links"]): ClubRows["agreement_links"] =>
  ofBoth(links, agreementToken);
/** Does the same for pulses. */
export const pulseLinksOfBoth = (links: ClubRows["pulse_links"]): ClubRows["pulse_links"] =>
  ofBoth(links, pulseToken);

function ofBoth<Link extends { token_hash: string }>(
  links: readonly Link[],
  tokenOf: (link: Link) => string,
): Link[] {
  const own = links.map((link) => ({ ...link, token_hash: hashOf(tokenOf(link)) }));
  return [...new Map([...links, ...own].map((link) => [link.token_hash, link])).values()];
}

/**
 * Recomputes the hashes of links whose tokens derive from the installation's secret, so that the links that this
 * installation shows are valid. With the same secret nothing changes.
 */
export async function ownLinks(db: ClubDb, links: ClubRows["link_tokens"]): Promise<ClubRows["link_tokens"]> {
  const staff = await db.selectFrom("staff").select(["id", "issue"]).execute();
  const issues = new Map(staff.map(({ id, issue }) => [id, issue]));
  return links.map((link) => {
    const { purpose, subject_id } = link;
    if (purpose !== "setup" && purpose !== "invitation") return link;
    const issue = purpose === "setup" ? Date.parse(link.created_at) : issues.get(subject_id);
    if (issue === undefined) return link;
    return { ...link, token_hash: hashOf(linkToken(purpose, subject_id, issue)) };
  });
}
