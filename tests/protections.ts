/** One protection, how to take it away, and the tests that must then turn red. */
export interface Protection {
  /** What holds while it stands. */
  protection: string;
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
  /** The files of tests of which at least one test must fail. */
  tests: string[];
  /** Whether these tests meet the broken code in the built app (world.ask, a server) or in its sources. */
  through: "build" | "source";
  /** Only the tests whose name contains this, to save time. */
  only?: string;
  /** Broken in every `npm test` too. */
  always?: true;
}

/**
 * What a reviewer may break on purpose: `npm run prove` breaks each in a copy and asks for red. Add a line with each
 * protection; where everything stays green, the missing thing is a test.
 */
export const protections: Protection[] = [
  // durability
  {
    protection: "a commit is on the disk before it is acknowledged (synchronous=FULL)",
    file: "app/db/engine.server.ts",
    find: 'file.pragma("synchronous = FULL");',
    replace: "",
    tests: ["tests/db/clubs.test.ts"],
    through: "source",
  },
  {
    protection: "FULL is checked at opening, not only asked for",
    file: "app/db/engine.server.ts",
    find: "synchronous !== 2",
    replace: "Number.isNaN(synchronous)",
    tests: ["tests/db/settings.test.ts"],
    through: "source",
  },
  {
    protection: "rows cannot point at what is not there (foreign_keys)",
    file: "app/db/engine.server.ts",
    find: "foreign_keys = ON",
    replace: "foreign_keys = OFF",
    tests: ["tests/db/engine.test.ts"],
    through: "source",
  },
  {
    protection: "a transaction takes the write lock at its beginning (begin immediate)",
    file: "app/db/engine.server.ts",
    find: '"begin immediate"',
    replace: '"begin"',
    tests: ["tests/db/engine.test.ts"],
    through: "source",
  },
  {
    protection: "the outer handle throws inside its own transaction instead of waiting for ever",
    file: "app/db/engine.server.ts",
    find: "inside?.open && inside.driver === this",
    replace: "false",
    tests: ["tests/db/clubs.test.ts"],
    through: "source",
    only: "throws when its outer handle",
  },
  {
    protection: "a club's file refuses to be opened as another club's",
    file: "app/db/clubs.server.ts",
    find: "owner.length !== 1 || owner[0]?.code !== code",
    replace: "owner.length !== 1",
    tests: ["tests/db/clubs.test.ts"],
    through: "source",
    always: true,
  },
  {
    protection: "a club's file is never made by opening it",
    file: "app/db/engine.server.ts",
    find: "fileMustExist: !create",
    replace: "fileMustExist: false",
    tests: ["tests/db/engine.test.ts"],
    through: "source",
  },
  {
    protection: "news of a change is written in the transaction of the change (outbox)",
    file: "app/journeys/rate-game.server.ts",
    find: 'await tell(tx, { kind: "standing", teamId: result.teamId });',
    replace: "",
    tests: ["tests/journeys/rate-game.test.ts"],
    through: "source",
  },
  {
    protection: "a change and its news are one transaction: both or neither",
    file: "app/journeys/change-club.server.ts",
    find: "await inTransaction(db, work)",
    replace: "await work(db as unknown as ClubTx)",
    tests: ["tests/journeys/change-club.test.ts"],
    through: "source",
  },
  {
    protection: "two mails with one key are one mail",
    file: "app/mail/outbox.server.ts",
    find: '.onConflict((conflict) => conflict.column("key").doNothing())',
    replace: '.onConflict((conflict) => conflict.column("id").doNothing())',
    tests: ["tests/mail/outbox.test.ts"],
    through: "source",
    always: true,
  },
  {
    protection: "a mail that Postmark may have taken is looked for before it is sent again",
    file: "app/mail/send.server.ts",
    find: "if (mail.attempted_at) {",
    replace: "if (false) {",
    tests: ["tests/mail/send.test.ts", "tests/journeys/mail.test.ts"],
    through: "source",
  },
  {
    protection: "two jobs with one key are one job",
    file: "app/jobs/queue.server.ts",
    find: '.onConflict((conflict) => conflict.column("key").doNothing())',
    replace: '.onConflict((conflict) => conflict.column("id").doNothing())',
    tests: ["tests/journeys/jobs.test.ts"],
    through: "source",
  },
  {
    protection: "a rating form that is sent twice is one rating",
    file: "app/domain/club/ratings.server.ts",
    find: '.where("submission_key", "=", given.submission)',
    replace: '.where("submission_key", "=", "")',
    tests: ["tests/journeys/rate-game.test.ts"],
    through: "source",
  },

  // payments
  {
    protection: "a payment is asked for with an idempotency key of our own",
    file: "app/payments/stripe.server.ts",
    find: "{ idempotencyKey: order.idempotencyKey },",
    replace: "{},",
    tests: ["tests/payments/stripe.test.ts"],
    through: "source",
  },
  {
    protection: "the key is the same for both clicks of a double click",
    file: "app/journeys/start-payment.server.ts",
    find: "idempotencyKey: `",
    replace: "idempotencyKey: Math.random() + `",
    tests: ["tests/routes/sign-up-payment.test.ts"],
    through: "build",
    only: "the payment step",
  },
  {
    protection: "a webhook is believed with Stripe's signature only",
    file: "app/payments/stripe.server.ts",
    find: "const event = stripe().webhooks.constructEvent(rawBody, signature, env().stripe.webhookSecret);",
    replace: "const event = JSON.parse(rawBody.toString());",
    tests: ["tests/payments/stripe.test.ts"],
    through: "source",
  },
  {
    protection: "an event that comes twice is one event",
    file: "app/journeys/stripe-news.server.ts",
    find: "if (kept.numInsertedOrUpdatedRows === 0n) return false;",
    replace: "",
    tests: ["tests/journeys/sign-up.test.ts", "tests/routes/sign-up-payment.test.ts"],
    through: "build",
  },

  // who may do what
  {
    protection: "a stranger is sent to sign in (requireAccount)",
    file: "app/auth/guards.server.ts",
    find: "    throw redirect(signInAddress(args.request));",
    replace: "    return { ...visit, session: {} as SessionRow };",
    tests: ["tests/house/addresses.test.ts"],
    through: "build",
  },
  {
    protection: "a role that may not is refused (requireClubUser)",
    file: "app/auth/guards.server.ts",
    find: 'if (!may(user.role, capability)) throw forbidden(visit.note, "role");',
    replace: "",
    tests: ["tests/house/addresses.test.ts"],
    through: "build",
  },
  {
    protection: "another team of the own club is refused (requireTeam)",
    file: "app/auth/guards.server.ts",
    find: 'if (!reachesTeam(user, teamId)) throw forbidden(noters.get(user), "other team");',
    replace: "",
    tests: ["tests/house/addresses.test.ts"],
    through: "build",
  },
  {
    protection: "a suspended club is sent to pay",
    file: "app/auth/guards.server.ts",
    find: 'if (session.clubStatus !== "active") throw redirect("/club/suspended");',
    replace: "",
    tests: ["tests/routes/sign-up-payment.test.ts"],
    through: "build",
  },
  {
    protection: "without our server's context every guard fails closed",
    file: "app/auth/guards.server.ts",
    find: 'if (!requestId || !clientIp || !onFinish || !note) throw new Error("No request context: refused");',
    replace: "",
    tests: ["tests/house/ordinary-build.test.ts"],
    through: "build",
  },
  {
    protection: "only the hash of a session's secret is stored",
    file: "app/auth/session.server.ts",
    find: "token_hash: hashOf(secret),",
    replace: "token_hash: secret,",
    tests: ["tests/routes/login.test.ts"],
    through: "build",
  },
  {
    protection: "only the hash of a link's token is stored",
    file: "app/domain/control/links.server.ts",
    find: ".values({ ...row, token_hash: hashOf(token),",
    replace: ".values({ ...row, token_hash: token,",
    tests: ["tests/routes/reset-password.test.ts"],
    through: "build",
  },
  {
    protection: "no stored secret can be used as it stands in the database",
    file: "app/ids.server.ts",
    find: 'export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");',
    replace: "export const hashOf = (secret: string) => secret;",
    tests: ["tests/routes/secrets.test.ts"],
    through: "build",
  },
  {
    protection: "a link works for its own purpose only",
    file: "app/domain/control/links.server.ts",
    find: '.where("purpose", "=", purpose)',
    replace: "",
    tests: ["tests/routes/secrets.test.ts"],
    through: "source",
  },
  {
    protection: "a link works once",
    file: "app/domain/control/links.server.ts",
    find: '.set({ used_at: at.toISOString() })\n    .where("token_hash", "=", tokenHash)',
    replace: '.set({ used_at: null })\n    .where("token_hash", "=", tokenHash)',
    tests: ["tests/routes/reset-password.test.ts"],
    through: "build",
  },
  {
    protection: "an unknown name takes as long as a wrong password",
    file: "app/auth/password.server.ts",
    find: "const known = stored ?? (await nobody);",
    replace: "if (stored == null) return false;\n  const known = stored;",
    tests: ["tests/auth/password.test.ts"],
    through: "source",
  },
  {
    protection: "ten failures lock a name",
    file: "app/auth/throttle.server.ts",
    find: "return (named?.consumedPoints ?? 0) < NAME_FAILURES && (client?.consumedPoints ?? 0) < CLIENT_FAILURES;",
    replace: "return true;",
    tests: ["tests/routes/login.test.ts"],
    through: "build",
  },
  {
    protection: "messages, mails and links have their limits a client",
    file: "app/auth/throttle.server.ts",
    find: "return (await consume(limiter(name, rule), key)) <= rule.points;",
    replace: "return (await consume(limiter(name, rule), key)) > 0;",
    tests: ["tests/routes/reset-password.test.ts"],
    through: "build",
  },
  {
    protection: "after signing in nobody is led to another site",
    file: "app/auth/redirect-target.ts",
    find: 'if (typeof target !== "string" || !/^\\/(?![/\\\\])[^\\\\\\p{Cc}]*$/u.test(target)) return fallback;',
    replace: 'if (typeof target !== "string") return fallback;\n  if (target) return target;',
    tests: ["tests/domain/redirect-target.test.ts"],
    through: "source",
    always: true,
  },
  {
    protection: "cookies are kept from scripts (HttpOnly)",
    file: "app/auth/cookies.server.ts",
    find: "httpOnly: true",
    replace: "httpOnly: false",
    tests: ["tests/auth/cookies.test.ts"],
    through: "source",
  },
  {
    protection: "cookies do not come along from other sites (SameSite)",
    file: "app/auth/cookies.server.ts",
    find: 'sameSite: "lax"',
    replace: 'sameSite: "none"',
    tests: ["tests/auth/cookies.test.ts"],
    through: "source",
  },
  {
    protection: "cookies travel over TLS only and belong to this host alone (Secure, __Host-)",
    file: "app/auth/cookies.server.ts",
    find: "const secure = env().secureCookies;",
    replace: "const secure = false;",
    tests: ["tests/auth/cookies.test.ts"],
    through: "source",
  },

  // input and output
  {
    protection: "text is escaped",
    file: "app/ui/pieces.tsx",
    find: "<dt>{label}</dt>\n          <dd>{value}</dd>",
    replace: "<dt>{label}</dt>\n          <dd dangerouslySetInnerHTML={{ __html: String(value) }} />",
    tests: ["tests/hostile/fuzz.test.ts"],
    through: "build",
  },
  {
    protection: "a cell of a CSV file is never a formula",
    file: "app/csv/write-csv.server.ts",
    find: "escape_formulas: true",
    replace: "escape_formulas: false",
    tests: ["tests/csv/read-csv.test.ts"],
    through: "source",
    always: true,
  },
  {
    protection: "mails are escaped",
    file: "app/mail/letter.ts",
    find: 'ENTITIES[character] ?? "");',
    replace: "character);",
    tests: ["tests/mail/letter.test.ts"],
    through: "source",
  },
  {
    protection: "no line break reaches a mail's header",
    file: "app/mail/outbox.server.ts",
    find: "if (value && /[\\r\\n\\u0000]/.test(value))",
    replace: "if (value && false)",
    tests: ["tests/mail/outbox.test.ts"],
    through: "source",
  },
  {
    protection: "a body that is no form is refused, not a failure of ours",
    file: "app/forms/posted-form.server.ts",
    find: "if (!(error instanceof TypeError)) throw error;",
    replace: "if (error) throw error;",
    tests: ["tests/hostile/fuzz.test.ts"],
    through: "build",
  },
  {
    protection: "a page may load nothing but its own (CSP)",
    file: "app/page-headers.server.ts",
    find: 'headers.set("Content-Security-Policy", policy.join("; "));',
    replace: "",
    tests: ["tests/routes/site.test.ts"],
    through: "build",
  },
];
