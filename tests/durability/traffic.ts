import { createHash } from "node:crypto";
import { newId } from "#app/runtime/ids.server.ts";
import { pdf } from "../support/documents.ts";
import { type Answer, Visitor } from "../support/visitor.ts";
import { type Chance, pause } from "./chance.ts";
import type { Ledger, SentDocument, SentPayment, SentRating } from "./ledger.ts";
import type { Admin, Rater, Season } from "./season.ts";

const AGAIN_MS = 200;
const BREATH_MS = 40;
/** Allowed while something that the server needs (the stubs, Stripe) restarts. */
const TRY_AGAIN = [502, 503];

/** People who use a server continuously and resend the same form until they get an answer. */
export class Traffic {
  #stopping = false;
  #turn = 0;
  readonly #people: Promise<void>[] = [];

  constructor(
    readonly url: string,
    readonly ledger: Ledger,
    readonly chance: Chance,
  ) {}

  start(season: Season, signUps: number): void {
    this.startRating(season.raters);
    for (const admin of season.admins) this.#people.push(this.#invite(admin), this.#sendDocuments(admin));
    this.#people.push(this.#write());
    for (let n = 0; n < signUps; n += 1) this.#people.push(this.#signUp(n));
  }

  startRating(raters: readonly Rater[]): void {
    for (const rater of raters) this.#people.push(this.#rate(rater));
  }

  /** Resolves once everybody has rated all of their games, or has stopped. */
  async finish(): Promise<void> {
    await Promise.all(this.#people);
  }

  /** Finishes the requests in flight; unanswered ones stay unacknowledged. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#people);
  }

  async #rate(rater: Rater): Promise<void> {
    const visitor = this.#visitor(rater.cookie);
    for (const gameId of rater.games) {
      const first = this.chance.oneOf([20, 10, 0] as const);
      const scores = this.chance.happens(0.3) ? [first, first === 20 ? 10 : 20] : [first];
      for (const score of scores) {
        if (this.#stopping) return;
        const { clubCode, side } = rater;
        const submission = newId();
        const reason = `Round ${this.chance.text(6)}`;
        this.#turn += 1;
        const sent: SentRating = {
          ...{ gameId, clubCode, side, score, reason },
          turn: this.#turn,
          acknowledged: false,
        };
        this.ledger.ratings.set(submission, sent);
        const version = score === first ? "" : await this.#versionOf(visitor, gameId);
        if (version === null) return;
        const form = { score: String(score), reason, side, submission, version };
        const post = () =>
          visitor.post(`/rating/${gameId}`, score === 20 ? form : { ...form, happened: "dissent" });
        const answer = await this.#insist(post, `/rating/${gameId}`);
        if (!answer) return;
        sent.acknowledged = true;
      }
      await pause(BREATH_MS);
    }
  }

  /**
   * Returns the version of the rater's own rating, which a form that changes it carries.
   * @returns null if stopped first
   */
  async #versionOf(visitor: Visitor, gameId: string): Promise<string | null> {
    const page = await this.#insist(
      () => visitor.get(`/rating/${gameId}`),
      "/",
      ({ status }) => status === 200,
    );
    return page && (/name="version" value="([^"]*)"/.exec(page.text)?.[1] ?? "");
  }

  async #invite({ cookie, clubCode, teamIds }: Admin): Promise<void> {
    const visitor = this.#visitor(cookie);
    // Below the club's limit of 200 invitations a day.
    for (let n = 0; n < 190 && !this.#stopping; n += 1) {
      const email = `coach-${n}@${clubCode}.example`;
      const sent = { clubCode, acknowledged: false };
      this.ledger.invitations.set(email, sent);
      const path = `/teams/${this.chance.oneOf(teamIds)}/invite`;
      const form = { email, role: "coach", coachRole: "assistant" };
      if (!(await this.#insist(() => visitor.post(path, form), "/teams", alreadyInvited))) return;
      sent.acknowledged = true;
      await pause(4 * BREATH_MS);
    }
  }

  /** Sends documents, and takes the first of them back while the next is sent: a club may keep ten. */
  async #sendDocuments({ cookie, clubCode }: Admin): Promise<void> {
    const visitor = this.#visitor(cookie);
    for (let n = 0; !this.#stopping; n += 1) {
      const content = pdf(`${clubCode} ${n} ${this.chance.text(2_000)}`);
      const form = new FormData();
      form.append("documents", new Blob([new Uint8Array(content)], { type: "application/pdf" }), `${n}.pdf`);
      const sent: SentDocument = { clubCode, acknowledged: false, takenBack: "no" };
      this.ledger.documents.set(createHash("sha256").update(content).digest("hex"), sent);
      if (!(await this.#insist(() => visitor.send("/verification", form), "/verification"))) return;
      sent.acknowledged = true;
      if (this.chance.happens(0.7) || n > 4) {
        const page = await this.#insist(
          () => visitor.get("/verification"),
          "/",
          ({ status }) => status === 200,
        );
        const [, path] =
          new RegExp(`href="(/verification/documents/[^"]+)"[^>]*>[^<]*\\b${n}\\.pdf`).exec(
            page?.text ?? "",
          ) ?? [];
        if (page && !path) this.ledger.wrong.push(`${n}.pdf of ${clubCode} is not on its page`);
        if (!path) return;
        sent.takenBack = "tried";
        const remove = () => visitor.post(`${path}/removal`, {});
        if (!(await this.#insist(remove, "/verification", ({ status }) => status === 404))) return;
        sent.takenBack = "acknowledged";
      }
      await pause(4 * BREATH_MS);
    }
  }

  async #write(): Promise<void> {
    for (let n = 0; !this.#stopping; n += 1) {
      const visitor = this.#visitor();
      const subject = `Question ${n}`;
      const sent = { clubCode: "", acknowledged: false };
      this.ledger.messages.set(subject, sent);
      const form = {
        submission: newId(),
        name: "Dana Reyes",
        email: "dana@lakeside.example",
        category: "general",
        subject,
        message: "When does the season begin?",
      };
      if (!(await this.#insist(() => visitor.post("/contact", form), "/contact?sent=true"))) return;
      sent.acknowledged = true;
      await pause(4 * BREATH_MS);
    }
  }

  /** Repeats whole sign-ups: package, details, payment page, card, and (every second time) back to our page. */
  async #signUp(person: number): Promise<void> {
    for (let n = 0; !this.#stopping; n += 1) {
      const clubName = `Club ${person} ${n} ${this.chance.text(4)}`;
      const sent: SentPayment = {
        clubName,
        email: `ada@club-${person}-${n}.example`,
        acknowledged: false,
        shownCode: null,
      };
      if (!(await this.#signUpOnce(sent, this.chance.happens(0.5)))) return;
      await pause(BREATH_MS);
    }
  }

  async #signUpOnce(sent: SentPayment, comesBack: boolean): Promise<boolean> {
    const visitor = this.#visitor();
    const details = {
      plan: "standard",
      clubName: sent.clubName,
      contactName: "Ada Admin",
      email: sent.email,
      phone: "",
      state: "TX",
      city: "Austin",
      estimatedPlayers: "200",
      description: "",
      agreedToTerms: "on",
    };
    const chosen = () => visitor.post("/signup", { plan: "standard" });
    if (!(await this.#insist(chosen, "/signup/details"))) return false;
    if (!(await this.#insist(() => visitor.post("/signup/details", details), "/signup/payment")))
      return false;
    const opened = await this.#insist(async () => {
      const page = await visitor.get("/signup/payment");
      if (page.status !== 200) return page;
      const attempt = /name="attempt" value="(\d+)"/.exec(page.text)?.[1] ?? "";
      return visitor.post("/signup/payment", { attempt });
    }, "/sandbox/checkout/");
    if (!opened) return false;
    const session = opened.location.split("/").at(-1) ?? "";
    this.ledger.payments.set(session, sent);
    const card = {
      email: sent.email,
      name: "Ada Admin",
      cardNumber: "4242424242424242",
      cardExpiry: "12 / 44",
      cardCvc: "123",
      postalCode: "78701",
    };
    const pay = () => visitor.post(`/sandbox/checkout/${session}/card`, card);
    // A lost answer may have paid already: the page then redirects to itself.
    if (!(await this.#insist(pay, /^\/(success|sandbox\/checkout)/))) return false;
    sent.acknowledged = true;
    if (!comesBack) return true;
    const back = () => visitor.get(`/success?session_id=${session}`);
    const shown = await this.#insist(back, "/success?", ({ status }) => status === 200);
    if (!shown) return false;
    sent.shownCode = new URLSearchParams(shown.location.split("?")[1]).get("code");
    return true;
  }

  /**
   * Repeats a request until it is redirected to the expected address.
   * @param orElse recognizes another answer that means success.
   * @returns null if the traffic was stopped first.
   */
  async #insist(
    ask: () => Promise<Answer>,
    leadsTo: string | RegExp,
    orElse: (answer: Answer) => boolean = () => false,
  ): Promise<Answer | null> {
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer && (isThere(answer, leadsTo) || orElse(answer))) {
        this.ledger.acknowledged += 1;
        return answer;
      }
      if (!answer) this.ledger.cut += 1;
      else if (!TRY_AGAIN.includes(answer.status)) {
        this.ledger.wrong.push(`${answer.status} ${answer.location} (wanted ${leadsTo}): ${wordsOf(answer)}`);
        return null;
      }
      if (this.#stopping) return null;
      await pause(AGAIN_MS);
    }
  }

  #visitor(cookie?: string): Visitor {
    // A random address each, so that per-address limits do not apply.
    const byte = () => this.chance.below(256);
    return new Visitor(this.url, { cookie, client: `10.${byte()}.${byte()}.${byte()}` });
  }
}

function isThere({ status, location }: Answer, leadsTo: string | RegExp): boolean {
  if (status !== 303 && status !== 302) return false;
  return typeof leadsTo === "string" ? location.startsWith(leadsTo) : leadsTo.test(location);
}

/**
 * Detects that the first request succeeded but its answer was lost, and the retry came too late to count as a double
 * click.
 */
const alreadyInvited = ({ status, text }: Answer) => status === 422 && text.includes("is already invited");

/** Returns the page's error, or its beginning. */
const wordsOf = ({ text }: Answer) =>
  text
    .slice(Math.max(0, text.indexOf('role="alert"')))
    .replace(/<style[\s\S]*?<\/style>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 300);
