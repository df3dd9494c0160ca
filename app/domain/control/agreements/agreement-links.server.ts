import type { AgreementLinksTable, ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";

/** One link of an agreement; a later issue ends the one before. */
export type AgreementLink = Pick<AgreementLinksTable, "club_code" | "agreement_id" | "issue">;

/** Returns the token of a link, which every mail of an issue repeats (product/accounts.md#links). */
export const agreementToken = ({ agreement_id, issue }: Omit<AgreementLink, "club_code">): string =>
  linkToken("agreement", agreement_id, issue);

/** Makes some hundred links work; only the hashes of their tokens are stored. Known ones stay as they are. */
export async function storeAgreementLinks(
  tx: ControlTx,
  links: readonly AgreementLink[],
  at: Date,
): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insertInto("agreement_links")
    .values(
      links.map((link) => ({
        token_hash: hashOf(agreementToken(link)),
        club_code: link.club_code,
        agreement_id: link.agreement_id,
        issue: link.issue,
        created_at: at.toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute();
}

/** Ends the links of an agreement before an issue: they lead nowhere, not even to what is kept of the parent. */
export async function endAgreementLinks(
  control: ControlDb,
  clubCode: string,
  { agreementId, before }: { agreementId: string; before: number },
): Promise<void> {
  await control
    .deleteFrom("agreement_links")
    .where("agreement_id", "=", agreementId)
    .where("club_code", "=", clubCode)
    .where("issue", "<", before)
    .execute();
}

export interface LinkedAgreement {
  clubCode: string;
  clubColor: string | null;
  clubStatus: ClubsTable["status"];
  /** End of the club's year, ISO-8601 UTC. */
  termEndsAt: string;
  agreementId: string;
  /** Issue of the agreement; only the newest may be signed. */
  issue: number;
}

/** The length of our tokens: 256 bits as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Loads the agreement that a token leads to; null for one that is not ours (product/agreements.md#public-agreement).
 */
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
