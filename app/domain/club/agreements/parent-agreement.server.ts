import type {
  AgreementsTable,
  ChildrenTable,
  ClubDb,
  ClubTable,
  ContactsTable,
} from "#app/db/club/schema.ts";
import { ownParagraphColumns } from "#app/domain/club/evidence/own-paragraph.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import { sortByName } from "#app/domain/values/names.ts";
import type { Joined } from "./later-children.ts";

/** An agreement with the person who is asked to sign it. */
export interface ParentAgreement {
  club: Pick<ClubTable, "code" | "name" | "timezone" | (typeof ownParagraphColumns)[number]>;
  agreement: Pick<
    AgreementsTable,
    | "id"
    | "status"
    | "issue"
    | "sent_at"
    | "expires_at"
    | "signed_at"
    | "confirm_asked_at"
    | "closed_at"
    | "reminders_sent"
    | "paper"
  >;
  contact: Pick<
    ContactsTable,
    "id" | "name" | "email" | "language" | "source" | "mail_stopped_at" | "created_at" | "updated_at"
  >;
  children: (Joined & Pick<ChildrenTable, "id" | "name" | "team_id"> & { teamName: string | null })[];
}

/** Reads an agreement for the page behind its link; null where it is gone, or its person was erased. */
export async function readParentAgreement(db: ClubDb, agreementId: string): Promise<ParentAgreement | null> {
  const row = await db
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.id", "a.status", "a.issue", "a.sent_at", "a.expires_at", "a.signed_at", "a.closed_at"])
    .select(["a.reminders_sent", "a.paper", "a.confirm_asked_at"])
    .select(["c.id as contactId", "c.name", "c.email", "c.language", "c.source", "c.mail_stopped_at"])
    .select(["c.created_at", "c.updated_at"])
    .where("a.id", "=", agreementId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const club = await db
    .selectFrom("club")
    .select(["code", "name", "timezone", ...ownParagraphColumns])
    .executeTakeFirstOrThrow();
  const children = await db
    .selectFrom("children as c")
    .leftJoin("teams as t", "t.id", "c.team_id")
    .select(["c.id", "c.name", "c.team_id", "t.name as teamName", "c.created_at", "c.team_since"])
    .select(["c.added_by", "c.import_id", "c.confirmed_at"])
    .where("c.contact_id", "=", row.contactId)
    .orderBy("c.name_key")
    .orderBy("c.id")
    .execute();
  const { contactId, name, email, language, source, mail_stopped_at, created_at, updated_at, ...agreement } =
    row;
  const contact = { id: contactId, name, email, language, source, mail_stopped_at, created_at, updated_at };
  return { club, agreement, contact, children };
}

/** A team that a parent can choose. */
export interface TeamChoice {
  id: string;
  label: string;
}

/** Loads the club's active teams by name, as parents choose among them. */
export async function teamChoices(db: ClubDb): Promise<TeamChoice[]> {
  const rows = await db
    .selectFrom("teams")
    .select(["id as teamId", "name as teamName", "season", "age_group"])
    .where("status", "=", "active")
    .orderBy("season")
    .orderBy("id")
    .execute();
  const teams = sortByName(rows, ({ teamName }) => teamName);
  const labels = distinctTeamLabels(teams);
  return teams.map(({ teamId, age_group }, index) => ({
    id: teamId,
    label: age_group ? `${labels[index]} (${age_group})` : (labels[index] ?? ""),
  }));
}

/** View of the page behind an agreement's link (product/agreements.md#public-agreement). */
export type AgreementView = "sign" | "signed" | "expired" | "declined" | "withdrawn" | "closed" | "unknown";

/**
 * Returns the view of an agreement's link. A signed, declined or withdrawn agreement says so at all its links, also at
 * older ones; only the newest link of a pending one can be signed, until it expires.
 * @param issue the link's
 * @param at now, ISO 8601 in UTC
 */
export function agreementView(
  agreement: Pick<AgreementsTable, "status" | "issue" | "expires_at">,
  issue: number,
  at: string,
): Exclude<AgreementView, "closed"> {
  // A link newer than the agreement: the club's file is older than the link.
  if (issue > agreement.issue) return "unknown";
  if (agreement.status !== "pending") return agreement.status;
  const over = agreement.expires_at !== null && agreement.expires_at <= at;
  return over || issue < agreement.issue ? "expired" : "sign";
}
