import type { ClubDb } from "#app/db/club/schema.ts";
import { type Member, memberColumns } from "./staff.server.ts";

/** Everybody with an email (lower case) on a team's staff, invited or active; who was invited last comes first. */
export function membersWithEmail(db: ClubDb, email: string): Promise<Member[]> {
  return db
    .selectFrom("staff")
    .select(memberColumns)
    .where("email", "=", email)
    .where("status", "<>", "removed")
    .orderBy("invited_at", "desc")
    .orderBy("id")
    .execute();
}
