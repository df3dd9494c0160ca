import type { ControlDb } from "#app/db/control/schema.ts";
import { pdf } from "../support/documents.ts";
import { type RunningServer, until } from "../support/server.ts";
import { type Answer, Visitor } from "../support/visitor.ts";
import { standInRecords } from "./judge.ts";
import type { underKills } from "./kills.ts";
import { rest } from "./rest.ts";
import { openStored } from "./stored.ts";

export const PASSWORD = "Sideline-2026";
export const STAFF = { email: "robin@goodside.example", password: "Sideline-Staff-9" };
const CARD = {
  name: "Dana Reyes",
  cardNumber: "4242424242424242",
  cardExpiry: "12 / 79",
  cardCvc: "123",
  postalCode: "78701",
};
const ACCOUNT = { name: "Dana Reyes", routingNumber: "110000000", accountNumber: "000123456789" };
const HAPPENS_WITHIN_MS = 60_000;

export interface LivingClub {
  email: string;
  code: string;
  /** Browser of the administrator. */
  person: Visitor;
}

/** Plays a year of clubs, staff, payers and the calendar, through the pages of a running server. */
export function lifeOfClubs(server: RunningServer, { step, kill }: ReturnType<typeof underKills>) {
  const { dataDir, url } = server;

  async function control<Result>(work: (db: ControlDb) => Promise<Result>): Promise<Result> {
    const open = await openStored(dataDir);
    try {
      return await work(open.control);
    } finally {
      await open.close();
    }
  }

  /** Waits for a row that the server writes on its own. */
  const comes = <Row>(look: (db: ControlDb) => Promise<Row | undefined>) =>
    control((db) => until(HAPPENS_WITHIN_MS, () => look(db)));

  const mails = ({ email }: Pick<LivingClub, "email">) =>
    standInRecords(dataDir).mails.filter(({ to }) => to.includes(email));

  const mail = (club: Pick<LivingClub, "email">, tag: string, nth = 1) =>
    until(HAPPENS_WITHIN_MS, async () => mails(club).filter((one) => one.tag === tag)[nth - 1]);

  /**
   * Opens the payment page of Stripe from one of ours, and pays there.
   * @returns the payment's id at Stripe
   */
  async function pay(
    person: Visitor,
    path: string,
    email: string,
    by: "card" | "bank" = "card",
  ): Promise<string> {
    const { location } = await step(async () => {
      const page = await person.get(path);
      if (page.status !== 200) return page;
      return person.post(path, { attempt: fieldIn(page, "attempt") });
    }, "/sandbox/checkout/");
    // A lost answer may have paid already: the payment page then redirects to itself.
    await step(
      () => person.post(`${location}/${by}`, { email, ...(by === "card" ? CARD : ACCOUNT) }),
      /^\/(success|sandbox|club\/billing)/,
    );
    return location.split("/").at(-1) ?? "";
  }

  async function signUp(clubName: string, plan: string, estimatedPlayers: string): Promise<LivingClub> {
    const email = `dana@${clubName.toLowerCase()}.example`;
    const person = new Visitor(url);
    const place = { state: "TX", city: "Austin", contactName: "Dana Reyes", agreedToTerms: "on" };
    const details = { plan, clubName, email, estimatedPlayers, ...place };
    await step(() => person.post("/signup", { plan }), "/signup/details");
    await step(() => person.post("/signup/details", details), "/signup/payment");
    await pay(person, "/signup/payment", email);
    const { code } = await comes((db) =>
      db.selectFrom("clubs").select("code").where("email", "=", email).executeTakeFirst(),
    );
    const { text } = await mail({ email }, "welcome");
    const link = /https?:\S+(\/contact\?setup=\S+)/.exec(text)?.[1] ?? "";
    const { location } = await step(() => person.get(link), "/account/set-up-password");
    const password = { password: PASSWORD, confirmPassword: PASSWORD };
    await step(() => person.post(location, password), "/club/login");
    return { email, code, person };
  }

  const signIn = ({ person, code }: LivingClub) =>
    step(() => person.post("/club/login", { identifier: code, password: PASSWORD }), "/dashboard");

  /** Has the club send a document; staff then find another number of players than its package allows. */
  async function adjust(club: LivingClub, actualPlayers: string): Promise<void> {
    await signIn(club);
    const form = new FormData();
    form.append("documents", new Blob([new Uint8Array(pdf())], { type: "application/pdf" }), "roster.pdf");
    await step(() => club.person.send("/verification", form), "/verification");
    await step(() => club.person.post("/verification/submission", {}), "/verification");
    const robin = new Visitor(url);
    await step(() => robin.post("/admin/login", STAFF), "/admin");
    const review = `/admin/verification/${club.code}`;
    const version = fieldIn(await step(() => robin.get(review), "200"), "version");
    const decision = { decision: "adjust", actualPlayers, notes: "Counted on the roster", version };
    // Shows the moves, and asks.
    const shown = fieldIn(await step(() => robin.post(review, decision), "200"), "shown");
    await step(() => robin.post(review, { ...decision, shown }), "/admin/verification");
  }

  /**
   * Has staff refund the rest of a club's year under the guarantee.
   * @returns the sum, in cents
   */
  async function takeBack({ code }: LivingClub): Promise<number> {
    const robin = new Visitor(url);
    await step(() => robin.post("/admin/login", STAFF), "/admin");
    const page = `/admin/clubs/${code}/guarantee`;
    const cents = fieldIn(await step(() => robin.get(page), "200"), "cents");
    // Pressed again after a lost answer, it reports that nothing is left, and stays.
    await step(
      () => robin.post(page, { cents, note: "Not used" }),
      new RegExp(`^/admin/clubs/${code}(/guarantee)?$`),
    );
    return Number(cents);
  }

  /** Moves the app's clock to a time; the jobs process dies and wakes up then. */
  async function clockTo(moment: Date): Promise<void> {
    const to = moment.toISOString().slice(0, 16).replace("T", " ");
    // 422: the clock is already there, and the answer was lost.
    await step(() => new Visitor(url).post("/sandbox/clock", { to }), /^(\/sandbox\/clock\?done|422)/);
    kill("jobs");
    await rest(server);
  }

  /** Presses a button at Stripe, once. */
  async function press(path: string, form: Record<string, string> = {}): Promise<void> {
    await until(HAPPENS_WITHIN_MS, async () => {
      const up = await fetch(`${url}/healthz`).catch(() => null);
      return up?.ok || undefined;
    });
    const answer = await new Visitor(url).post(path, form);
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`);
  }

  /** Lists the movements between the club and us, such as 'payment 74900'. */
  const ledger = (code: string) =>
    control(async (db) => {
      const rows = await db.selectFrom("ledger").selectAll().where("club_code", "=", code).execute();
      return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort();
    });

  const rested = () => rest(server);
  return {
    control,
    comes,
    mails,
    mail,
    pay,
    signUp,
    signIn,
    adjust,
    takeBack,
    clockTo,
    press,
    ledger,
    rested,
  };
}

const fieldIn = ({ text }: Answer, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? "";
