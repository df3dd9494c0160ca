import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/** What an agreement's link names. */
export interface LinkedAgreement {
  clubCode: string;
  clubColor: string | null;
  clubStatus: ClubsTable["status"];
  /** When the club's year ends, ISO-8601 UTC. */
  termEndsAt: string;
  agreementId: string;
  /** Only the agreement's newest issue may be signed. */
  issue: number;
}

/** The length of our tokens: 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/;

/** The agreement that a token leads to; null for one that is not ours (product.md#public-agreement). */
export async function linkedAgreement(control: ControlDb, token: string): Promise<LinkedAgreement | null> {
  if (!TOKEN.test(token)) return null;
  const link = await control
    .selectFrom("agreement_links as l")
    .innerJoin("clubs as c", "c.code", "l.club_code")
    .select(["l.club_code as clubCode", "l.agreement_id as agreementId", "l.issue"])
    .select(["c.color as clubColor", "c.status as clubStatus", "c.term_ends_at as termEndsAt"])
    .where("l.token_hash", "=", hashOf(token))
    .where("c.status", "!=", "creating")
    .executeTakeFirst();
  return link ?? null;
}
