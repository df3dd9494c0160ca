/** An item of the measure (numbers: OWASP ASVS 5.0), the property here, and the test that would fail without it. */
export type Requirement = { item: string } & (
  | {
      holds: string;
      /** Path below tests/. */
      file: string;
      /** Part of the title of a test, or of a row of its table, as in the file. */
      title: string;
      /** `holds` of its entry in tests/protections.ts, or that the test reads the sources or the build itself. */
      seenRed: string;
    }
  | { missing: string }
);

/** Reason why no line can be removed. */
export const STATIC = "no line to take out: the test reads the sources";
const NAMED = "no line to take out: each query names its columns";
const JSON_LINES = "no line to take out: the log writes JSON, which has no line breaks";

export const requirements: Requirement[] = [
  // Foundations
  {
    item: "Framework: versions",
    holds:
      "The framework and the routers have exactly the versions without the known holes, everywhere in the tree",
    file: "architecture/versions.test.ts",
    title: "the overrides of the security notes are in package.json",
    seenRed: STATIC,
  },
  {
    item: "Framework: flags",
    holds: "Single fetch and lazy route discovery, which had the holes, are off",
    file: "architecture/versions.test.ts",
    title: "the flags whose features have known holes stay off",
    seenRed: STATIC,
  },
  {
    item: "Framework: loaders",
    holds: "A page's data asked for alone is refused like the page: no loader trusts its layout",
    file: "security/matrix.test.ts",
    title: "a stranger who requests only the loader of $address.path gets no data",
    seenRed: "without a session every page leads to sign-in",
  },
  {
    item: "Database: durability",
    holds: "What was answered survives a power cut (synchronous=FULL on every handle)",
    file: "db/engine.test.ts",
    title: "a file has our pragmas",
    seenRed: "a commit is on the disk before it is acknowledged (synchronous=FULL)",
  },
  {
    item: "Database: version",
    holds: "SQLite is newer than the bug that could corrupt a WAL file",
    file: "architecture/versions.test.ts",
    title: "SQLite is newer than the bug that a reset of the WAL had",
    seenRed: STATIC,
  },
  {
    item: "Database: transactions",
    holds: "A query beside its own transaction throws instead of hanging or escaping it",
    file: "db/clubs.test.ts",
    title: "throws and rolls back when its outer handle is used inside it",
    seenRed: "a query on the outer handle inside a transaction throws instead of escaping it",
  },
  {
    item: "Hashing",
    holds: "Passwords are argon2id hashes; somebody without an account costs the same work",
    file: "domain/control/passwords/password.test.ts",
    title: "costs the same work without an account",
    seenRed: "a password is compared with a dummy hash where there is no account",
  },

  // Input and output
  {
    item: "1.2.1",
    holds: "Text that anybody typed is text on every page and in every email",
    file: "security/matrix.test.ts",
    title: "requests and typed text stay text, and every stored text was on some page",
    seenRed: "text on a page is escaped",
  },
  {
    item: "1.2.2",
    holds: "A website that a club enters is an http or https address; others are refused",
    file: "routes/club/settings/club-profile.test.ts",
    title: "the profile is refused with its errors, and everything typed stays",
    seenRed: "a club's website is a web address, never a script's",
  },
  {
    item: "1.2.4",
    holds: "Values reach SQL bound, never as text; raw SQL stays in the database layer",
    file: "architecture/code.test.ts",
    title: "SQL that only one engine understands stays in app/db",
    seenRed: STATIC,
  },
  {
    item: "1.2.10",
    holds: "No cell of an export starts a formula",
    file: "spreadsheets/read-csv.test.ts",
    title: "no cell starts a formula",
    seenRed: "a cell of a CSV file is never a formula",
  },
  {
    item: "1.3.6",
    holds: "Only Stripe's and Postmark's own clients open connections; no typed address is fetched",
    file: "architecture/imports.test.ts",
    title: "the domain sends nothing, opens nothing and draws nothing",
    seenRed: STATIC,
  },
  {
    item: "1.3.7",
    holds: "Email templates take fixed variables, escaped",
    file: "mail/email.test.tsx",
    title: "typed text cannot become markup",
    seenRed: "text in an email is escaped",
  },
  {
    item: "1.3.11",
    holds: "Line breaks and control characters are refused in names, subjects and addresses",
    file: "mail/send-mail.test.ts",
    title: "a mail whose subject has two lines fails",
    seenRed: "a mail's subject is one line when it is sent",
  },
  {
    item: "1.3.12",
    holds: "Every pattern takes linear time, whatever repeats, behind anything",
    file: "architecture/patterns.test.ts",
    title: "a pattern takes time in proportion to the text, whatever is repeated in it",
    seenRed: STATIC,
  },
  {
    item: "2.2.1",
    holds:
      "Forms are read by a schema on the server; ten thousand hostile requests change nothing that is refused",
    file: "security/fuzz.slow.test.ts",
    title: "hostile requests break nothing, leak nothing and change nothing without permission",
    seenRed: "a rating form sent twice is one rating",
  },
  {
    item: "2.3.1",
    holds: "There is no club before its payment is confirmed, and no payment before its details",
    file: "routes/account/signup/sign-up-payment.test.ts",
    title: "the success page creates no club for another browser that knows the session, nor before payment",
    seenRed: "a double click on Pay opens one payment (idempotency key)",
  },
  {
    item: "2.3.2",
    holds: "Price, package and cap come from the platform's table, whatever a form says",
    file: "routes/account/signup/signup-wizard.test.ts",
    title: "a price, cap or status in the form is ignored",
    seenRed: NAMED,
  },
  {
    item: "2.3.3",
    holds: "A change and what follows from it are one transaction",
    file: "journeys/club-events/change-club.test.ts",
    title: "",
    seenRed: "a change and its outbox event are committed together or not at all",
  },
  {
    item: "2.3.4",
    holds: "A rating, signature or payment sent twice, or by two at once, has one effect",
    file: "routes/parent/sign.test.ts",
    title: "the same form twice, and two adults at once, make one signature",
    seenRed: "a rating form sent twice is one rating",
  },
  {
    item: "2.4.1",
    holds: "Messages, signatures, registrations and a club's mails are limited, and counted before the work",
    file: "routes/parent/register.test.ts",
    title: "a network sends 600 an hour, counted before the work",
    seenRed: "one network cannot register parents without end",
  },
  {
    item: "15.3.3",
    holds: "A form sets the fields of its schema and nothing else",
    file: "routes/club/settings/club-profile.test.ts",
    title: "the profile has fields that a form cannot change: code, package, players, term",
    seenRed: NAMED,
  },
  {
    item: "15.3.6",
    holds: "Names that mean something to JavaScript are ordinary names: in addresses, forms and JSON",
    file: "routes/api/tokens.test.ts",
    title: "a body has no hidden prototype, no depth and no unknown field",
    seenRed: "a JSON body has no prototype of its own",
  },

  // Browser and HTTP
  {
    item: "3.2.1",
    holds: "Files come as attachments, or sandboxed, never as pages of ours",
    file: "routes/club/settings/logo.test.ts",
    title: "an uploaded logo is on every page of the club, in its own file, and nowhere else",
    seenRed: "a club's picture is served sandboxed",
  },
  {
    item: "3.3",
    holds: "Cookies are HttpOnly, SameSite=Lax and, outside development, Secure with the __Host- prefix",
    file: "auth/cookies.test.ts",
    title: "session",
    seenRed: "scripts cannot read cookies (HttpOnly)",
  },
  {
    item: "3.4.1",
    holds: "Browsers are told to use TLS only, for a year",
    file: "server/app.test.ts",
    title: "every response to %s has the security headers",
    seenRed: "in production every response carries Strict-Transport-Security",
  },
  {
    item: "3.4.3",
    holds:
      "A page loads from ourselves only, runs no inline script and has no inline style but the hashed one",
    file: "routes/site/site.test.ts",
    title: "is one small request: its styles inside, no script, nothing else to fetch",
    seenRed: "a page loads nothing from elsewhere (Content-Security-Policy)",
  },
  {
    item: "3.4.4",
    holds: "No type is guessed (nosniff), also on what Node refuses itself",
    file: "server/listen.test.ts",
    title: "a request that Node cannot read is refused with the headers of every response",
    seenRed: "what Node refuses itself carries the security headers",
  },
  {
    item: "3.4.5",
    holds: "No address leaves to other sites; pages behind a token are stored nowhere and ask nobody else",
    file: "routes/parent/agreement.test.ts",
    title: "the agreement's page is not stored, not indexed, sets no cookie and loads nothing else",
    seenRed: "every response carries a Referrer-Policy that forms work with",
  },
  {
    item: "3.4.6",
    holds: "No other page can frame ours",
    file: "server/app.test.ts",
    title: "every response to %s has the security headers",
    seenRed: "no other site can frame a page",
  },
  {
    item: "3.4.8",
    holds: "A page that opened ours cannot reach it",
    file: "server/app.test.ts",
    title: "every response to %s has the security headers",
    seenRed: "every response carries the security headers",
  },
  {
    item: "3.5.1",
    holds:
      "A post comes from our own pages, by Sec-Fetch-Site, Origin or Referer; webhooks answer to their own secret",
    file: "security/http.test.ts",
    title: "a post from another site is refused, whatever its headers claim",
    seenRed: "a form sent from another site is refused",
  },
  {
    item: "3.5.3",
    holds: "Opening a link changes nothing, whoever opens it and however often",
    file: "routes/parent/agreement.test.ts",
    title: "the agreement's page changes nothing when it is opened, by anybody and however often",
    seenRed: "opening a link that stops mails changes nothing, and a post that says nothing neither",
  },
  {
    item: "3.7.2",
    holds: "No input leads a browser to another site",
    file: "auth/redirect-target.test.ts",
    title: "no input leads a browser to another site",
    seenRed: "after sign-in nobody is led to another site",
  },
  {
    item: "4.1.3",
    holds: "Forwarding headers count only from a configured proxy",
    file: "server/forwarded.test.ts",
    title: "no forwarding header is taken without a configured proxy",
    seenRed: "what a client claims of itself behind a proxy is dropped, but for addresses",
  },
  {
    item: "4.1.4",
    holds: "Methods that nothing uses get 405",
    file: "security/http.test.ts",
    title: 'describe("a method"',
    seenRed: "methods that nothing uses are refused",
  },
  {
    item: "14.3.2",
    holds:
      "What a signed-in person sees is stored by no cache, unless they ticked 'Remember me' on their own device",
    file: "security/http.test.ts",
    title: "every answer to a signed-in user is uncached and sandboxed: pages, data, redirects and refusals",
    seenRed: "what is for one person is stored by no cache",
  },
  {
    item: "14.3.1",
    holds: "Whatever ends a browser's session has the browser forget the pages that it kept",
    file: "server/tagged-pages.test.ts",
    title: "an answer that ends or replaces a browser's session makes it forget its pages",
    seenRed: "a browser whose session ends forgets the pages that it kept",
  },
  {
    item: "Bodies",
    holds: "A body over its limit is refused before it is read",
    file: "server/request-checks.test.ts",
    title: "only the schedule import accepts a large body",
    seenRed: "a body over its limit is refused",
  },

  // Files
  {
    item: "5.2.1",
    holds: "An upload is counted while it arrives, and leaves nothing behind when it breaks off",
    file: "security/upload.test.ts",
    title: "an upload that breaks off midway changes nothing",
    seenRed: "a body over its limit is refused",
  },
  {
    item: "5.2.2",
    holds: "A file is what its content says, under any name",
    file: "files/encode-logo.test.ts",
    title: "a PNG named .jpg is recognized by its content",
    seenRed: "a logo is told by its content, so that an SVG is none under any name",
  },
  {
    item: "5.2.3",
    holds: "A workbook that would unpack to far more than it is, is refused by its directory",
    file: "spreadsheets/read-workbook.test.ts",
    title: "a bomb",
    seenRed: "a workbook that would unpack to far more than it is, is refused unread",
  },
  {
    item: "5.2: documents",
    holds: "A document is what its name says and nothing besides; macros and bombs are refused unread",
    file: "journeys/verification/verification.test.ts",
    title: "that are none are refused by name, the others kept, and nothing is left behind",
    seenRed: "a PDF is what its content says, and nothing besides",
  },
  {
    item: "5.2.4",
    missing:
      "A club has at most ten documents of 50 MB at a time; schedules, contacts and logos become rows. No quota counts the bytes of all clubs together.",
  },
  {
    item: "5.3.1",
    holds: "Documents lie sealed under random names, outside of everything that is served",
    file: "journeys/verification/verification.test.ts",
    title: "sealed on the disk, and are opened by both and nobody else",
    seenRed: "a club's documents are opened by no other club",
  },
  {
    item: "5.4.1",
    holds: "Names of downloads are made of plain words",
    file: "spreadsheets/read-csv.test.ts",
    title: "writing",
    seenRed: "no line to take out: names are made of words and dates",
  },
  {
    item: "5: pictures",
    holds: "A logo is drawn anew from its pixels; SVG is refused",
    file: "files/encode-logo.test.ts",
    title: "only the picture is left of a file that is also a web page, a script or an archive",
    seenRed: "a logo reaches no decoder but those of PNG and JPEG",
  },

  // Accounts and sessions
  {
    item: "6.2.1",
    holds: "A new password has at least 8 characters",
    file: "domain/control/passwords/password-rules.test.ts",
    title: "a new password after a reset",
    seenRed: "a new password has at least 8 characters",
  },
  {
    item: "6.2.3",
    holds: "Changing a password needs the current one",
    file: "routes/club/account.test.ts",
    title: "a user who knows the password changes it, and every other session ends",
    seenRed: "a change of the password needs the current one",
  },
  {
    item: "6.2.4",
    holds: "The commonest passwords are refused",
    file: "domain/control/passwords/password-rules.test.ts",
    title: "%s is common",
    seenRed: "a common password is refused",
  },
  {
    item: "6.2.7",
    holds: "Passwords may be pasted and shown; only white space at both ends is dropped",
    file: "routes/account/passwords/set-up-password.test.ts",
    title: "the password setup trims blanks at both ends, and counts the length without them",
    seenRed: "white space at both ends of a password is dropped",
  },
  {
    item: "6.3.1",
    holds:
      "Ten wrong passwords lock a name in that network, thirty end a network's tries; counts survive a restart",
    file: "domain/control/sign-in/sign-in-limits.test.ts",
    title: "lock the name there for fifteen minutes from the tenth, however long the ten took",
    seenRed: "ten failed sign-ins under one name from one network lock it there",
  },
  {
    item: "6.3.2",
    holds: "No account has a known password outside the demo, and production cannot become the demo",
    file: "architecture/environment.test.ts",
    title: "a production environment does not become the demo",
    seenRed: "a production environment without APP_MODE does not become a demo with known passwords",
  },
  {
    item: "6.3.3",
    holds: "Staff sign in with a second factor, which who moves money cannot do without in production",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "the second factor is asked for before anything opens",
    seenRed: "staff with an authenticator are not signed in by the password alone",
  },
  {
    item: "6.3.7",
    holds: "Who changes or loses a password or an address is told by email",
    file: "routes/admin/own-account.test.ts",
    title: "an administrator who knows the password changes it, which ends every other session and is mailed",
    seenRed: "the address that a club gives up is told",
  },
  {
    item: "6.4.1",
    holds: "Links that set a password are random, expire, and work once",
    file: "routes/account/passwords/set-up-password.test.ts",
    title: "a setup link is invalid if it is wrong, old, another club's, or lacks its token",
    seenRed: "a link works once",
  },
  {
    item: "6.4.6",
    holds: "Nobody of the platform can choose somebody's password: a reset leads through the owner's mailbox",
    file: "routes/account/passwords/reset-password.test.ts",
    title:
      "a forgotten password of a coach is reset once through the emailed link, which signs out every device",
    seenRed: "a link works for its own purpose only",
  },
  {
    item: "7.2",
    holds: "A session is 256 random bits, stored as a hash, and new at each sign-in",
    file: "routes/secrets.test.ts",
    title: "a reader of the database cannot sign in with its contents",
    seenRed: "only hashes of sessions and links are stored",
  },
  {
    item: "7.3",
    holds:
      "An unused session ends after 12 hours, a remembered one after 30 days, each after 30 days in any case",
    file: "routes/account/sign-in/sign-in.test.ts",
    title: "an idle session ends after 12 hours, a remembered one does not",
    seenRed: "an idle session ends",
  },
  {
    item: "7.4",
    holds: "Signing out, removal and a new password end sessions at once",
    file: "routes/account/sign-in/sign-in.test.ts",
    title: "signing out ends the session itself, not only the cookie",
    seenRed: "signing out ends the session itself",
  },
  {
    item: "7.4.5",
    holds:
      "A club's administrator removes a member from all places at once; nobody ends another's session otherwise",
    file: "routes/account/staff/invitation.test.ts",
    title: "removal asks first, takes effect at the next request and leaves the other club alone",
    seenRed: "who is removed from the last team leaves the club",
  },
  {
    item: "7.5.2",
    holds: "Everybody sees their own sessions and ends one, or all others",
    file: "routes/club/account.test.ts",
    title: "a user ends only their own sessions",
    seenRed: "nobody ends another's session",
  },
  {
    item: "11.5.1",
    holds: "A link's token is 256 random bits, stored as a hash, and opens its own purpose only",
    file: "routes/secrets.test.ts",
    title: "a link's token opens its own purpose, and its hash opens nothing",
    seenRed: "a link works for its own purpose only",
  },

  // Authorization
  {
    item: "8.2.1",
    holds: "Each route and method is asked by nineteen actors; a route without a row fails",
    file: "architecture/addresses.test.ts",
    title: "has exactly the routes of the build, with their methods",
    seenRed: "a role without the capability gets 403",
  },
  {
    item: "8.2.2",
    holds: "Another club's id is not found, another team's is refused",
    file: "security/matrix.test.ts",
    title: "$address.path about another club's things, requested by Lakeside's people, follows the rules",
    seenRed: "staff of one team cannot reach another team of the same club",
  },
  {
    item: "8.2.3",
    holds: "Club code, package and number of players cannot be edited",
    file: "routes/club/settings/club-profile.test.ts",
    title: "the profile has fields that a form cannot change: code, package, players, term",
    seenRed: NAMED,
  },
  {
    item: "8.3.2",
    holds: "A change of role holds from the next request",
    file: "routes/account/sign-in/sign-in.test.ts",
    title: "the control database decides who is a member, whatever the club's file says",
    seenRed: "a role is asked team by team: managing one team gives nothing in a team that one coaches",
  },
  {
    item: "8.4.1",
    holds: "No answer to anybody has a word of another club, of which each text carries one to look for",
    file: "security/matrix.test.ts",
    title: "$address.path about the things of Lakeside's Hawks follows the rules",
    seenRed: "a list of a club's open invitations has no other club's",
  },
  {
    item: "8: impersonation",
    holds:
      "Staff who act for a club reach what its table names, read-only but for super admins, for 30 minutes, and the club reads it",
    file: "routes/admin/acting.test.ts",
    title: "an admin reads, and is refused every change",
    seenRed: "staff who act for a club are refused what its table does not open",
  },
  {
    item: "8: audit",
    holds: "The audit log is only ever added to, and a changed, missing or reordered row is named",
    file: "domain/club/audit/audit.test.ts",
    title: "refuses every change and removal, and rows out of order",
    seenRed: "no line to take out: triggers of a migration refuse, and migrations are never edited",
  },

  // Logs
  {
    item: "16: what is logged",
    holds: "Each request has a line with its outcome; a line break forges no second one",
    file: "server/request-log.test.ts",
    title:
      "one line has the person, address, outcome, duration and bytes, and a line break forges no second line",
    seenRed: JSON_LINES,
  },
  {
    item: "16: secrets",
    holds: "The log keeps no secret of an address, also not inside another address",
    file: "security/http.test.ts",
    title: "the log redacts secrets in an address",
    seenRed: "the log keeps no secret of an address",
  },
  {
    item: "16: errors",
    holds:
      "An error shows a reference number and nothing else; without the server's context every guard refuses",
    file: "architecture/ordinary-build.test.ts",
    title: "the build is an ordinary Remix build: remix-serve shows its first page",
    seenRed: "without our server's request context every guard fails closed",
  },

  // Capabilities with a design of their own
  {
    item: "Staff: own sessions",
    holds: "A club's session is never staff's, nor the other way round",
    file: "security/matrix.test.ts",
    title: "a club's session does not open staff pages, nor the other way round",
    seenRed: "staff without the permission get 403",
  },
  {
    item: "Staff: permissions",
    holds: "Each role of staff opens what its permissions say, page by page",
    file: "security/matrix.test.ts",
    title: "$address.path about the things of Lakeside's Hawks follows the rules",
    seenRed: "staff without the permission get 403",
  },
  {
    item: "Staff: time",
    holds: "A session of staff ends after 30 minutes without a request, and after 12 hours",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "a staff session ends after 30 minutes without a request, and after 12 hours in any case",
    seenRed: "an idle session of staff ends",
  },
  {
    item: "Staff: answers",
    holds: "Known and unknown addresses get the same answer",
    file: "routes/admin/staff-sign-in.test.ts",
    title:
      "a forgotten password of staff is answered the same for everybody, and the link keeps the second factor",
    seenRed: "a password is compared with a dummy hash where there is no account",
  },
  {
    item: "Staff: last super admin",
    holds: "The last super admin stays, also where two remove each other at once",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "the last super admin stays, even if two remove each other at once",
    seenRed: "the last super admin cannot be removed",
  },
  {
    item: "Staff: merging",
    holds:
      "Two accounts are merged once, as they were shown, by who proves it, and the other one signs nobody in",
    file: "routes/admin/account-merge.test.ts",
    title: "a merge moves roles and authorship, mails both addresses, and is in both logs",
    seenRed: "an account that is merged into another signs nobody in",
  },
  {
    item: "Staff: older copies",
    holds: "A parent who was erased is erased again in an older copy of the club's file",
    file: "routes/admin/support/copies.test.ts",
    title:
      "an older copy has everybody erased again whom the club has erased since, even if that was not recorded",
    seenRed: "whom a club erased is erased again in an older copy",
  },
  {
    item: "TOTP: once",
    holds: "A code works once, also of many at once",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "takes a code once",
    seenRed: "an authenticator's code works once",
  },
  {
    item: "TOTP: tries",
    holds: "Five tries count for the account, whatever password came before",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "the second factor allows five tries per account, which a right password does not reset",
    seenRed: "tries of a second factor are limited",
  },
  {
    item: "TOTP: seeds",
    holds: "Seeds are sealed with a key outside the database, recovery codes are hashed and work once",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "the second factor's seed is sealed, and its recovery codes are hashed",
    seenRed: "an authenticator's seed is sealed",
  },
  {
    item: "TOTP: off",
    holds: "Switching it off needs password and code",
    file: "routes/admin/staff-sign-in.test.ts",
    title: "the second factor is switched off with password and code only",
    seenRed: "a second factor is not switched off without a code",
  },
  {
    item: "Passkeys: challenges",
    holds: "A challenge is good for its purpose, its account and 10 minutes, and is answered once",
    file: "routes/account/passkeys.test.ts",
    title: "a challenge is answered once",
    seenRed: "a passkey's challenge is answered once",
  },
  {
    item: "Passkeys: copies",
    holds: "A key whose counter went back signs nobody in",
    file: "routes/account/passkeys.test.ts",
    title: "a counter that went back is refused, because the key was copied",
    seenRed: "no line to take out: the library compares the counters, and the row does once more",
  },
  {
    item: "Account: new email",
    holds:
      "Both addresses confirm; the old one takes the account back for 7 days and locks everybody else out",
    file: "routes/club/account-email.test.ts",
    title:
      "the former address takes the account back: all sessions end, the password is void, a reset link is there",
    seenRed: "whoever takes the former address back locks everybody else out",
  },
  {
    item: "API: tokens",
    holds:
      "A token is stored as a hash and ends with its days, its sign-out, the password and the membership",
    file: "routes/api/tokens.test.ts",
    title:
      "a token ends with its days, at its sign-out, with the password, the membership and the club's term",
    seenRed: "a JSON body has no prototype of its own",
  },
  {
    item: "API: bodies",
    holds: "A call takes JSON that says so, small, flat, and without unknown fields",
    file: "routes/api/tokens.test.ts",
    title: "a body is JSON with its Content-Type",
    seenRed: "a JSON body has no prototype of its own",
  },
  {
    item: "API: guesses",
    holds: "Wrong passwords count together, by call and by form",
    file: "routes/api/tokens.test.ts",
    title: "guesses count together, by call and by form",
    seenRed: "ten failed sign-ins under one name from one network lock it there",
  },
  {
    item: "Agreements: tokens",
    holds: "The database has only the hash of a parent's link, and the log not even that",
    file: "observability/redact.test.ts",
    title: "the address of a parent's page",
    seenRed: "the database has no token of a parent's link, only its hash",
  },
  {
    item: "Agreements: others",
    holds: "A parent's page shows nothing of another family or club",
    file: "routes/parent/agreement.test.ts",
    title: "a parent sees all of their stored data, and nothing of another family or club",
    seenRed: "a search finds no parent by an address that the reader does not see",
  },
  {
    item: "Agreements: evidence",
    holds: "One changed byte of the evidence is named",
    file: "domain/club/evidence/evidence.test.ts",
    title: "",
    seenRed: "a changed, removed or reordered record of evidence is named",
  },
  {
    item: "Agreements: names",
    holds: "A typed name cannot turn or bury the text around it",
    file: "routes/parent/sign.test.ts",
    title: "a name with %s",
    seenRed: "a name that a parent types cannot turn or bury the text around it",
  },
  {
    item: "Agreements: limits",
    holds: "Registering and signing are limited by link, network and mailbox, with the same answer",
    file: "routes/parent/register.test.ts",
    title: "an address is mailed three times an hour, and the answer stays the same",
    seenRed: "one address is not mailed registrations without end, and the answer stays the same",
  },
  {
    item: "Webhooks: Postmark",
    holds: "A report counts with the right credentials, about a mail of ours, to that recipient",
    file: "routes/webhooks/postmark.test.ts",
    title: "an event about a mail that is not ours, or another recipient's, changes nothing",
    seenRed: "a report on a mail counts only with the webhook's credentials",
  },
  {
    item: "Webhooks: Stripe",
    holds: "An event counts with Stripe's signature over exactly its body, once",
    file: "payments/stripe.test.ts",
    title:
      "a webhook counts only with the signature over exactly its body, and neither old nor of the future",
    seenRed: "a webhook counts only with Stripe's signature",
  },
];
