/** The patterns of the pages and forms that others link to: exactly those of app/routes.ts. */
export const addresses = [
  "/",
  "/terms",
  "/privacy",
  "/cookies",
  "/terms-of-service",
  "/privacy-policy",
  "/cookie-policy",
  "/signup",
  "/signup/details",
  "/signup/same-club",
  "/signup/payment",
  "/success",
  "/pay",
  "/club/login",
  "/coach/login",
  "/manager/login",
  "/club/choose",
  "/club/suspended",
  "/mail/stop/:token",
  "/sign-out",
  "/account/forgot-password",
  "/account/reset-password",
  "/account/set-up-password",
  "/account/invitation",
  "/account/administrator",
  "/account/welcome",
  "/account/confirm-email",
  "/contact",
  "/dashboard",
  "/teams",
  "/teams/new",
  "/teams/archived",
  "/teams/email-settings",
  "/teams/weekly-reports",
  "/teams/:teamId",
  "/teams/:teamId/edit",
  "/teams/:teamId/archive",
  "/teams/:teamId/delete",
  "/teams/:teamId/restore",
  "/teams/:teamId/invite",
  "/teams/:teamId/staff/:staffId/invitations",
  "/teams/:teamId/staff/:staffId/email",
  "/teams/:teamId/staff/:staffId/role",
  "/teams/:teamId/staff/:staffId/remove",
  "/teams/:teamId/manager",
  "/schedule",
  "/schedule/new",
  "/schedule/rained-out",
  "/schedule/rained-out/:changeId",
  "/advanced-import",
  "/advanced-import/template.csv",
  "/advanced-import/:importId",
  "/advanced-import/:importId/teams",
  "/advanced-import/:importId/columns",
  "/advanced-import/:importId/contacts",
  "/advanced-import/:importId/problems.csv",
  "/advanced-import/:importId/undo",
  "/schedule/import",
  "/schedule/import/template.csv",
  "/schedule/imports",
  "/schedule/imports/:importId",
  "/schedule/imports/:importId/club",
  "/schedule/imports/:importId/teams",
  "/schedule/imports/:importId/columns",
  "/schedule/imports/:importId/dates",
  "/schedule/imports/:importId/games",
  "/schedule/imports/:importId/problems.csv",
  "/schedule/imports/:importId/undo",
  "/schedule/calendars",
  "/schedule/calendars/:teamId",
  "/schedule/:gameId/edit",
  "/schedule/:gameId/cancel",
  "/schedule/:gameId/delete",
  "/rating",
  "/rating/how",
  "/rating/waiting",
  "/rating/:gameId",
  "/rating/:gameId/correction/:side",
  "/rating/:gameId/incident",
  "/incidents",
  "/incidents/export",
  "/incidents/:incidentId",
  "/incidents/:incidentId/facts",
  "/incidents/:incidentId/talks/new",
  "/incidents/:incidentId/talks/:talkId",
  "/incidents/:incidentId/close",
  "/incidents/:incidentId/reopen",
  "/incidents/:incidentId/export",
  "/incidents/:incidentId/print",
  "/agreements",
  "/agreements/report.csv",
  "/agreements/export.json",
  "/agreements/verify",
  "/agreements/send",
  "/agreements/remind",
  "/agreements/text",
  "/agreements/new",
  "/agreements/:agreementId",
  "/agreements/:agreementId/request",
  "/agreements/:agreementId/reminder",
  "/agreements/:agreementId/edit",
  "/agreements/:agreementId/children",
  "/agreements/:agreementId/export.json",
  "/agreements/:agreementId/copy.pdf",
  "/email-collection",
  "/email-collection/bulk",
  "/email-collection/registrations",
  "/email-collection/qr",
  "/email-collection/qr.svg",
  "/email-collection/qr.png",
  "/agreements/:agreementId/paper",
  "/agreements/:agreementId/match",
  "/agreements/:agreementId/erase",
  "/mobile-rating",
  "/leaderboard",
  "/notifications",
  "/club/settings",
  "/club/settings/logo",
  "/club/logo",
  "/club/settings/rating-policy",
  "/club/settings/rating-policy/preview",
  "/club/people/:personId",
  "/club/people/:personId/remove",
  "/calendar/:file",
  "/parent/agreement/:token",
  "/parent/agreement/:token/decline",
  "/parent/agreement/:token/withdraw",
  "/parent/agreement/:token/copy.pdf",
  "/parent/agreement/:token/data",
  "/parent/agreement/:token/stop",
  "/agreement/:token",
  "/register/:slug",
  "/register/confirm/:token",
  "/club/announcements",
  "/club/announcements/:announcementId",
  "/webhooks/stripe",
  "/webhooks/postmark",
] as const;

export type Address = (typeof addresses)[number];

/** The names of a pattern's parameters: `"teamId"` of `/teams/:teamId/edit`. */
type ParameterOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

type Query = Record<string, string | undefined>;
type Values<Pattern extends string> = Record<ParameterOf<Pattern>, string> & Query;

/**
 * The address of a page, with its parameters encoded: `href("/teams/:teamId/edit", { teamId })`. Values that the
 * pattern does not name become the query, without those that are undefined.
 */
export function href<Pattern extends Address>(
  pattern: Pattern,
  ...[values]: [ParameterOf<Pattern>] extends [never] ? [query?: Query] : [values: Values<Pattern>]
): string {
  const query: Query = { ...values };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = query[name];
    delete query[name];
    if (!value) throw new Error(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}
