import { sql } from "kysely";
import type { ClubDb, ClubTx, RegistrationsTable } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { historyRow } from "#app/domain/club/contacts/agreement-history.server.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";
import { languagesWithoutParagraph, ownParagraphColumns } from "#app/domain/club/evidence/own-paragraph.ts";
import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";

/** Registrations on the club's page, and decided by one press of 'all'. */
export const REGISTRATIONS_SHOWN = 200;

type Registered = Pick<RegistrationsTable, "name" | "email" | "language"> & {
  children: readonly Pick<RegistrationsTable, "child_name" | "team_id">[];
};

export async function registrationOpen(db: ClubDb): Promise<boolean> {
  const { registration_open } = await db
    .selectFrom("club")
    .select("registration_open")
    .executeTakeFirstOrThrow();
  return registration_open === 1;
}

/** Returns the club's slug in the address of its registration page. */
export async function registrationSlug(db: ClubDb): Promise<string> {
  const { slug } = await db.selectFrom("club").select("slug").executeTakeFirstOrThrow();
  return slug;
}

/** Opens or closes the public page (product/parents.md#registration). Pending registrations stay. */
export async function setRegistrationOpen(tx: ClubTx, open: boolean): Promise<void> {
  await tx
    .updateTable("club")
    .set({ registration_open: open ? 1 : 0 })
    .execute();
  const detail = { fields: "registration", to: open ? "open" : "closed" };
  await recordAudit(tx, { kind: "settings.changed", detail });
}

/**
 * Stores a registration, hidden until its address is confirmed, and has its mail sent. It does the same for every
 * address, known or not, so that neither the answer nor its time tells who is on the list
 * (product/parents.md#registration).
 * @param registered.under the form whose mail is on its way to the address: these children are confirmed with it, and
 *   no further mail goes out
 * @param registered.submission the key of the opened form: sending the same answers with it again changes nothing
 * @param at ISO 8601 in UTC
 */
export async function register(
  tx: ClubTx,
  { children, under, submission, ...registered }: Registered & { under?: string; submission?: string },
  at: string,
): Promise<void> {
  const ids = children.map((_, index) =>
    submission ? hashOf(JSON.stringify([submission, registered, children, index])).slice(0, 22) : newId(),
  );
  const [first = ""] = ids;
  const stored = await tx
    .insertInto("registrations")
    .values(
      children.map((child, index) => ({
        ...registered,
        ...child,
        id: ids[index] as string,
        email_key: emailKey(registered.email),
        status: "unconfirmed" as const,
        created_at: at,
        confirmed_at: null,
        decided_at: null,
        decided_by: null,
        contact_id: null,
        added_by: null,
        form_id: under ?? (index === 0 ? null : first),
      })),
    )
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  if (stored.length > 0 && !under) await recordEvent(tx, { kind: "registration", registrationId: first });
}

/** Loads the newest form of an address that waits to be confirmed by its mail; undefined for none. */
export async function formToConfirm(db: ClubDb, email: string): Promise<string | undefined> {
  const form = await db
    .selectFrom("registrations")
    .select("id")
    .where("email_key", "=", emailKey(email))
    .where("status", "=", "unconfirmed")
    .where("form_id", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return form?.id;
}

/** Loads the children that are confirmed with a form, by name, each with the team: 'Ava, Hawks'. */
export async function childrenOfForm(db: ClubDb, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("registrations as r")
    .leftJoin("teams as t", "t.id", "r.team_id")
    .select(["r.child_name", "t.name as teamName"])
    .where((eb) => eb.or([eb("r.id", "=", id), eb("r.form_id", "=", id)]))
    .where("r.status", "=", "unconfirmed")
    .orderBy("r.child_name")
    .execute();
  return rows.map(({ child_name, teamName }) => (teamName ? `${child_name}, ${teamName}` : child_name));
}

/** Loads a registration by its id; undefined where it was erased. */
export const findRegistration = (db: ClubDb, id: string): Promise<RegistrationsTable | undefined> =>
  db.selectFrom("registrations").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Shows the children of a form to the club: its address is confirmed. Repeating it changes nothing; the same child
 * registered twice waits once.
 * @param at ISO 8601 in UTC
 */
export async function confirmRegistration(tx: ClubTx, id: string, at: string): Promise<void> {
  const confirmed = await tx
    .updateTable("registrations")
    .set({ status: "waiting", confirmed_at: at })
    .where((eb) => eb.or([eb("id", "=", id), eb("form_id", "=", id)]))
    .where("status", "=", "unconfirmed")
    .returning(["id", "email_key"])
    .execute();
  const [first] = confirmed;
  if (first) await waitOnce(tx, [first.email_key]);
}

/** Removes duplicates of a child's pending registrations for one team, keeping the one that was confirmed last. */
export async function waitOnce(tx: ClubTx, emailKeys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("registrations")
    .where("email_key", "in", emailKeys)
    .where("status", "=", "waiting")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("registrations as same")
          .select("same.id")
          .whereRef("same.email_key", "=", "registrations.email_key")
          .whereRef("same.child_name", "=", "registrations.child_name")
          .whereRef("same.team_id", "is", "registrations.team_id")
          .where("same.status", "=", "waiting")
          .where(sql<boolean>`(same.confirmed_at, same.id) > (registrations.confirmed_at, registrations.id)`),
      ),
    )
    .execute();
}

/**
 * Queues a child that a manager names for the administrators, because the parent is known and not the manager's
 * (product/parents.md#contacts). No mail goes out.
 * @returns false if the same child is queued already
 */
export async function waitForClub(
  tx: ClubTx,
  child: Pick<RegistrationsTable, "name" | "email" | "child_name" | "team_id">,
  by: string,
  at: string,
): Promise<boolean> {
  const email_key = emailKey(child.email);
  const waits = await tx
    .selectFrom("registrations")
    .select("id")
    .where("email_key", "=", email_key)
    .where("child_name", "=", child.child_name)
    .where("team_id", "is", child.team_id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  if (waits) return false;
  const id = newId();
  await tx
    .insertInto("registrations")
    .values({
      ...child,
      ...{ id, form_id: null, email_key, language: "en", status: "waiting", added_by: by },
      ...{ created_at: at, confirmed_at: at, decided_at: null, decided_by: null, contact_id: null },
    })
    .execute();
  return true;
}

/** Counts the confirmed registrations that the club has to decide. */
export async function countWaiting(db: ClubDb): Promise<number> {
  const { waiting } = await db
    .selectFrom("registrations")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return waiting;
}

/**
 * Loads the notices of the agreements tracker for administrators, in one query: pending registrations, and languages
 * without the club's own words.
 */
export async function clubNotices(
  db: ClubDb,
): Promise<{ registrations: number; withoutParagraph: AgreementLanguage[] }> {
  const { registrations, ...club } = await db
    .selectFrom("club")
    .select(ownParagraphColumns)
    .select((eb) =>
      eb
        .selectFrom("registrations")
        .select((of) => of.fn.countAll<number>().as("waiting"))
        .where("status", "=", "waiting")
        .as("registrations"),
    )
    .executeTakeFirstOrThrow();
  return { registrations: registrations ?? 0, withoutParagraph: languagesWithoutParagraph(club) };
}

export interface WaitingRegistration
  extends Pick<RegistrationsTable, "id" | "name" | "email" | "created_at"> {
  childName: string;
  teamName: string | null;
  /** Name of the contact on the list with this address: accepting adds the child only; null for none. */
  known: string | null;
  /** The manager who named the child; null where the parent registered. */
  addedBy: string | null;
}

/** Loads the oldest confirmed registrations that the club has to decide. @param ids of these only */
export async function waitingRegistrations(
  db: ClubDb,
  ids?: readonly string[],
): Promise<WaitingRegistration[]> {
  const rows = await db
    .selectFrom("registrations as r")
    .leftJoin("teams as t", "t.id", "r.team_id")
    .leftJoin("contacts as c", "c.email_key", "r.email_key")
    .select(["r.id", "r.name", "r.email", "r.created_at"])
    .select(["r.child_name as childName", "t.name as teamName", "r.added_by as addedBy"])
    .select(["c.name as contactName", "c.email as contactEmail"])
    .where("r.status", "=", "waiting")
    .$if(ids !== undefined, (query) => query.where("r.id", "in", [...(ids ?? [])]))
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(REGISTRATIONS_SHOWN)
    .execute();
  return rows.map(({ contactName, contactEmail, ...row }) => ({
    ...row,
    known: contactName || contactEmail,
  }));
}

/**
 * Adds those who registered to the club's parents, each with an agreement that is not sent yet; who is on the list
 * meanwhile gets the child (product/parents.md#registration). Only confirmed ones that still wait.
 * @param about.at ISO 8601 in UTC
 * @returns how many were accepted
 */
export async function acceptRegistrations(
  tx: ClubTx,
  ids: readonly string[],
  about: { by: string; at: string },
): Promise<number> {
  const rows = await tx
    .selectFrom("registrations as r")
    .leftJoin("teams as t", "t.id", "r.team_id")
    .select(["r.id", "r.name", "r.email", "r.child_name", "r.language"])
    .select(["t.id as teamId", "t.age_group as ageGroup", "r.email_key", "r.added_by"])
    .where("r.id", "in", [...ids])
    .where("r.status", "=", "waiting")
    .execute();
  if (rows.length === 0) return 0;
  const { ids: contacts } = await addContacts(
    tx,
    rows.map(({ name, email, language, child_name, teamId, ageGroup }) => ({
      name,
      email,
      language,
      children: [{ name: child_name, teamId, ageGroup: ageGroup ?? "" }],
    })),
    { source: "registered", ...about },
  );
  await noteAccepted(tx, rows, contacts, about);
  await tx
    .updateTable("registrations")
    .set((eb) => ({
      ...FORGOTTEN,
      status: "accepted" as const,
      decided_at: about.at,
      decided_by: about.by,
      contact_id: eb
        .selectFrom("contacts")
        .select("contacts.id")
        .whereRef("contacts.email_key", "=", "registrations.email_key"),
    }))
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length;
}

/** Notes in the histories of agreements the children whom managers had added. */
async function noteAccepted(
  tx: ClubTx,
  rows: readonly { email_key: string; added_by: string | null; child_name: string; teamId: string | null }[],
  contacts: ReadonlyMap<string, string>,
  { at }: { at: string },
): Promise<void> {
  const added = rows.flatMap(({ added_by, ...row }) => (added_by ? [{ ...row, added_by }] : []));
  if (added.length === 0) return;
  const agreements = await tx
    .selectFrom("agreements")
    .select(["id", "contact_id"])
    .where(
      "contact_id",
      "in",
      added.flatMap(({ email_key }) => contacts.get(email_key) ?? []),
    )
    .execute();
  const agreementOf = new Map(agreements.map(({ id, contact_id }) => [contact_id, id]));
  const entries = added.flatMap(({ email_key, added_by, child_name, teamId }) => {
    const agreement_id = agreementOf.get(contacts.get(email_key) ?? "");
    if (!agreement_id) return [];
    const child = { detail: child_name, team_id: teamId, by_name: added_by };
    return [historyRow({ agreement_id, kind: "child-added", at, ...child })];
  });
  await insertRows(tx, "agreement_events", entries);
}

/** Values that erase a registration once it is accepted, or was refused a day ago. */
const FORGOTTEN = { name: "", email: "", email_key: "", child_name: "", team_id: null };

/**
 * Erases the registrations whose address was not confirmed in time, and the persons of those that were refused a day
 * ago (product/privacy.md#retention).
 */
export async function eraseRegistrations(tx: ClubTx, at: Date): Promise<void> {
  await tx
    .deleteFrom("registrations")
    .where("status", "=", "unconfirmed")
    .where("created_at", "<=", daysBefore(at, KEEP.unconfirmedDays).toISOString())
    .execute();
  await tx
    .updateTable("registrations")
    .set(FORGOTTEN)
    .where("status", "=", "refused")
    .where("email_key", "<>", "")
    .where("decided_at", "<=", daysBefore(at, KEEP.refusedDays).toISOString())
    .execute();
}

/** Returns when the next registration is due for erasure; null for none. */
export async function nextRegistrationErasure(db: ClubDb): Promise<Date | null> {
  const oldest = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("registrations")
        .select((of) => of.fn.min("created_at").as("at"))
        .where("status", "=", "unconfirmed")
        .as("unconfirmed"),
      eb
        .selectFrom("registrations")
        .select((of) => of.fn.min("decided_at").as("at"))
        .where("status", "=", "refused")
        .where("email_key", "<>", "")
        .as("refused"),
    ])
    .executeTakeFirstOrThrow();
  const due = [
    ...(oldest.unconfirmed ? [Date.parse(oldest.unconfirmed) + KEEP.unconfirmedDays * DAY_MS] : []),
    ...(oldest.refused ? [Date.parse(oldest.refused) + KEEP.refusedDays * DAY_MS] : []),
  ];
  return due.length === 0 ? null : new Date(Math.min(...due));
}
