import type { Mutation } from "../scripts/protections/mutate.ts";

/** Something that must hold, how to remove it from the code, and the tests of which at least one must then fail. */
export interface Protection {
  holds: string;
  file: string;
  without: Mutation;
  tests: string[];
  /** Runs only the tests whose title contains this, to save time. */
  only?: string;
  /** Also checked in every `npm test`. */
  always?: true;
}

/**
 * The protections that matter most. `npm run protections` removes one at a time in a copy and expects a failing test.
 */
export const protections: Protection[] = [
  // Nothing is lost
  {
    holds: "a commit is on the disk before it is acknowledged (synchronous=FULL)",
    file: "app/db/engine.server.ts",
    without: {
      in: "openFile",
      replaces: "pragma synchronous =",
      with: 'file.pragma("synchronous = NORMAL")',
    },
    tests: ["tests/db/clubs.test.ts"],
  },
  {
    holds: "a row cannot refer to one that does not exist (foreign_keys)",
    file: "app/db/engine.server.ts",
    without: { in: "openFile", replaces: "pragma foreign_keys =", with: 'file.pragma("foreign_keys = OFF")' },
    tests: ["tests/db/engine.test.ts"],
  },
  {
    holds: "a transaction takes the write lock when it starts, so no update is lost (begin immediate)",
    file: "app/db/engine.server.ts",
    without: { in: "beginTransaction", replaces: "run", with: 'this.#connection.run("begin")' },
    tests: ["tests/db/engine.test.ts"],
  },
  {
    holds: "a query on the outer handle inside a transaction throws instead of escaping it",
    file: "app/db/engine.server.ts",
    without: { in: "acquireConnection", ignores: "driver" },
    tests: ["tests/db/clubs.test.ts"],
    only: "outer handle",
  },
  {
    holds: "a change and its outbox event are committed together or not at all",
    file: "app/journeys/club-events/change-club.server.ts",
    without: { in: "changeClub", replaces: "inTransaction", with: "work(ctx.db as unknown as ClubTx)" },
    tests: ["tests/journeys/club-events/change-club.test.ts"],
  },
  {
    holds:
      "the control database marks the club as having events before the commit, so a crash in between loses no event",
    file: "app/journeys/club-events/change-club.server.ts",
    without: { in: "withEventDelivery", replaces: "announceEvents", with: '"0"' },
    tests: ["tests/journeys/club-events/change-club.test.ts"],
  },
  {
    holds: "a rating records its outbox event",
    file: "app/domain/club/ratings/ratings.server.ts",
    without: { in: "addVersion", drops: "recordEvent" },
    tests: ["tests/domain/club/ratings/ratings.test.ts"],
  },
  {
    holds: "a rating form sent twice is one rating",
    file: "app/domain/club/ratings/ratings.server.ts",
    without: { in: "openForRating", ignores: "before" },
    tests: ["tests/domain/club/ratings/ratings.test.ts"],
  },
  {
    holds: "two mails with the same key are one mail",
    file: "app/mail/queue-mail.server.ts",
    without: { in: "queueChunk", replaces: "column key", with: 'conflict.column("id")' },
    tests: ["tests/mail/queue-mail.test.ts"],
    always: true,
  },
  {
    holds: "a mail that Postmark may have accepted is looked up before it is sent again",
    file: "app/mail/send-mail.server.ts",
    without: { in: "sendMail", replaces: "findTaken", with: "null" },
    tests: ["tests/mail/send-mail.test.ts"],
  },
  {
    holds: "a mail's variables are sealed at rest",
    file: "app/mail/render-mail.server.ts",
    without: { in: "sealContents", replaces: "seal", with: "JSON.stringify({ variables, unsubscribe })" },
    tests: ["tests/mail/queue-mail.test.ts"],
    only: "is sealed",
  },
  {
    holds: "a mail's subject is one line when it is sent",
    file: "app/mail/render-mail.server.ts",
    without: { in: "renderMail", drops: "refuseLineBreak" },
    tests: ["tests/mail/send-mail.test.ts"],
    only: "two lines",
  },
  {
    holds: "two jobs with the same key are one job",
    file: "app/queue/queue.server.ts",
    without: { in: "enqueueAll", replaces: "column key", with: 'conflict.column("id")' },
    tests: ["tests/jobs/jobs.test.ts"],
  },
  {
    holds: "a job of a club that is unavailable waits and is never given up",
    file: "app/queue/queue.server.ts",
    without: { in: "failJob", sets: "waits", to: "false" },
    tests: ["tests/routes/club/club-unavailable.test.ts"],
  },
  {
    holds: "undoing an import restores every value",
    file: "app/domain/club/schedule-import/undo-import.server.ts",
    without: { in: "undoImport", sets: "external_id", to: 'eb.ref("games.external_id")' },
    tests: ["tests/journeys/schedule-import/import-games.test.ts"],
  },
  {
    holds: "a restore refuses a copy whose hash differs from the manifest's",
    file: "scripts/restore/fetch.ts",
    without: { in: "fetchCopy", ignores: "hashOfFile" },
    tests: ["tests/scripts/restore.test.ts"],
  },
  {
    holds: "a form filled from an older version of a team does not write over the newer one",
    file: "app/domain/club/teams/teams.server.ts",
    without: { in: "editTeam", ignores: "teamVersion" },
    tests: ["tests/routes/club/stale-forms.test.ts"],
  },
  {
    holds: "a form filled from older facts of an incident does not write over newer ones",
    file: "app/domain/club/incidents/incident-changes.server.ts",
    without: { in: "saveFacts", ignores: "factsVersion" },
    tests: ["tests/routes/club/stale-forms.test.ts"],
  },
  {
    holds: "a change of the rating policy is refused where ratings changed after its preview",
    file: "app/domain/club/rating-policy/rating-policy.server.ts",
    without: { in: "changePolicy", ignores: "version" },
    tests: ["tests/domain/club/rating-policy/rating-policy.test.ts"],
  },
  {
    holds: "a change of the rating policy records an outbox event for each team with another score",
    file: "app/domain/club/rating-policy/rating-policy.server.ts",
    without: { in: "changePolicy", drops: "recordEvent" },
    tests: ["tests/domain/club/rating-policy/rating-policy.test.ts"],
  },
  {
    holds: "a case is erased when its time has come, with its notes",
    file: "app/domain/club/incidents/erase-incidents.server.ts",
    without: { in: "eraseDueIncidents", drops: "deleteFrom incident_entries" },
    tests: ["tests/routes/club/incidents/incidents.test.ts"],
  },
  {
    holds: "what is kept of a form whose session ended is encrypted",
    file: "app/domain/control/kept-forms/kept-forms.server.ts",
    without: { in: "keepForm", replaces: "seal", with: "text" },
    tests: ["tests/routes/club/kept-forms.test.ts"],
  },
  {
    holds: "a rating form filled from an older version of the rating does not replace the newer one",
    file: "app/domain/club/ratings/ratings.server.ts",
    without: { in: "rateGame", ignores: "version" },
    tests: ["tests/routes/club/stale-forms.test.ts"],
  },
  {
    holds: "a form refused for another reason keeps the version that it was filled from",
    file: "app/ui/post-form.tsx",
    without: { in: "Version", sets: "typed", to: "undefined" },
    tests: ["tests/routes/club/stale-forms.test.ts"],
  },

  // Tenants and permissions
  {
    holds: "who coaches an archived or deleted team has it no more",
    file: "app/domain/club/staff/staff.server.ts",
    without: { in: "assignmentsOf", drops: "where teams.status" },
    tests: ["tests/routes/club/teams/team-status.test.ts"],
  },
  {
    holds: "the games of an archived or deleted team cannot be rated",
    file: "app/domain/club/ratings/ratings.server.ts",
    without: { in: "findRatedGame", drops: "where teams.status" },
    tests: ["tests/routes/club/teams/team-status.test.ts"],
  },
  {
    holds: "staff without an active team leave the club",
    file: "app/domain/club/staff/staff.server.ts",
    without: { in: "accountsWithoutTeam", drops: "where teams.status" },
    tests: ["tests/routes/club/teams/team-status.test.ts"],
  },
  {
    holds: "a deleted team cannot be restored after 30 days",
    file: "app/domain/club/teams/team-status.server.ts",
    without: { in: "restoreTeam", ignores: "isRestorable" },
    tests: ["tests/routes/club/teams/team-status.test.ts"],
  },
  {
    holds: "a backup does not trust a file written within the last two seconds",
    file: "app/db/stamp.server.ts",
    without: { in: "stampOf", assumes: "latest" },
    tests: ["tests/db/stamp.test.ts"],
  },
  {
    holds: "a new club's file is on the disk before it has its name",
    file: "app/db/clubs.server.ts",
    without: {
      in: "create",
      replaces: "writeThrough",
      with: '(await import("node:fs")).writeFileSync(building, bytes)',
    },
    tests: ["tests/db/new-club.test.ts"],
  },
  {
    holds: "an unclear 5xx of Postmark is no clear refusal",
    file: "app/mail/send-mail.server.ts",
    without: {
      in: "settleFailure",
      replaces: "putOff",
      with: "putOff(control, [mail], { reason, refused: true })",
    },
    tests: ["tests/mail/send-mail.test.ts"],
    only: "is no clear refusal",
  },
  {
    holds: "mails of a batch that Postmark may have accepted are looked up before they are sent again",
    file: "app/mail/send-batch.server.ts",
    without: { in: "settleUnclear", replaces: "findTaken", with: "new Map<string, string>()" },
    tests: ["tests/mail/send-batch.test.ts"],
  },
  {
    holds: "a mail that somebody waits for goes before thousands of reminders",
    file: "app/queue/queue.server.ts",
    without: { in: "takeJob", drops: "orderBy bulk" },
    tests: ["tests/mail/send-batch.test.ts"],
    only: "waits for at most one batch",
  },
  {
    holds: "the last step of joining renews the membership",
    file: "app/journeys/staff/join-staff.server.ts",
    without: { in: "joinStaff", drops: "joinClub tx" },
    tests: ["tests/journeys/staff/invitations.test.ts"],
    only: "a removal ended between two steps",
  },
  {
    holds: "/healthz says when jobs are late",
    file: "app/server/health.server.ts",
    without: { in: "jobsHealth", assumes: "beat LATE_AFTER_SECONDS" },
    tests: ["tests/server/health.test.ts"],
  },
  {
    holds: "a club's file refuses to be opened as another club's",
    file: "app/db/clubs.server.ts",
    without: { in: "#open", ignores: "owner" },
    tests: ["tests/db/clubs.test.ts"],
    only: "another club",
    always: true,
  },
  {
    holds: "only their owner on the machine can read new database files",
    file: "app/db/sqlite.server.ts",
    without: { in: "makeForOwner", replaces: "openSync", with: 'openSync(path, "a", 0o644)' },
    tests: ["tests/db/engine.test.ts"],
  },
  {
    holds: "without a session every page leads to sign-in",
    file: "app/auth/guards.server.ts",
    without: { in: "requireAccount", replaces: "readSession", with: "({} as SessionRow)" },
    tests: ["tests/architecture/addresses.test.ts"],
  },
  {
    holds: "a role without the capability gets 403",
    file: "app/auth/guards.server.ts",
    without: { in: "requireClubUser", ignores: "capability" },
    tests: ["tests/architecture/addresses.test.ts"],
  },
  {
    holds: "staff of one team cannot reach another team of the same club",
    file: "app/auth/guards.server.ts",
    without: { in: "requireTeam", ignores: "reachesTeam" },
    tests: ["tests/architecture/addresses.test.ts"],
  },
  {
    holds: "staff rate only on the side that is theirs in that team",
    file: "app/domain/club/ratings/rating-permission.ts",
    without: { in: "raterOf", assumes: "teamId" },
    tests: ["tests/routes/club/ratings/rating.test.ts"],
  },
  {
    holds: "a coach of a team cannot plan its games because they manage another team",
    file: "app/domain/club/staff/club-user.ts",
    without: { in: "managesTeam", returns: "true" },
    tests: ["tests/routes/club/games/schedule.test.ts"],
  },
  {
    holds: "a role is asked team by team: managing one team gives nothing in a team that one coaches",
    file: "app/domain/club/staff/club-user.ts",
    without: { in: "roleInTeam", assumes: "teamId" },
    tests: ["tests/architecture/addresses.test.ts"],
    only: "coaches another",
  },
  {
    holds: "a manager looks after coaches only, not after another manager",
    file: "app/domain/club/staff/staff-privacy.ts",
    without: { in: "looksAfter", assumes: "member role" },
    tests: ["tests/routes/club/staff/managers.test.ts"],
  },
  {
    holds: "the last administrator who can sign in stays, also where two remove each other at once",
    file: "app/domain/control/administrators/administrators.server.ts",
    without: { in: "endAdministrator", ignores: "others" },
    tests: ["tests/routes/club/people/people.test.ts"],
    only: "one stays",
  },
  {
    holds: "a manager who is followed by another has no access once the new one has joined",
    file: "app/domain/club/staff/invitations.server.ts",
    without: { in: "acceptInvitations", drops: "endReplacedManagers" },
    tests: ["tests/routes/club/staff/managers.test.ts"],
    only: "follows another",
  },
  {
    holds: "who is removed from the last team leaves the club",
    file: "app/domain/club/staff/staff.server.ts",
    without: { in: "endMembers", sets: "accounts", to: "[] as string[]" },
    tests: ["tests/routes/club/staff/managers.test.ts"],
    only: "follows another",
  },
  {
    holds: "without our server's request context every guard fails closed",
    file: "app/auth/guards.server.ts",
    without: { in: "requestContextOf", ignores: "requestId" },
    tests: ["tests/architecture/ordinary-build.test.ts"],
  },

  // Sealed scores
  {
    holds: "a game is sealed while its other side can still rate blind",
    file: "app/domain/club/ratings/seal.ts",
    without: { in: "isSealed", returns: "false" },
    tests: ["tests/domain/club/ratings/seal.test.ts"],
  },
  {
    holds: "no list, count, strip or board shows a sealed result",
    file: "app/domain/club/ratings/seal.server.ts",
    without: { in: "isSealed", returns: "eb.or([])" },
    tests: ["tests/domain/club/ratings/seal.test.ts"],
  },
  {
    holds: "a sealed rating is shown to nobody but its author and administrators",
    file: "app/domain/club/ratings/seal.ts",
    without: { in: "seesRating", returns: "true" },
    tests: ["tests/domain/club/ratings/seal.test.ts"],
  },
  {
    holds: "no page, count, board entry or mail tells one sealed score from another",
    file: "app/domain/club/ratings/seal.server.ts",
    without: { in: "visibleScore", replaces: "resultIsSealed", with: "eb.or([])" },
    tests: ["tests/routes/club/ratings/sealed-results.test.ts"],
  },
  {
    holds: "a board seals a result again when somebody joins who can still rate blind",
    file: "app/domain/club/staff/invitations.server.ts",
    without: { in: "acceptInvitations", drops: "recordEvent" },
    tests: ["tests/journeys/leaderboard/update-leaderboard.test.ts"],
    only: "whose coach alone has rated",
  },
  {
    holds: "a result opens on the boards when its 48 hours end",
    file: "app/domain/club/leaderboard/entries.server.ts",
    without: { in: "leaderboardEntries", replaces: "nextOpenings", with: "new Map<string, string>()" },
    tests: ["tests/journeys/leaderboard/update-leaderboard.test.ts"],
    only: "whose coach alone has rated",
  },
  {
    holds: "'today' is the club's date, not UTC's",
    file: "app/routes/club/games/game-view.ts",
    without: { in: "viewScheduledGame", replaces: "dateAt", with: "at.toISOString().slice(0, 10)" },
    tests: ["tests/routes/club/today.test.ts"],
  },
  {
    holds: "a new team's season is that of the club's date",
    file: "app/routes/club/teams/new.tsx",
    without: { in: "loader", replaces: "dateAt", with: "now().toISOString().slice(0, 10)" },
    tests: ["tests/routes/club/today.test.ts"],
  },
  {
    holds: "a rater corrects their rating for 48 hours only",
    file: "app/domain/club/ratings/rating-permission.ts",
    without: { in: "correctableUntil", returns: "new Date(8.64e15)" },
    tests: ["tests/domain/club/ratings/rating-permission.test.ts"],
  },

  // Sign-in
  {
    holds: "only hashes of sessions and links are stored",
    file: "app/runtime/ids.server.ts",
    without: { in: "hashOf", returns: "secret" },
    tests: ["tests/routes/secrets.test.ts"],
  },
  {
    holds: "a link works for its own purpose only",
    file: "app/domain/control/links/links.server.ts",
    without: { in: "findLink", drops: "where purpose" },
    tests: ["tests/routes/secrets.test.ts"],
  },
  {
    holds: "a secret that is being replaced still verifies the links that it made",
    file: "app/runtime/ids.server.ts",
    without: { in: "storedLinkToken", returns: "linkToken(...link)" },
    tests: ["tests/auth/secret-rotation.test.ts"],
  },
  {
    holds: "a link works once",
    file: "app/domain/control/links/links.server.ts",
    without: { in: "consumeLink", sets: "used_at", to: "null" },
    tests: ["tests/routes/account/passwords/reset-password.test.ts"],
  },
  {
    holds: "ten failed sign-ins under one name from one network lock it there",
    file: "app/domain/control/sign-in/sign-in-limits.server.ts",
    without: { in: "startSignInAttempt", returns: "true" },
    tests: ["tests/routes/account/sign-in/sign-in.test.ts"],
  },
  {
    holds: "a stranger's failed sign-ins lock a name nowhere but in the stranger's network",
    file: "app/domain/control/sign-in/sign-in-limits.server.ts",
    without: { in: "sourceOf", returns: "nameOf(attempt)" },
    tests: ["tests/domain/control/sign-in/sign-in-limits.test.ts"],
  },
  {
    holds: "a browser that signed in before is not locked out by others in its network",
    file: "app/auth/known-browser.server.ts",
    without: { in: "knownBrowser", returns: "null" },
    tests: ["tests/routes/account/sign-in/sign-in.test.ts"],
    only: "after ten failures",
  },
  {
    holds: "signing in again ends the browser's former session",
    file: "app/auth/sign-in.server.ts",
    without: { in: "signIn", drops: "endSession" },
    tests: ["tests/routes/account/sign-in/sign-in.test.ts"],
    only: "again ends the session",
  },
  {
    holds: "after sign-in nobody is led to another site",
    file: "app/auth/redirect-target.ts",
    without: { in: "safeRedirect", returns: "String(target)" },
    tests: ["tests/auth/redirect-target.test.ts"],
    always: true,
  },
  {
    holds: "scripts cannot read cookies (HttpOnly)",
    file: "app/auth/cookies.server.ts",
    without: { in: "base", sets: "httpOnly", to: "false" },
    tests: ["tests/auth/cookies.test.ts"],
  },

  // Money
  {
    holds: "a double click on Pay opens one payment (idempotency key)",
    file: "app/journeys/billing/start-payment.server.ts",
    without: { in: "openPage", sets: "idempotencyKey", to: "String(Math.random())" },
    tests: ["tests/routes/account/signup/sign-up-payment.test.ts"],
  },
  {
    holds: "a webhook counts only with Stripe's signature",
    file: "app/payments/stripe.server.ts",
    without: { in: "verifyWebhook", replaces: "constructEvent", with: "JSON.parse(String(rawBody))" },
    tests: ["tests/payments/stripe.test.ts"],
  },
  {
    holds: "a report on a mail counts only with the webhook's credentials",
    file: "app/mail/postmark-webhook.server.ts",
    without: { in: "isPostmark", returns: "true" },
    tests: ["tests/routes/webhooks/postmark.test.ts"],
    only: "401",
  },
  {
    holds: "guessing the webhook's credentials ends after thirty wrong ones in an hour",
    file: "app/routes/webhooks/postmark.ts",
    without: { in: "action", ignores: "mayTryWebhook" },
    tests: ["tests/routes/webhooks/postmark.test.ts"],
    only: "thirty wrong ones",
  },
  {
    holds: "what is known of a mail's delivery never moves back",
    file: "app/domain/values/delivery.ts",
    without: { in: "advanceDelivery", returns: "told" },
    tests: ["tests/domain/values/delivery.test.ts"],
  },
  {
    holds: "a club that signs up again is asked before it pays",
    file: "app/domain/control/signup/same-club.server.ts",
    without: { in: "findSameClub", returns: "null" },
    tests: ["tests/routes/account/signup/same-club.test.ts"],
  },
  {
    holds: "the second payment for one sign-up is refunded",
    file: "app/journeys/signup/sign-up.server.ts",
    without: { in: "reportPayment", drops: "markRefunded" },
    tests: ["tests/journeys/signup/sign-up.test.ts"],
    only: "refunded once",
  },
  {
    holds: "a webhook event that arrives twice counts once",
    file: "app/journeys/billing/webhook-event.server.ts",
    without: { in: "receiveWebhookEvent", ignores: "kept" },
    tests: ["tests/journeys/billing/webhook-event.test.ts"],
  },

  // Output
  {
    holds: "text on a page is escaped",
    file: "app/ui/facts.tsx",
    without: { in: "Facts", unescapes: "dd" },
    tests: ["tests/security/escape.test.ts"],
  },
  {
    holds: "a cell of a CSV file is never a formula",
    file: "app/spreadsheets/write-csv.server.ts",
    without: { in: "neutralized", returns: "cell" },
    tests: ["tests/spreadsheets/read-csv.test.ts"],
    always: true,
  },
  {
    holds: "a page loads nothing from elsewhere (Content-Security-Policy)",
    file: "app/server/page-headers.server.ts",
    without: { in: "pageHeaders", drops: "set Content-Security-Policy" },
    tests: ["tests/routes/site/site.test.ts"],
  },

  // Requests
  {
    holds: "a form sent from another site is refused",
    file: "app/server/request-checks.ts",
    without: { in: "refuseCrossSite", ignores: "isOwnOrigin" },
    tests: ["tests/security/http.test.ts"],
  },
  {
    holds: "a production environment without APP_MODE does not become a demo with known passwords",
    file: "app/config/env.server.ts",
    without: { in: "refuseHalfProduction", returns: "undefined" },
    tests: ["tests/architecture/environment.test.ts"],
    only: "without APP_MODE",
  },
  {
    holds: "production refuses secrets and addresses that cannot be real",
    file: "app/config/env.server.ts",
    without: { in: "refuseUnsafeProduction", replaces: "shapeProblems", with: "[] as string[]" },
    tests: ["tests/architecture/environment.test.ts"],
    only: "wrong shape",
  },
  {
    holds: "an invitation is counted before it is written, so many at once do not pass the daily limit",
    file: "app/journeys/staff/send-invitation.server.ts",
    without: { in: "withinDailyLimit", replaces: "mayInvite", with: "true" },
    tests: ["tests/routes/account/staff/invitation.test.ts"],
    only: "sixty invitations",
  },
  {
    holds: "one rating takes a few versions in a minute, however many are sent at once",
    file: "app/domain/club/ratings/ratings.server.ts",
    without: { in: "tooManyVersions", returns: "false" },
    tests: ["tests/domain/club/ratings/ratings.test.ts"],
    only: "fifty versions",
  },
  {
    holds: "a link that stops mails takes no post from another site's page",
    file: "app/server/request-checks.ts",
    without: { in: "isOneClick", returns: "MAIL_STOP.test(path)" },
    tests: ["tests/server/app.test.ts"],
  },
  {
    holds: "opening a link that stops mails changes nothing, and a post that says nothing neither",
    file: "app/routes/account/mail-stop/index.tsx",
    without: { in: "action", ignores: "isOneClick" },
    tests: ["tests/routes/account/mail-stop/mail-stop.test.ts"],
  },
  {
    holds: "the token of a link that stops mails is stored as a hash only",
    file: "app/domain/control/notifications/stop-links.server.ts",
    without: { in: "stopTokens", replaces: "hashOf", with: "(tokens[index] as string)" },
    tests: ["tests/routes/account/mail-stop/mail-stop.test.ts"],
  },
  {
    holds: "a person's switch stops a kind of mail",
    file: "app/domain/control/notifications/preferences.ts",
    without: { in: "wants", returns: "preferences.emailOn" },
    tests: ["tests/journeys/club-week/week-of-a-club.test.ts"],
  },
  {
    holds: "who left the club between an event and the digest gets nothing of it",
    file: "app/journeys/notifications/deliver.server.ts",
    without: { in: "sendEntries", ignores: "gets" },
    tests: ["tests/journeys/notifications/notify.test.ts"],
  },
  {
    holds: "a perfect game is told to nobody while its result is sealed",
    file: "app/domain/club/ratings/results.server.ts",
    without: { in: "openedResults", replaces: "not isSealed", with: "eb.and([])" },
    tests: ["tests/journeys/club-week/week-of-a-club.test.ts"],
  },
  {
    holds: "no address but the webhooks' own takes a post from elsewhere",
    file: "app/server/request-checks.ts",
    without: { in: "refuseCrossSite", sets: "isWebhook", to: 'req.path.startsWith("/webhooks/")' },
    tests: ["tests/server/app.test.ts"],
  },
  {
    holds: "what a client claims of itself behind a proxy is dropped, but for addresses",
    file: "app/server/forwarded.ts",
    without: { in: "addressOf", returns: "entry.trim()" },
    tests: ["tests/server/forwarded.test.ts"],
  },
  {
    holds: "a client that never reads its answer is cut",
    file: "app/server/listen.ts",
    without: { in: "cutIfUnread", ignores: "writableLength" },
    tests: ["tests/server/listen.test.ts"],
    only: "never reads",
  },
  {
    holds: "what Node refuses itself carries the security headers",
    file: "app/server/listen.ts",
    without: { in: "listen", drops: "on clientError" },
    tests: ["tests/server/listen.test.ts"],
    only: "cannot read",
  },
  {
    holds: "strangers learn of the health check well or ill only",
    file: "app/server/app.ts",
    without: { in: "healthz", replaces: "json { ok: true", with: "res.json(await app.health())" },
    tests: ["tests/server/app.test.ts"],
  },
  {
    holds: "a body over its limit is refused",
    file: "app/server/app.ts",
    without: { in: "createApp", drops: "use limitBody" },
    tests: ["tests/security/http.test.ts"],
  },
  {
    holds: "one address cannot hold the event loop: an address inside an address is read once",
    file: "app/observability/redact.ts",
    without: { in: "redactPair", replaces: "redactParts", with: "redactParts(text, true)" },
    tests: ["tests/observability/redact.test.ts"],
    only: "inside another one",
  },
  {
    holds: "the log keeps no secret of an address",
    file: "app/server/request-log.ts",
    without: { in: "requestLog", replaces: "redactAddress", with: "originalUrl" },
    tests: ["tests/security/http.test.ts"],
  },
  {
    holds: "a calendar shows what its owner reaches at that moment",
    file: "app/journeys/calendars/read-feed.server.ts",
    without: { in: "scopeOf", returns: '"all"' },
    tests: ["tests/routes/api/calendar.test.ts"],
  },
  {
    holds: "the database has no address of a calendar, only its hash",
    file: "app/domain/control/calendars/calendar-feeds.server.ts",
    without: { in: "makeFeed", replaces: "hashOf", with: "tokenOf(id)" },
    tests: ["tests/routes/api/calendar.test.ts"],
  },
  {
    holds: "no text of a game can add a line to a calendar",
    file: "app/calendar/write-calendar.ts",
    without: { in: "escaped", returns: "text" },
    tests: ["tests/calendar/write-calendar.test.ts"],
    only: "stays inside",
  },
  {
    holds: "a workbook cannot unpack to more than it says",
    file: "app/spreadsheets/unzip.server.ts",
    without: { in: "unpack", replaces: "inflateRawSync", with: "inflateRawSync(content)" },
    tests: ["tests/spreadsheets/read-workbook.test.ts"],
    only: "says it is small",
  },
  {
    holds: "a workbook that would unpack to far more than it is, is refused unread",
    file: "app/spreadsheets/unzip.server.ts",
    without: { in: "openZip", ignores: "MAX_RATIO" },
    tests: ["tests/spreadsheets/read-workbook.test.ts"],
    only: "a bomb",
  },

  // Club settings
  {
    holds: "a logo that would unpack to too many pixels is refused by its header",
    file: "app/files/encode-logo.server.ts",
    without: { in: "encode", ignores: "MAX_PIXELS" },
    tests: ["tests/files/encode-logo.test.ts"],
    only: "900 million",
  },
  {
    holds: "a logo is told by its content, so that an SVG is none under any name",
    file: "app/domain/club/settings/logo.ts",
    without: { in: "pictureKind", returns: '"png"' },
    tests: ["tests/files/encode-logo.test.ts"],
    only: "is refused as one",
  },
  {
    holds: "a logo reaches no decoder but those of PNG and JPEG",
    file: "app/files/encode-logo.server.ts",
    without: { in: "loadSharp", drops: "block" },
    tests: ["tests/files/encode-logo.test.ts"],
    only: "reaches no decoder",
  },
  {
    holds: "the link to a club's new address that was replaced stops working",
    file: "app/journeys/settings/club-email.server.ts",
    without: { in: "requestEmailChange", drops: "consumeLinksOf" },
    tests: ["tests/routes/club/settings/club-profile.test.ts"],
    only: "a new address of the club",
  },
  {
    holds: "the address that a club gives up is told",
    file: "app/journeys/club-events/profile.server.ts",
    without: { in: "copy", drops: "sendEmailChanged" },
    tests: ["tests/routes/club/settings/club-profile.test.ts"],
    only: "a new address of the club",
  },
];
