import type { ClubsTable, ControlDb, ControlTx, PulseLinksTable } from "#app/db/control/schema.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";

/** One link of an invitation to a pulse; a later issue ends the one before. */
export type PulseLink = Pick<PulseLinksTable, "club_code" | "invitation_id" | "issue">;

/** Returns the token of a link, which the request and its reminder share (product/accounts.md#links). */
export const pulseToken = ({ invitation_id, issue }: Omit<PulseLink, "club_code">): string =>
  linkToken("pulse", invitation_id, issue);

/** Makes some hundred links work; only the hashes of their tokens are stored. Known ones stay as they are. */
export async function storePulseLinks(tx: ControlTx, links: readonly PulseLink[], at: Date): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insertInto("pulse_links")
    .values(
      links.map((link) => ({
        token_hash: hashOf(pulseToken(link)),
        club_code: link.club_code,
        invitation_id: link.invitation_id,
        issue: link.issue,
        created_at: at.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute();
}

/** Ends the links of invitations. @param before those of an earlier issue only */
export async function endPulseLinks(
  control: ControlDb,
  invitationIds: readonly string[],
  before = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  if (invitationIds.length === 0) return;
  await control
    .deleteFrom("pulse_links")
    .where("invitation_id", "in", invitationIds)
    .where("issue", "<", before)
    .execute();
}

export interface LinkedPulse {
  clubCode: string;
  clubColor: string | null;
  clubStatus: ClubsTable["status"];
  invitationId: string;
  issue: number;
}

/** The length of our tokens: 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Loads the invitation that a token leads to; null for one that is not ours. */
export async function linkedPulse(control: ControlDb, token: string): Promise<LinkedPulse | null> {
  if (!TOKEN.test(token)) return null;
  const link = await control
    .selectFrom("pulse_links as l")
    .innerJoin("clubs as c", "c.code", "l.club_code")
    .select(["l.club_code as clubCode", "l.invitation_id as invitationId", "l.issue"])
    .select(["c.color as clubColor", "c.status as clubStatus"])
    .where("l.token_hash", "=", hashOf(token))
    .where("c.status", "!=", "creating")
    .executeTakeFirst();
  return link ?? null;
}
