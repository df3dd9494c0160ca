import { type StaffOnly, addresses as table, type Who } from "#app/config/address-table.ts";

export type { StaffOnly, Who };
export const isStaffOnly = (who: Who): who is StaffOnly => who.startsWith("staff") && !who.includes(".");

export interface Address {
  path: string;
  /** Folder of app/routes/ that answers. */
  area: string;
  GET: Who;
  POST?: Who;
  leadsBack?: boolean;
  openWhileSuspended?: boolean;
  /** Another key of thingsOf() for a parameter, if this address is about another kind of thing. */
  standsFor?: Record<string, string>;
  /** Query that an address needs, with parameters like its path. */
  query?: string;
}

const ofContacts = { standsFor: { importId: "contactsImportId" } };
const signed = { standsFor: { agreementId: "signedAgreementId" } };
const ofClub = { standsFor: { slug: "clubSlug" } };
/** Facts that a test needs to request an existing item. */
const asked: Partial<Record<keyof typeof table, Pick<Address, "standsFor" | "query">>> = {
  "/clubs/:slug": ofClub,
  "/clubs/:slug/badge.svg": ofClub,
  "/help/lessons/:slug": { standsFor: { slug: "lesson" } },
  "/account/forgot-password": { query: "for=coach" },
  "/advanced-import/:importId": ofContacts,
  "/advanced-import/:importId/teams": ofContacts,
  "/advanced-import/:importId/columns": ofContacts,
  "/advanced-import/:importId/names": ofContacts,
  "/advanced-import/:importId/contacts": ofContacts,
  "/advanced-import/:importId/problems.csv": ofContacts,
  "/advanced-import/:importId/undo": { standsFor: { importId: "finishedContactsImportId" } },
  "/schedule/imports/:importId/undo": { standsFor: { importId: "finishedImportId" } },
  "/incidents/:incidentId/close": { standsFor: { incidentId: "majorIncidentId" } },
  "/incidents/:incidentId/reopen": { standsFor: { incidentId: "closedIncidentId" } },
  "/rewards/earned/:earnedId/email": { standsFor: { earnedId: "awardedId" } },
  "/rewards/earned/:earnedId/certificate.pdf": { standsFor: { earnedId: "awardedId" } },
  "/seasons/:seasonId/archive": { standsFor: { seasonId: "overSeasonId" } },
  "/seasons/:seasonId/season.pdf": { standsFor: { seasonId: "overSeasonId" } },
  "/seasons/:seasonId/board": { standsFor: { seasonId: "overSeasonId" } },
  "/seasons/:seasonId/board/:seasonMailId": { standsFor: { seasonId: "overSeasonId" } },
  "/agreements/:agreementId/export.json": signed,
  "/agreements/:agreementId/copy.pdf": signed,
  "/club/settings/rating-policy/preview": { query: "policy=average&scope=all" },
  "/reports/pulse/send": { query: "closes=2099-01-01&team=:teamId" },
  "/mobile-rating": { query: "game=:gameId" },
};

/** The table of app/config/address-table.ts, as rows. */
export const addresses: Address[] = Object.entries(table).map(([path, { file, ...who }]) => ({
  path,
  area: file.split("/")[0] ?? "",
  ...who,
  ...asked[path as keyof typeof table],
}));
