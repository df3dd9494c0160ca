import type { ControlDb, ControlTx, LinkTokensTable } from "#app/db/control/schema.ts";
import { suspendedIfEndedBy } from "#app/domain/control/clubs/club-access.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/**
 * Makes an invitation's newest link its only valid one. In a restored club an older link may have had the same token;
 * it is replaced.
 */
export async function replaceInvitationLink(
  tx: ControlTx,
  link: { token: string; clubCode: string; staffId: string; email: string; sentAt: Date },
): Promise<void> {
  await tx
    .deleteFrom("link_tokens")
    .where("subject_id", "=", link.staffId)
    .where("purpose", "=", "invitation")
    .where((eb) =>
      eb.or([eb("token_hash", "<>", hashOf(link.token)), eb("created_at", "<>", link.sentAt.toISOString())]),
    )
    .execute();
  const { token, clubCode, staffId, email } = link;
  const row = { token, purpose: "invitation" as const, club_code: clubCode, subject_id: staffId, email };
  await createLink(tx, row, link.sentAt);
}

/** Loads an invitation's link, used or not, with its club; undefined unless the club is active. */
export function findInvitationLink(control: ControlDb, token: string) {
  if (token.length > 200) return Promise.resolve(undefined);
  return control
    .selectFrom("link_tokens as l")
    .innerJoin("clubs as c", "c.code", "l.club_code")
    .select([
      "l.token_hash as tokenHash",
      "l.subject_id as staffId",
      "l.email",
      "l.used_at as usedAt",
      "c.code as clubCode",
      "c.name as clubName",
      "c.color as clubColor",
      "c.email as clubEmail",
      "c.state as clubState",
      "c.city as clubCity",
    ])
    .where("l.token_hash", "=", hashOf(token))
    .where("l.purpose", "=", "invitation")
    .where("c.status", "=", "active")
    .where("c.term_ends_at", ">", suspendedIfEndedBy(now()))
    .executeTakeFirst();
}

/** Uses up the links of the invitations that were accepted together. */
export async function consumeInvitationLinks(
  tx: ControlTx,
  staffIds: readonly LinkTokensTable["subject_id"][],
  at: Date,
): Promise<void> {
  if (staffIds.length === 0) return;
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "in", staffIds)
    .where("purpose", "=", "invitation")
    .where("used_at", "is", null)
    .execute();
}

/** Loads the stored hashes of invitations' links, by the staff row's id. */
export async function invitationHashes(
  control: ControlDb,
  staffIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await control
    .selectFrom("link_tokens")
    .select(["subject_id", "token_hash"])
    .where("subject_id", "in", staffIds)
    .where("purpose", "=", "invitation")
    .execute();
  return new Map(rows.map((row) => [row.subject_id, row.token_hash]));
}
