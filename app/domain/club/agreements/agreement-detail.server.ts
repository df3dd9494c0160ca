import type {
  AgreementEventsTable,
  AgreementsTable,
  ClubDb,
  ClubTable,
  ContactsTable,
} from "#app/db/club/schema.ts";
import type { ownParagraphColumns } from "#app/domain/club/evidence/own-paragraph.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { Joined } from "./later-children.ts";

/** An agreement with its parent and children, as its own page shows it. */
export interface AgreementDetail extends AgreementsTable {
  contact: Pick<
    ContactsTable,
    "id" | "name" | "email" | "delivery" | "delivery_reason" | "language" | "mail_stopped_at" | "source"
  >;
  /** The club's own words, for what the parent will read. */
  club: Pick<ClubTable, (typeof ownParagraphColumns)[number]>;
  children: (Joined & {
    id: string;
    name: string;
    teamId: string | null;
    teamName: string | null;
    ageGroup: string;
  })[];
}

/** Finds an agreement; not that of a person who was erased. */
export async function findAgreement(db: ClubDb, id: string): Promise<AgreementDetail | undefined> {
  const agreement = await db.selectFrom("agreements").selectAll().where("id", "=", id).executeTakeFirst();
  if (!agreement) return undefined;
  const [found, children] = await Promise.all([
    db
      .selectFrom(["contacts as c", "club"])
      .select([
        "c.id",
        "c.name",
        "c.email",
        "c.delivery",
        "c.delivery_reason",
        "c.language",
        "c.mail_stopped_at",
        "c.source",
      ])
      .select(["club.agreement_text", "club.agreement_text_es"])
      .where("c.id", "=", agreement.contact_id)
      .where("c.erased_at", "is", null)
      .executeTakeFirst(),
    db
      .selectFrom("children")
      .leftJoin("teams", "teams.id", "children.team_id")
      .select(["children.id", "children.name", "children.team_id as teamId", "teams.name as teamName"])
      .select(["children.age_group as ageGroup", "children.created_at", "children.team_since"])
      .select(["children.added_by", "children.import_id", "children.confirmed_at"])
      .where("contact_id", "=", agreement.contact_id)
      .orderBy("children.name_key")
      .execute(),
  ]);
  if (!found) return undefined;
  const { agreement_text, agreement_text_es, ...contact } = found;
  return { ...agreement, contact, club: { agreement_text, agreement_text_es }, children };
}

/**
 * Lists an agreement's history, newest first.
 * @param scope the teams whose children its reader may see: entries that name another's are left out
 */
export function historyOf(
  db: ClubDb,
  agreementId: string,
  scope: TeamScope,
): Promise<Pick<AgreementEventsTable, "kind" | "at" | "by_name" | "detail" | "key">[]> {
  return db
    .selectFrom("agreement_events")
    .select(["kind", "at", "by_name", "detail", "key"])
    .where("agreement_id", "=", agreementId)
    .$if(scope !== "all", (query) =>
      query.where((eb) =>
        eb.or([eb("team_id", "is", null), eb("team_id", "in", scope as readonly string[])]),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(HISTORY_ROWS)
    .execute();
}

/** Limit of a page; no agreement reaches it. */
const HISTORY_ROWS = 200;
