import { sql } from "kysely";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { VerificationDocumentsTable, VerificationsTable } from "#app/db/control/verification-tables.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { VerificationStatus } from "./verification.ts";

/** A club's verification; one that has not begun has no row yet. Times are ISO-8601 UTC. */
export async function findVerification(
  control: ControlDb,
  clubCode: string,
): Promise<(VerificationsTable & { unpaid: number }) | null> {
  const row = await control
    .selectFrom("verifications")
    .selectAll()
    .select(unpaidOf("verifications.club_code").as("unpaid"))
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

/** SQL: whether a club owes a shortfall: its invoice is open, or about to be. */
export const unpaidOf = (clubCode: string) => sql<number>`exists (
  select 1 from settlements s left join invoices i on i.settlement_id = s.id
  where s.club_code = ${sql.ref(clubCode)} and s.voided_at is null and s.difference_cents > 0
    and (i.status is null or i.status = 'open'))`;

/**
 * SQL: a verification's status as it counts: an adjusted one is done once nothing of it is owed
 * (product.md#verification).
 * @param v alias of the verification, which may be missing
 */
export const statusOf = (v: string, clubCode: string) => sql<VerificationStatus>`case
  when ${sql.ref(`${v}.status`)} is null then 'pending'
  when ${sql.ref(`${v}.status`)} = 'needs_adjustment' and not ${unpaidOf(clubCode)} then 'approved'
  else ${sql.ref(`${v}.status`)} end`;

/** A club with what is known of its number of players; null before staff have verified it. */
export type VerifiedClub = ClubsTable & { verification: VerificationStatus; players: number | null };

/** A club with what is known of its number of players, or null. */
export async function verifiedClub(control: ControlDb, clubCode: string): Promise<VerifiedClub | null> {
  const row = await control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", "v.club_code", "c.code")
    .selectAll("c")
    .select("v.actual_players as players")
    .select(statusOf("v", "c.code").as("verification"))
    .where("c.code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

/** The club's verification, made where it has not begun yet. @returns its id and state */
export async function beginVerification(
  tx: ControlTx,
  clubCode: string,
  at: Date,
): Promise<Pick<VerificationsTable, "id" | "number" | "status">> {
  const known = await tx
    .selectFrom("verifications")
    .select(["id", "number", "status"])
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  if (known) return known;
  const { last } = await tx
    .selectFrom("verifications")
    .select(({ fn }) => fn.max<number | null>("number").as("last"))
    .executeTakeFirstOrThrow();
  const begun = { id: newId(), number: (last ?? 0) + 1, status: "pending" as const };
  await tx
    .insertInto("verifications")
    .values({
      ...begun,
      club_code: clubCode,
      actual_players: null,
      notes: "",
      created_at: at.toISOString(),
      submitted_at: null,
      reviewed_by: null,
      reviewed_at: null,
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

/** The documents of a verification, in the order in which they came. */
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

/** Whose document each is: every one that we keep. */
export const allDocuments = (control: ControlDb) =>
  control.selectFrom("verification_documents").select(["id", "club_code", "bytes"]).execute();

/** A document of a club, or null: another club's is not found. */
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
