import type { AgreementsTable, ClubTable, ContactsTable } from "#app/db/club/schema.ts";
import type { TestClub, World } from "./world.ts";

/** A parent with an agreement that was sent, and the link of its email. */
export interface ParentLink {
  token: string;
  /** `/parent/agreement/<token>` */
  path: string;
  contactId: string;
  agreementId: string;
}

type AWorld = Pick<World, "platform" | "control">;
type AClub = Pick<TestClub, "code">;

/** Adds a parent with children and an agreement, straight into both databases, as after sending. */
export async function parentLink(
  world: AWorld,
  club: AClub,
  options: {
    name?: string;
    email?: string;
    language?: ContactsTable["language"];
    children?: { name: string; teamId: string | null }[];
    agreement?: Partial<AgreementsTable>;
  } = {},
): Promise<ParentLink> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const { name = "Pat Parent", email = `${newId()}@parents.example`, language, children = [] } = options;
  const at = new Date();
  const { contactId, agreementId } = await world.platform.clubs.use(club.code, (db) =>
    inTransaction(db, async (tx) => {
      const added = await addContacts(
        tx,
        [{ name, email, language, children: children.map((child) => ({ ...child, ageGroup: "" })) }],
        { source: "manual", by: "Ada Admin", at: at.toISOString() },
      );
      const contactId = added.ids.get(email.toLowerCase()) as string;
      const { id: agreementId } = await tx
        .updateTable("agreements")
        .set({
          issue: 1,
          sent_at: at.toISOString(),
          expires_at: new Date(at.getTime() + 30 * 86_400_000).toISOString(),
          ...options.agreement,
        })
        .where("contact_id", "=", contactId)
        .returning("id")
        .executeTakeFirstOrThrow();
      return { contactId, agreementId };
    }),
  );
  const token = await linkOf(world, club, agreementId, 1);
  return { token, path: `/parent/agreement/${token}`, contactId, agreementId };
}

/**
 * Makes the link of an agreement's issue work.
 * @returns its token
 */
export async function linkOf(
  world: AWorld,
  club: AClub,
  agreementId: string,
  issue: number,
): Promise<string> {
  const { hashOf, linkToken } = await import("#app/runtime/ids.server.ts");
  const token = linkToken("agreement", agreementId, issue);
  await world.control
    .insertInto("agreement_links")
    .values({
      token_hash: hashOf(token),
      club_code: club.code,
      agreement_id: agreementId,
      issue,
      created_at: new Date().toISOString(),
    })
    .execute();
  return token;
}

/** Changes an agreement, as if time had passed or a person had acted. */
export const setAgreement = (
  world: AWorld,
  club: AClub,
  agreementId: string,
  values: Partial<AgreementsTable>,
) =>
  world.platform.clubs.use(club.code, (db) =>
    db.updateTable("agreements").set(values).where("id", "=", agreementId).execute(),
  );

/** Changes the club's own row. */
export const setClub = (world: AWorld, club: AClub, values: Partial<ClubTable>) =>
  world.platform.clubs.use(club.code, (db) => db.updateTable("club").set(values).execute());
