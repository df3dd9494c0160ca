import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { endMembers, type Member, memberColumns } from "#app/domain/club/staff/staff.server.ts";

/** Person whose traces are removed; name and email as the deleted account had them. */
export interface ForgottenPerson {
  accountId: string;
  name: string;
  email: string;
  /** Time of the deletion, ISO-8601 UTC: later invitations are for another person. */
  deletedAt: string;
}

/** Under what a deleted person's ratings and notes stay. */
export const FORMER = {
  head: "A former coach",
  assistant: "A former coach",
  manager: "A former manager",
  admin: "A former administrator",
} as const;
const FORMER_MEMBER = "A former member";

/** Places and invitations of a person; with the address alone only those that no account has taken up. */
const ofPerson =
  ({ accountId, email, deletedAt }: ForgottenPerson) =>
  (eb: ExpressionBuilder<ClubSchema, "staff">) =>
    eb.or([
      eb("account_id", "=", accountId),
      eb.and([eb("email", "=", email), eb("account_id", "is", null), eb("invited_at", "<=", deletedAt)]),
    ]);

const ofMerge = (accountId: string) => (eb: ExpressionBuilder<ClubSchema, "account_merges">) =>
  eb.or([eb("kept_id", "=", accountId), eb("other_id", "=", accountId)]);

/** Tells whether a club's file has anything of a person. */
export async function knowsPerson(db: ClubDb, person: ForgottenPerson): Promise<boolean> {
  const { accountId } = person;
  const { found } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom("staff").select("id").where(ofPerson(person))),
          eb.exists(eb.selectFrom("ratings").select("id").where("given_by", "=", accountId)),
          eb.exists(eb.selectFrom("incident_entries").select("id").where("author_id", "=", accountId)),
          eb.exists(eb.selectFrom("account_merges").select("id").where(ofMerge(accountId))),
        ])
        .as("found"),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/**
 * Takes a person out of a club's file: places end, invitations are withdrawn, name and address are gone. Ratings and
 * notes stay, under 'A former coach' (product/privacy.md#deleting-an-account). Repeating it changes nothing.
 */
export async function forgetPerson(tx: ClubTx, person: ForgottenPerson): Promise<void> {
  const members: Member[] = await tx
    .selectFrom("staff")
    .select(memberColumns)
    .where(ofPerson(person))
    .execute();
  await endMembers(tx, members, { by: null, ending: "removed", at: new Date(person.deletedAt) });
  await forgetMembers(tx, members);
  await tx.deleteFrom("account_merges").where(ofMerge(person.accountId)).execute();
  await forgetAuthor(tx, person.accountId);
  const sameName = await tx
    .selectFrom("staff")
    .select("id")
    .where("name", "=", person.name)
    .where("status", "<>", "removed")
    .executeTakeFirst();
  // If only a name was kept, it may mean another person of that name.
  if (!sameName) await forgetName(tx, person.name);
}

async function forgetMembers(tx: ClubTx, members: readonly Member[]): Promise<void> {
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .updateTable("staff")
    .set((eb) => ({
      name: eb.case().when("role", "=", "manager").then<string>(FORMER.manager).else(FORMER.head).end(),
      email: "",
      account_id: null,
    }))
    .where("id", "in", ids)
    .execute();
  await tx
    .updateTable("staff_history")
    .set((eb) => ({
      name: eb.case().when("role", "=", "manager").then<string>(FORMER.manager).else(FORMER.head).end(),
    }))
    .where("staff_id", "in", ids)
    .execute();
}

/** Erases the name in rows that carry the account's id beside it. */
async function forgetAuthor(tx: ClubTx, accountId: string): Promise<void> {
  await tx
    .updateTable("ratings")
    .set((eb) => ({
      given_by_name: eb
        .case()
        .when("given_as", "=", "manager")
        .then<string>(FORMER.manager)
        .when("given_as", "=", "admin")
        .then(FORMER.admin)
        .else(FORMER.head)
        .end(),
    }))
    .where("given_by", "=", accountId)
    .execute();
  await tx
    .updateTable("incident_entries")
    .set({ author_name: FORMER.admin })
    .where("author_id", "=", accountId)
    .execute();
  await tx
    .updateTable("policy_changes")
    .set({ changed_by_name: FORMER.admin })
    .where("changed_by", "=", accountId)
    .execute();
  await tx
    .updateTable("day_changes")
    .set({ created_by_name: FORMER_MEMBER })
    .where("created_by", "=", accountId)
    .execute();
  await tx
    .updateTable("earned_rewards")
    .set({ awarded_by: null })
    .where("awarded_by", "=", accountId)
    .execute();
  await tx.deleteFrom("rating_reminders").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("game_reminders").where("account_id", "=", accountId).execute();
  await tx.deleteFrom("report_prints").where("account_id", "=", accountId).execute();
}

/** Erases the name in rows that carry nothing else. */
async function forgetName(tx: ClubTx, name: string): Promise<void> {
  const former = FORMER_MEMBER;
  await tx.updateTable("staff").set({ role_by: former }).where("role_by", "=", name).execute();
  await tx.updateTable("staff_history").set({ from_by: former }).where("from_by", "=", name).execute();
  await tx
    .updateTable("roll_overs")
    .set({ created_by_name: former })
    .where("created_by_name", "=", name)
    .execute();
  await tx
    .updateTable("earned_rewards")
    .set({ awarded_by_name: former })
    .where("awarded_by_name", "=", name)
    .execute();
  await tx.updateTable("taken_out_games").set({ by_name: former }).where("by_name", "=", name).execute();
  await tx.updateTable("staff_history").set({ to_by: former }).where("to_by", "=", name).execute();
  await tx
    .updateTable("incidents")
    .set({ updated_by_name: former })
    .where("updated_by_name", "=", name)
    .execute();
  await tx
    .updateTable("announcements")
    .set({ created_by_name: former })
    .where("created_by_name", "=", name)
    .execute();
  await tx.updateTable("imports").set({ created_by: former }).where("created_by", "=", name).execute();
  await tx.updateTable("registrations").set({ decided_by: former }).where("decided_by", "=", name).execute();
  await tx.updateTable("registrations").set({ added_by: former }).where("added_by", "=", name).execute();
  await tx.updateTable("children").set({ added_by: former }).where("added_by", "=", name).execute();
  const inJson = (by: string) => `"added_by":${JSON.stringify(by)}`;
  await tx
    .updateTable("contact_undo")
    .set(({ fn, val }) => ({
      before: fn<string>("replace", ["before", val(inJson(name)), val(inJson(former))]),
    }))
    .where("before", "like", '%"added_by":"%')
    .execute();
  await tx.updateTable("agreement_events").set({ by_name: former }).where("by_name", "=", name).execute();
}
