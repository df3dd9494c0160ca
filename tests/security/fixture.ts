import { readFile } from "node:fs/promises";
import { readMails } from "#tests/support/mails.ts";
import { thingsOf } from "../architecture/things.ts";
import { castOf } from "../support/lakeside.ts";
import { parentLink } from "../support/parent-link.ts";
import { openShop } from "../support/shop.ts";
import { forgetRefusals, plantCanaries } from "./canaries.ts";
import { moveAccounts } from "./moving-accounts.ts";
import { KNOWN_EMAIL } from "./page.ts";
import { openStaff } from "./staff-actors.ts";

export interface Actor {
  name: string;
  cookie: string;
}

/** Part of every private text of the neighbor club, which no one else may read. */
export const PRIVATE = "riversideprivate";

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/**
 * Opens Lakeside in mid-season with every kind of visitor, a neighbor with secrets, and the stub of Stripe. Everything
 * that a page can show exists once, so that every form is found.
 */
export async function openFixture() {
  const shop = await openShop();
  const { world } = shop;
  world.hashesOnce = true;
  const { runDueJobs } = await import("#app/jobs/run.server.ts");
  const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
  /** Runs the jobs, but leaves emails unsent so that their links can be read. */
  const runJobs = () => runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });

  const cast = await castOf(world);
  const { lakeside, hawks, otters, riverside, lynxes } = cast;
  // Accepted earlier terms, and was asked about the new ones.
  await world.control
    .updateTable("accounts")
    .set({ terms_version: 1, terms_asked: 1_000 })
    .where("id", "=", lakeside.adminAccount)
    .execute();
  const own = await thingsOf(world, lakeside, hawks);
  await world.game(lakeside, hawks, 2);
  await world.game(lakeside, hawks, -48);

  await world.platform.clubs.use(riverside.code, (db) =>
    db.updateTable("teams").set({ description: PRIVATE }).execute(),
  );
  const neighbor = await thingsOf(world, riverside, lynxes);
  // Staff decide about the neighbor; Lakeside's year can be renewed.
  await world.ask("/verification/submission", { cookie: cast.rita.cookie, form: {} });
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await world.control
    .updateTable("clubs")
    .set({ term_ends_at: inAMonth })
    .where("code", "=", lakeside.code)
    .execute();
  await world.game(riverside, lynxes, 3, { opponent: PRIVATE, location: PRIVATE, notes: PRIVATE });
  await world.person(`Nia ${PRIVATE}`, riverside, [{ team: lynxes, role: "manager" }]);

  // Sam works for two clubs and has chosen none; Pia's club had a bank payment that failed.
  const sam = await world.person("Sam Both", lakeside, [{ team: otters, role: "coach" }]);
  const hillside = await world.club("Hillside");
  await world.person("Sam Both", hillside, []);
  const kim = await world.person("Kim Known", hillside, []);
  await world.control.updateTable("accounts").set({ email: KNOWN_EMAIL }).where("id", "=", kim).execute();
  const ask = world.ask.bind(world);
  for (const email of ["new.coach@people.example", "mia.manager@people.example"])
    await ask(`/teams/${otters}/invite`, {
      cookie: cast.ada.cookie,
      form: { email, role: "coach", coachRole: "assistant" },
    });
  for (const email of ["hawk.coach@people.example", "hawk.helper@people.example"])
    await ask(`/teams/${hawks}/invite`, {
      cookie: cast.mia.cookie,
      form: { email, role: "coach", coachRole: "assistant" },
    });
  await ask("/club/settings?tab=users", {
    cookie: cast.ada.cookie,
    form: { name: "Nora New", email: "nora.new@people.example", role: "administrator" },
  });
  // The neighbor has the same things as Lakeside.
  await ask("/club/settings?tab=users", {
    cookie: cast.rita.cookie,
    form: { name: PRIVATE, email: `${PRIVATE}@people.example`, role: "administrator" },
  });
  await ask("/account/forgot-password?for=coach", { form: { email: "dana.reyes@people.example" } });
  await ask(`/account/set-up-password?code=${lakeside.code}`, {
    form: { intent: "new-link", clubCode: lakeside.code },
  });
  await invitationThatBounced();
  await archivedTeam();
  await registrationsThatWait();
  await importsThatAsk();
  await aWeekOfAgreements();
  await newClubEmail();
  await ask("/club/public-page", { cookie: cast.ada.cookie, form: { allowed: "on" } });
  await moveAccounts(world, lakeside, otters);
  const draft = await signUp("Pine Valley", "pia@pine.example");
  const paused = await failedBankPayment();
  const again = await welcomedClub();
  const staff = await openStaff(world, lakeside.code);
  Object.assign(own, staff.things);
  await runJobs();
  await jobGivenUp();
  // The first GET of a leaderboard after a change stores a new snapshot; later ones change nothing.
  await ask("/leaderboard", { cookie: cast.ada.cookie });

  const actors: Actor[] = [
    { name: "a stranger", cookie: "" },
    { name: "a browser that signs up", cookie: draft },
    { name: "a browser that signs up a club once more", cookie: again },
    { name: "the administrator", cookie: cast.ada.cookie },
    { name: "the manager", cookie: cast.mia.cookie },
    { name: "the coach", cookie: cast.dana.cookie },
    { name: "a coach of two clubs", cookie: await world.signIn(sam, null) },
    { name: "a paused club", cookie: paused },
    staff.moderator,
    staff.admin,
    staff.superAdmin,
    staff.halfSignedIn,
    staff.acting,
  ];
  const accounts = await world.control.selectFrom("accounts").select("email").execute();
  // An attack may see its own input, so it must not know the private text.
  const emails = accounts.flatMap(({ email }) => (email && !email.includes(PRIVATE) ? email : []));
  // The neighbor's mails link the neighbor's own pages.
  const mails = await readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where((eb) => eb.or([eb("club_code", "is", null), eb("club_code", "<>", riverside.code)]))
      .execute(),
  );
  const links = [
    ...mails.flatMap(({ text }) =>
      [...text.matchAll(/http:\/\/goodside\.test(\/\S+)/g)].map((found) => found[1] ?? ""),
    ),
    ...(await secretLinks()),
    // For a club that has just paid: others have nothing to refund.
    `/admin/clubs/${await codeOf("Oak Hill")}/guarantee`,
  ];
  /** Only other origin of an answer's target: the payment page. */
  const { url } = await world.control.selectFrom("checkouts").select("url").executeTakeFirstOrThrow();
  const payAt = new URL(url).origin;
  const evidence = await (await ask("/agreements/export.json", { cookie: cast.ada.cookie })).text();
  await forgetRefusals(world);
  await plantCanaries(world.dataDir, { code: riverside.code, word: PRIVATE });
  const found = { cast, own, neighbor, actors, paused, staff, links, emails, evidence };
  return { shop, world, payAt, ...found, runJobs, close: () => shop.close() };

  async function codeOf(name: string): Promise<string> {
    const { code } = await world.control
      .selectFrom("clubs")
      .select("code")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return code;
  }

  /**
   * Collects addresses with a token that are in no mail of this season: a calendar's, a parent's, and an unsubscribe
   * link.
   */
  async function secretLinks(): Promise<string[]> {
    const { changeFeed, ownFeed } = await import("#app/domain/control/calendars/calendar-feeds.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const { stopTokens } = await import("#app/domain/control/notifications/stop-links.server.ts");
    const owner = { accountId: lakeside.adminAccount, clubCode: lakeside.code };
    const feed = { ...owner, teamId: "" };
    await changeFeed(world.control, feed, "make");
    const address = (await ownFeed(world.control, feed))?.address ?? "";
    const [token] = await inTransaction(world.control, (tx) =>
      stopTokens(tx, [{ ...owner, kind: "perfect-games" }]),
    );
    return [new URL(address).pathname, `/mail/stop/${token}`, ...(await parentLinks())];
  }

  /** Collects a parent's pages: of an agreement to sign, of an expired one, and of a signed one. */
  async function parentLinks(): Promise<string[]> {
    await parentLink(world, riverside, { name: PRIVATE, children: [{ name: PRIVATE, teamId: lynxes }] });
    const children = [{ name: "Sam", teamId: hawks }];
    const open = await parentLink(world, lakeside, { children });
    const over = await parentLink(world, lakeside, { agreement: { status: "expired" } });
    const signed = await parentLink(world, lakeside, {
      agreement: { status: "signed", signed_at: new Date().toISOString() },
    });
    const pages = ["", "/data", "/stop", "?lang=es"].map((page) => open.path + page);
    return [`/register/${lakeside.code}`, ...pages, over.path, `${signed.path}/withdraw`];
  }

  /** Changes the club's address, awaiting confirmation. */
  async function newClubEmail(): Promise<void> {
    const { requestEmailChange } = await import("#app/journeys/settings/club-email.server.ts");
    await requestEmailChange(world.control, lakeside.code, "board@lakeside.example");
  }

  /**
   * Opens a browser at the payment step.
   * @returns its cookie.
   */
  async function signUp(clubName: string, email: string): Promise<string> {
    const answer = await ask("/signup", { form: { plan: "standard" } });
    const cookie = cookieOf(answer, "signup");
    const form = {
      plan: "standard",
      clubName,
      contactName: "Pia Pine",
      email,
      state: "TX",
      city: "Austin",
      estimatedPlayers: "350",
      agreedToTerms: "on",
    };
    await ask("/signup/details", { cookie, form });
    return cookie;
  }

  /**
   * Creates a club that has paid and has no password yet.
   * @returns the cookie of a browser that signs it up again.
   */
  async function welcomedClub(): Promise<string> {
    const cookie = await signUp("Oak Hill", "olga@oak.example");
    const start = await ask("/signup/payment", { cookie, form: { attempt: "0" } });
    const session = shop.sessionAt(start.headers.get("Location"));
    await shop.payByCard(session);
    await ask(`/success?session_id=${session}`, { cookie });
    return signUp("Oak Hill", "olga@oak.example");
  }

  /** Creates parents who registered: some have not confirmed the link in their mail, one waits for the club. */
  async function registrationsThatWait(): Promise<void> {
    const { register, confirmRegistration } = await import(
      "#app/domain/club/registrations/registrations.server.ts"
    );
    const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
    const form = { name: "Rae Register", child: "Kit", team: hawks };
    for (const email of ["rae@parents.example", "rob@parents.example"])
      await ask(`/register/${lakeside.code}`, { form: { ...form, email } });
    const at = new Date().toISOString();
    for (const [club, name, child_name] of [
      [lakeside, "Wes", "Kit"],
      [riverside, PRIVATE, PRIVATE],
    ] as const) {
      const email = `${name}@parents.example`.toLowerCase();
      await world.platform.clubs.use(club.code, (db) =>
        changeClub({ control: world.control, db, club }, async (tx) => {
          await register(tx, { name, email, children: [{ child_name, team_id: null }], language: "en" }, at);
          const { id } = await tx
            .selectFrom("registrations")
            .select("id")
            .where("email", "=", email)
            .executeTakeFirstOrThrow();
          await confirmRegistration(tx, id, at);
        }),
      );
    }
  }

  /** Marks the addresses of invited coaches as bounced. */
  async function invitationThatBounced(): Promise<void> {
    await world.platform.clubs.use(lakeside.code, (db) =>
      db
        .updateTable("staff")
        .set({ delivery: "bounced" })
        .where("email", "in", ["new.coach@people.example", "hawk.coach@people.example"])
        .execute(),
    );
  }

  /** Creates a parent who signed under another name, and parents who are due for a reminder, which excludes today's. */
  async function aWeekOfAgreements(): Promise<void> {
    const { shownText } = await import("#app/domain/club/evidence/evidence.server.ts");
    const { signAgreement } = await import("#app/domain/club/agreements/sign.server.ts");
    const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
    const { agreementId } = await parentLink(world, lakeside, { children: [{ name: "Jo", teamId: hawks }] });
    const at = new Date();
    const signed = await world.platform.clubs.use(lakeside.code, (db) =>
      changeClub({ control: world.control, db, club: lakeside }, async (tx) => {
        const club = await tx
          .selectFrom("club")
          .select(["name", "agreement_text", "agreement_text_es"])
          .executeTakeFirstOrThrow();
        return signAgreement(tx, {
          ...{ agreementId, issue: 1, name: "Patricia Parent", email: "patricia@parents.example" },
          ...{ players: "Jo", teamIds: [hawks], signature: "Patricia Parent", language: "en" as const },
          ...{ signatureDate: at.toISOString().slice(0, 10), textHash: shownText(club, "en").hash },
          ...{ ip: "203.0.113.7", userAgent: "test", at: at.toISOString() },
        });
      }),
    );
    if (!signed.ok) throw new Error(signed.problem);
    const weekAgo = new Date(at.getTime() - 7 * 86_400_000).toISOString();
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("agreements").set({ sent_at: weekAgo }).where("sent_at", "is not", null).execute(),
    );
  }

  /** Adds a failed job for the staff's list: one that may run at any time. */
  async function jobGivenUp(): Promise<void> {
    const at = new Date().toISOString();
    await world.control
      .insertInto("jobs")
      .values({
        ...{ id: "given-up", kind: "club.entries", key: null, status: "dead", attempts: 10, bulk: 0 },
        payload: JSON.stringify({ clubCode: lakeside.code }),
        ...{ run_at: at, locked_until: null, last_error: "disk full", created_at: at, finished_at: at },
      })
      .execute();
  }

  async function archivedTeam(): Promise<void> {
    const old = await world.team(lakeside, "Old Owls");
    await ask(`/teams/${old}/archive`, { cookie: cast.ada.cookie, form: {} });
  }

  /** Creates previews that ask which club is ours and how to read the dates, and a name that was answered before. */
  async function importsThatAsk(): Promise<void> {
    const unknown = new FormData();
    const csv = await readFile(new URL("../fixtures/schedules/gotsport.csv", import.meta.url));
    unknown.set("file", new File([csv], "gotsport.csv", { type: "text/csv" }));
    const unsure = new FormData();
    unsure.set("pasted", "Date,Time,Opponent,Location,Home/Away\n03/07/2026,09:00,Cubs,Field 2,home\n");
    unsure.set("team", hawks);
    for (const body of [unknown, unsure]) await ask("/schedule/import", { cookie: cast.ada.cookie, body });
    const name = { kind: "team" as const, key: "wolves", name: "Wolves", team_id: hawks };
    await world.platform.clubs.use(lakeside.code, (db) =>
      db
        .insertInto("import_names")
        .values({ ...name, created_at: new Date().toISOString() })
        .execute(),
    );
  }

  /**
   * Creates the administrator of a club admitted on a bank payment that later failed.
   * @returns the cookie.
   */
  async function failedBankPayment(): Promise<string> {
    const cookie = await signUp("Cedar Grove", "cora@cedar.example");
    const start = await ask("/signup/payment", { cookie, form: { attempt: "0" } });
    const session = shop.sessionAt(start.headers.get("Location"));
    await shop.payByBank(session);
    await ask(`/success?session_id=${session}`, { cookie });
    await shop.settle(session, "failed");
    await ask(`/success?session_id=${session}`, { cookie });
    const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
    await completeCheckout(world.platform, session);
    const { code, account } = await world.control
      .selectFrom("clubs as c")
      .innerJoin("accounts as a", "a.club_code", "c.code")
      .select(["c.code", "a.id as account"])
      .where("c.status", "=", "suspended")
      .executeTakeFirstOrThrow();
    return world.signIn(account, code);
  }
}

const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(";")[0] ?? "";
