import { sql } from "kysely";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { VerificationDocumentsTable, VerificationsTable } from "#app/db/control/verification-tables.ts";
import { termFrom } from "#app/domain/control/clubs/club-access.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { VerificationStatus } from "./verification.ts";

/** Loads a club's verification; one that has not begun has no row yet. Times are ISO-8601 UTC. */
export async function findVerification(
  control: ControlDb,
  clubCode: string,
): Promise<(VerificationsTable & { unpaid: number }) | null> {
  const row = await control
    .selectFrom("verifications")
    .selectAll()
    .select(unpaidOf("verifications.club_code").as("unpaid"))
    .where("club_code", "=", clubCode)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Selects whether a club owes a shortfall: its invoice is open, or about to be. */
export const unpaidOf = (clubCode: string) => sql<number>`exists (
  select 1 from settlements s left join invoices i on i.settlement_id = s.id
  where s.club_code = ${sql.ref(clubCode)} and s.voided_at is null and s.difference_cents > 0
    and (i.status is null or i.status = 'open'))`;

/**
 * Selects a verification's status as it counts: an adjusted one is done once nothing of it is owed
 * (product/verification.md#verification).
 * @param v alias of the verification, which may be missing
 */
export const statusOf = (v: string, clubCode: string) => sql<VerificationStatus>`case
  when ${sql.ref(`${v}.status`)} is null then 'pending'
  when ${sql.ref(`${v}.status`)} = 'needs_adjustment' and not ${unpaidOf(clubCode)} then 'approved'
  else ${sql.ref(`${v}.status`)} end`;

/** A club with what is known of its number of players; null before staff have verified it. */
export type VerifiedClub = ClubsTable & { verification: VerificationStatus; players: number | null };

/** Loads a club with what is known of its number of players, or null. */
export async function verifiedClub(control: ControlDb, clubCode: string): Promise<VerifiedClub | null> {
  const row = await control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", (join) =>
      join.onRef("v.club_code", "=", "c.code").on("v.replaced_at", "is", null),
    )
    .selectAll("c")
    .select(sql<number | null>`coalesce(v.actual_players, v.players_before)`.as("players"))
    .select(statusOf("v", "c.code").as("verification"))
    .where("c.code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

type Begun = Pick<VerificationsTable, "id" | "number" | "status">;

/** Finds the club's verification, and makes it where it has not begun yet. @returns its id and state */
export async function beginVerification(tx: ControlTx, clubCode: string, at: Date): Promise<Begun> {
  return (
    (await findVerification(tx, clubCode)) ??
    insertVerification(tx, { clubCode, playersBefore: null, askedBy: null, at })
  );
}

/**
 * Begins the verification of another year; the one before no longer counts, and its documents go when theirs are due.
 * The club has 30 days again.
 * @param again.askedBy the platform administrator; null where the club sent documents on its own
 */
export async function beginAgain(
  tx: ControlTx,
  before: VerificationsTable,
  { askedBy, at }: { askedBy: string | null; at: Date },
): Promise<Begun> {
  await tx
    .updateTable("verifications")
    .set({ replaced_at: at.toISOString() })
    .where("id", "=", before.id)
    .execute();
  await tx
    .updateTable("clubs")
    .set({ verification_due_at: termFrom(at).verificationDue })
    .where("code", "=", before.club_code)
    .execute();
  const playersBefore = before.actual_players ?? before.players_before ?? null;
  return insertVerification(tx, { clubCode: before.club_code, playersBefore, askedBy, at });
}

/**
 * Takes a verification back that the club began again and sent nothing for: the one before counts as it did.
 * @returns false where staff asked for it, or there is none before
 */
export async function forgetAgain(tx: ControlTx, id: string): Promise<boolean> {
  const begun = await tx
    .selectFrom("verifications")
    .select(["club_code", "asked_by"])
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (!begun || begun.asked_by) return false;
  const before = await tx
    .selectFrom("verifications")
    .select("id")
    .where("club_code", "=", begun.club_code)
    .where("replaced_at", "is not", null)
    .orderBy("replaced_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!before) return false;
  await tx.deleteFrom("verifications").where("id", "=", id).execute();
  await tx.updateTable("verifications").set({ replaced_at: null }).where("id", "=", before.id).execute();
  return true;
}

async function insertVerification(
  tx: ControlTx,
  order: { clubCode: string; playersBefore: number | null; askedBy: string | null; at: Date },
): Promise<Begun> {
  const { last } = await tx
    .selectFrom("verifications")
    .select(({ fn }) => fn.max<number | null>("number").as("last"))
    .executeTakeFirstOrThrow();
  const begun = { id: newId(), number: (last ?? 0) + 1, status: "pending" as const };
  await tx
    .insertInto("verifications")
    .values({
      ...begun,
      club_code: order.clubCode,
      actual_players: null,
      players_before: order.playersBefore,
      notes: "",
      asked_by: order.askedBy,
      created_at: order.at.toISOString(),
      submitted_at: null,
      reviewed_by: null,
      reviewed_at: null,
      replaced_at: null,
      version: 0,
    })
    .execute();
  return begun;
}

/** Puts a verification up for review. @returns false where it is in review, or decided, already */
export async function submitVerification(tx: ControlTx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("verifications")
    .set((eb) => ({
      status: "in_review",
      submitted_at: at.toISOString(),
      notes: "",
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("status", "in", ["pending", "rejected"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Stores a decision.
 * @param decision.version the one that the reviewer saw
 * @returns false where the verification was changed since
 */
export async function decideVerification(
  tx: ControlTx,
  id: string,
  decision: {
    status: "approved" | "rejected" | "needs_adjustment";
    actualPlayers: number | null;
    notes: string;
    reviewedBy: string;
    version: number;
    at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("verifications")
    .set((eb) => ({
      status: decision.status,
      actual_players: decision.actualPlayers,
      notes: decision.notes,
      reviewed_by: decision.reviewedBy,
      reviewed_at: decision.at.toISOString(),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("version", "=", decision.version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Loads the documents of a verification, in the order in which they came. */
export function documentsOf(
  control: ControlDb,
  verificationId: string,
): Promise<VerificationDocumentsTable[]> {
  return control
    .selectFrom("verification_documents")
    .selectAll()
    .where("verification_id", "=", verificationId)
    .orderBy("stored_at")
    .orderBy("id")
    .execute();
}

/** Lists every kept document with the club that it belongs to. */
export const allDocuments = (control: ControlDb) =>
  control.selectFrom("verification_documents").select(["id", "club_code", "bytes"]).execute();

/** Loads a document of a club, or null: another club's is not found. */
export async function findDocument(
  control: ControlDb,
  clubCode: string,
  id: string,
): Promise<VerificationDocumentsTable | null> {
  const document = await control
    .selectFrom("verification_documents")
    .selectAll()
    .where("id", "=", id)
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  return document ?? null;
}

export async function insertDocument(tx: ControlTx, document: VerificationDocumentsTable): Promise<void> {
  await tx.insertInto("verification_documents").values(document).execute();
}

export async function deleteDocument(tx: ControlTx, id: string): Promise<void> {
  await tx.deleteFrom("verification_documents").where("id", "=", id).execute();
}

/** Documents of verifications that were decided before a moment, at most 200. */
export function documentsDecidedBefore(
  control: ControlDb,
  before: Date,
): Promise<Pick<VerificationDocumentsTable, "id" | "club_code">[]> {
  return control
    .selectFrom("verification_documents as d")
    .innerJoin("verifications as v", "v.id", "d.verification_id")
    .select(["d.id", "d.club_code"])
    .where("v.reviewed_at", "<", before.toISOString())
    .where("v.status", "in", ["approved", "rejected", "needs_adjustment"])
    .limit(200)
    .execute();
}
