import type { addresses } from "#app/config/address-table.ts";

/**
 * What staff who act for a club reach there (product.md#acting-for-a-club). `see`: the page. `change`: the page and its form, for
 * super admins; it says what the form changes, for the club's audit log. `no`: 403.
 */
export type ActingReach =
  | { reach: "see"; changes: "" }
  | { reach: "change"; changes: string }
  | { reach: "no"; changes: "" };

const see = { reach: "see", changes: "" } as const;
const no = { reach: "no", changes: "" } as const;
const change = (changes: string) => ({ reach: "change", changes }) as const;

type Path = Exclude<keyof typeof addresses, `${string}*`>;

/**
 * Each address of a club, decided. One that is missing is refused, and a test asks for its decision. Closed is what
 * shows or takes out private words (incidents, parents, people, documents, files, what is sealed), what has to do with
 * money, accounts, sessions and tokens, and what signs or sends in the club's name.
 */
const table = {
  "/account/welcome": no,
  "/dashboard": see,
  "/search": no,
  "/search/results": no,
  "/teams": see,
  "/teams/new": change("a new team"),
  "/teams/archived": see,
  "/teams/email-settings": no,
  "/teams/weekly-reports": no,
  "/teams/invite": no,
  "/teams/:teamId": see,
  "/teams/:teamId/edit": change("a team's settings"),
  "/teams/:teamId/archive": change("a team was archived"),
  "/teams/:teamId/delete": no,
  "/teams/:teamId/restore": change("a team was brought back"),
  "/teams/:teamId/invite": no,
  "/teams/:teamId/staff/:staffId/invitations": no,
  "/teams/:teamId/staff/:staffId/email": no,
  "/teams/:teamId/staff/:staffId/role": no,
  "/teams/:teamId/staff/:staffId/remove": no,
  "/teams/:teamId/manager": no,
  "/schedule": see,
  "/schedule/new": no,
  "/schedule/rained-out": no,
  "/schedule/rained-out/:changeId": no,
  "/advanced-import": no,
  "/advanced-import/template.csv": no,
  "/advanced-import/:importId": no,
  "/advanced-import/:importId/teams": no,
  "/advanced-import/:importId/columns": no,
  "/advanced-import/:importId/names": no,
  "/advanced-import/:importId/contacts": no,
  "/advanced-import/:importId/problems.csv": no,
  "/advanced-import/:importId/undo": no,
  "/schedule/import": no,
  "/schedule/import/template.csv": no,
  "/schedule/imports": no,
  "/schedule/imports/:importId": no,
  "/schedule/imports/:importId/teams": no,
  "/schedule/imports/:importId/club": no,
  "/schedule/imports/:importId/columns": no,
  "/schedule/imports/:importId/dates": no,
  "/schedule/imports/:importId/games": no,
  "/schedule/imports/:importId/problems.csv": no,
  "/schedule/imports/:importId/undo": no,
  "/schedule/calendars": no,
  "/schedule/calendars/:teamId": no,
  // A change of a game mails those who were reminded of it.
  "/schedule/:gameId/edit": no,
  "/schedule/:gameId/cancel": no,
  "/schedule/:gameId/delete": no,
  "/rating": see,
  "/rating/how": see,
  "/rating/waiting": no,
  "/rating/:gameId": see,
  "/rating/:gameId/correction/:side": no,
  "/rating/:gameId/incident": no,
  "/reports": see,
  "/reports/season": see,
  "/reports/games": see,
  "/reports/export.csv": no,
  "/reports/pulse": no,
  "/reports/pulse/new": no,
  "/reports/pulse/send": no,
  "/reports/pulse/export.csv": no,
  "/reports/pulse/:pulseId": no,
  "/reports/pulse/:pulseId/close": no,
  "/reports/referees": no,
  "/reports/referees/:refereesId": no,
  // Its figures count what is still sealed, for administrators.
  "/seasons": no,
  "/seasons/new": no,
  "/seasons/roll-overs/:rollOverId": no,
  "/seasons/:seasonId": no,
  "/seasons/:seasonId/edit": no,
  "/seasons/:seasonId/copy": no,
  "/seasons/:seasonId/roll-over": no,
  "/seasons/:seasonId/archive": no,
  "/seasons/:seasonId/restore": no,
  "/seasons/:seasonId/delete": no,
  "/reports/pdf": no,
  "/reports/pdf/:printId": no,
  "/reports/pdf/:printId/report.pdf": no,
  "/incidents": no,
  "/incidents/export": no,
  "/incidents/:incidentId": no,
  "/incidents/:incidentId/facts": no,
  "/incidents/:incidentId/talks/new": no,
  "/incidents/:incidentId/talks/:talkId": no,
  "/incidents/:incidentId/close": no,
  "/incidents/:incidentId/reopen": no,
  "/incidents/:incidentId/export": no,
  "/incidents/:incidentId/print": no,
  "/agreements": no,
  "/agreements/report.csv": no,
  "/agreements/export.json": no,
  "/agreements/send": no,
  "/agreements/remind": no,
  "/agreements/text": no,
  "/agreements/new": no,
  "/agreements/:agreementId": no,
  "/agreements/:agreementId/request": no,
  "/agreements/:agreementId/reminder": no,
  "/agreements/:agreementId/edit": no,
  "/agreements/:agreementId/children": no,
  "/agreements/:agreementId/children/:childId/remove": no,
  "/agreements/:agreementId/export.json": no,
  "/agreements/:agreementId/copy.pdf": no,
  "/email-collection": no,
  "/email-collection/bulk": no,
  "/email-collection/registrations": no,
  "/email-collection/registrations/refuse": no,
  "/email-collection/qr": no,
  "/email-collection/qr.svg": no,
  "/email-collection/qr.png": no,
  "/agreements/:agreementId/paper": no,
  "/agreements/:agreementId/match": no,
  "/agreements/:agreementId/erase": no,
  "/leaderboard": see,
  "/printables": no,
  "/printables/sheet.pdf": no,
  "/printables/sheet.svg": no,
  "/printables/all.zip": no,
  "/printables/customize": no,
  "/account": no,
  "/account/passkeys": no,
  "/account/passkeys/new": no,
  "/account/email": no,
  "/account/password": no,
  "/notifications": no,
  "/club/settings": no,
  "/club/settings/activity/export": no,
  "/club/settings/logo": no,
  "/club/logo": see,
  "/club/settings/rating-policy": no,
  "/club/settings/rating-policy/preview": no,
  "/verification": no,
  "/verification/submission": no,
  "/verification/documents/:documentId": no,
  "/verification/documents/:documentId/removal": no,
  "/club/public-page": no,
  "/club/billing": no,
  "/club/leave": no,
  "/club/leave/cancel": no,
  "/club/leave/download": no,
  "/club/billing/renew": no,
  "/club/billing/receipts/:entryId": no,
  "/club/announcements": no,
  "/club/announcements/:announcementId": no,
  "/club/people/:personId": no,
  "/club/people/:personId/sign-in": no,
  "/club/people/:personId/remove": no,
  "/mobile-rating": no,
} as const satisfies Partial<Record<Path, ActingReach>>;

export const actingTable: Readonly<Record<string, ActingReach>> = table;

const patterns = Object.keys(table).map((path) => ({
  path,
  parameters: path.split(":").length - 1,
  matches: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}/?$`),
}));

/** What is reached at the path of a request; what no pattern matches is refused. */
export function actingReachOf(pathname: string): ActingReach {
  const [found] = patterns
    .filter(({ matches }) => matches.test(pathname))
    .sort((one, other) => one.parameters - other.parameters);
  return (found && actingTable[found.path]) ?? no;
}
