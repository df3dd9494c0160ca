import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { waitOnce } from "./registrations.server.ts";

/**
 * Refuses pending registrations. Their content is kept for a day, in which the refusal can be taken back.
 * @param about.at ISO 8601 in UTC; it names the refusal
 * @returns how many were refused
 */
export async function refuseRegistrations(
  tx: ClubTx,
  ids: readonly string[],
  { by, at }: { by: string; at: string },
): Promise<number> {
  const refused = await tx
    .updateTable("registrations")
    .set({ status: "refused", decided_at: at, decided_by: by })
    .where("id", "in", [...ids])
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return Number(refused.numUpdatedRows);
}

/**
 * Matches refused registrations whose person is known, which can be pending again (product/parents.md#registration).
 */
const refusedAfter = (at: string) => (eb: ExpressionBuilder<ClubSchema, "registrations">) =>
  eb.and([
    eb("status", "=", "refused"),
    eb("email_key", "<>", ""),
    eb("decided_at", ">", daysBefore(new Date(at), KEEP.refusedDays).toISOString()),
  ]);

/** Refusals on the club's page. */
const REFUSALS_SHOWN = 100;

/** One press that refused some registrations. */
export interface Refusal {
  at: string;
  by: string;
  registrations: number;
  /** The first two parents by name. */
  parents: string[];
}

/** Loads the newest refusals that can be taken back. */
export async function openRefusals(db: ClubDb, at: string): Promise<Refusal[]> {
  const rows = await db
    .selectFrom("registrations")
    .select((eb) => [
      "decided_at",
      eb.fn.max("decided_by").as("decided_by"),
      eb.fn.countAll<number>().as("registrations"),
      sql<string>`json_group_array(distinct name)`.as("names"),
    ])
    .where(refusedAfter(at))
    .groupBy("decided_at")
    .orderBy("decided_at", "desc")
    .limit(REFUSALS_SHOWN)
    .execute();
  return rows.map(({ decided_at, decided_by, registrations, names }) => ({
    at: decided_at ?? "",
    by: decided_by ?? "",
    registrations,
    parents: (JSON.parse(names) as string[]).sort((a, b) => a.localeCompare(b, "en")).slice(0, 2),
  }));
}

/**
 * Has all registrations of one refusal wait again (product/parents.md#registration). A child that was registered again
 * meanwhile waits once, and one that the club has accepted meanwhile does not wait.
 * @param refusedAt the refusal's moment
 * @returns how many wait again and how many did not have to; both 0 where it was taken back before or forgotten
 */
export async function takeBackRefusal(
  tx: ClubTx,
  refusedAt: string,
  at: string,
): Promise<{ back: number; twice: number }> {
  const rows = await tx
    .updateTable("registrations")
    .set({ status: "waiting", decided_at: null, decided_by: null })
    .where(refusedAfter(at))
    .where("decided_at", "=", refusedAt)
    .returning(["id", "email_key"])
    .execute();
  if (rows.length === 0) return { back: 0, twice: 0 };
  const ids = rows.map(({ id }) => id);
  await tx
    .deleteFrom("registrations")
    .where("id", "in", ids)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("contacts as c")
          .innerJoin("children as k", "k.contact_id", "c.id")
          .select("k.id")
          .whereRef("c.email_key", "=", "registrations.email_key")
          .whereRef("k.name", "=", "registrations.child_name")
          .whereRef("k.team_id", "is", "registrations.team_id"),
      ),
    )
    .execute();
  await waitOnce(
    tx,
    rows.map(({ email_key }) => email_key),
  );
  const { back } = await tx
    .selectFrom("registrations")
    .select((eb) => eb.fn.countAll<number>().as("back"))
    .where("id", "in", ids)
    .executeTakeFirstOrThrow();
  return { back, twice: rows.length - back };
}
