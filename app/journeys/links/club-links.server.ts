import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";

/** Makes the club's next setup link valid. @returns its address with the token. */
export async function issueSetupLink(tx: ControlTx, club: ClubsTable, at: Date): Promise<string> {
  const token = linkToken("setup", club.code, at.getTime());
  await createLink(
    tx,
    { purpose: "setup", club_code: club.code, subject_id: club.code, email: club.email, token },
    at,
  );
  return (
    env().appUrl + setupPath({ code: club.code, name: club.name, contactName: club.contact_name }, token)
  );
}

/** The path of the setup link that is valid now, or null. Written anew from its row: only its hash is stored. */
export async function currentSetupPath(
  control: ControlDb,
  club: { code: string; name: string; contactName: string },
  at: Date,
): Promise<string | null> {
  const link = await control
    .selectFrom("link_tokens")
    .select("created_at")
    .where("subject_id", "=", club.code)
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", at.toISOString())
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!link) return null;
  return setupPath(club, linkToken("setup", club.code, Date.parse(link.created_at)));
}

function setupPath(club: { code: string; name: string; contactName: string }, token: string): string {
  const query = new URLSearchParams({
    setup: club.code.toUpperCase(),
    club: club.name,
    name: club.contactName,
    token,
  });
  return `/contact?${query}`;
}

/** Makes a link valid with which a club whose payment failed pays again. @returns its address. */
export async function issuePaymentLink(
  tx: ControlTx,
  club: ClubsTable,
  sessionId: string,
  at: Date,
): Promise<string> {
  const token = linkToken("payment", sessionId, 1);
  await createLink(
    tx,
    { purpose: "payment", club_code: club.code, subject_id: club.code, email: club.email, token },
    at,
  );
  return `${env().appUrl}/pay?token=${token}`;
}

/** Uses up every open link of one purpose of a club: its password is set, or its year is paid. */
export async function consumeLinksOf(
  tx: ControlTx,
  purpose: "setup" | "payment",
  clubCode: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "=", clubCode)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}
