import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { pdf } from "#tests/support/documents.ts";
import { once, type PostgresServer, startPostgres } from "#tests/support/postgres-server.ts";
import { startServer, until } from "#tests/support/server.ts";
import { World } from "#tests/support/world.ts";

/** Coaches who rate one game after the other, each waiting for the answer. */
const RATERS = 6;
/** Clubs that send documents, ten at most each. */
const SENDERS = 6;
/** Club without ratings meanwhile: a request first delivers what its club still has to. */
const REGISTERED_AT = "sender0";
const PASSWORD = "Sideline-2026";
const CREDENTIALS = `Basic ${btoa("postmark:sandbox-postmark-webhook-secret")}`;
const GAMES_EACH = 100;
/** Ratings acknowledged before the server dies; `AFTER`: once another took over. */
const BEFORE = 40;
const AFTER = 40;
const BACK_WITHIN_MS = 10_000;
const SUBMISSION_WITHIN_MS = 60_000;

interface Submission {
  game: string;
  cookie: string;
  id: string;
}

test("the server dies under load, its standby takes over: nothing acknowledged is lost, nothing is there twice, everything is back within 10 s", async () => {
  const primary = await startPostgres({ settings: { fsync: "off" } });
  onTestFinished(() => primary.stop());
  await once(
    primary.superUrl,
    "create database club_data owner goodside encoding 'UTF8' locale 'C' template template0",
  );
  const at = ({ port }: PostgresServer) => `127.0.0.1:${port}`;
  const urlOf = (hosts: string) => `postgres://goodside@${hosts}/club_data?target_session_attrs=read-write`;
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-fail-over-"));
  const opening = { dataDir, mode: "test", migrateOnOpen: true } as const;
  const open = await openPlatform({ ...opening, databaseUrl: urlOf(at(primary)) });
  const world = new World(dataDir, open, () => open.close());
  const { code, submissions } = await writeGames(world);
  const senders = await writeSenders(world);
  const mails = await writeMails(world);
  await open.close();

  const standby = await startPostgres({ settings: { fsync: "off" }, standbyOf: primary });
  onTestFinished(() => standby.stop());
  // Acknowledged changes are on both servers, and visible there.
  await once(primary.superUrl, "alter system set synchronous_standby_names = '*'");
  await once(primary.superUrl, "alter system set synchronous_commit = 'remote_apply'");
  await once(primary.superUrl, "select pg_reload_conf()");
  await until(30_000, async () => {
    const rows = await once(primary.superUrl, "select 1 from pg_stat_replication where sync_state = 'sync'");
    return rows.length > 0 || undefined;
  });

  const databaseUrl = urlOf(`${at(primary)},${at(standby)}`);
  const env = { DATABASE_URL: databaseUrl, WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
  const server = await startServer({ dataDir, env });
  onTestFinished(async () => {
    await server.stop();
  });

  const acts = {
    ratings: newAct(),
    signIns: newAct(),
    registrations: newAct(),
    uploads: newAct(),
    webhooks: newAct(),
  };
  const answers = new Map<string, number>();
  let isOver = false;
  /** Sends one thing after the other, each again until it is acknowledged, as people and providers do. */
  const act = async (
    kind: keyof typeof acts,
    count: number,
    pause: number,
    send: (n: number) => Promise<number>,
  ) => {
    for (let n = 0; n < count && !isOver; n += 1) {
      const since = Date.now();
      while (!isOver && Date.now() - since < SUBMISSION_WITHIN_MS) {
        const status = await send(n);
        answers.set(`${kind} ${status}`, (answers.get(`${kind} ${status}`) ?? 0) + 1);
        if (status === 303 || (kind === "webhooks" && status === 200)) {
          acts[kind].at.push(Date.now());
          acts[kind].done.push(n);
          break;
        }
        await sleep(200);
      }
      await sleep(pause);
    }
  };
  const site = new Client(server.url);
  const cookies: string[] = [];
  const rated: Submission[] = [];
  let ip = 0;
  const everybody = [
    ...submissions.map((own, rater) =>
      act("ratings", own.length, 700, async (n) => {
        const submission = own[n] as Submission;
        const status = await rate(site, submission, rater);
        if (status === 303) rated.push(submission);
        return status;
      }),
    ),
    act("signIns", 1_000, 200, async (n) => {
      const email = `coach.${String.fromCharCode(97 + (n % RATERS))}@people.example`;
      const { status, cookie } = await site.post(
        "/club/login",
        { identifier: email, password: PASSWORD },
        `198.51.${ip++ % 200}.1`,
      );
      if (status === 303) cookies.push(cookie);
      return status;
    }),
    act("registrations", 500, 200, async (n) => {
      const form = { name: `Parent ${n}`, email: `parent${n}@parents.example`, child: "Sam P." };
      return (await site.post(`/register/${REGISTERED_AT}`, form, `192.0.2.${n % 200}`)).status;
    }),
    act("uploads", SENDERS * 10, 2_000, async (n) => {
      const body = new FormData();
      body.append(
        "documents",
        new Blob([new Uint8Array(pdf(`Roster ${n}`))], { type: "application/pdf" }),
        `roster-${n}.pdf`,
      );
      return (await site.post("/verification", body, "192.0.2.250", senders[n % SENDERS])).status;
    }),
    act("webhooks", mails.length, 100, async (n) => {
      const { id, to } = mails[n] as Sent;
      const event = {
        RecordType: "Delivery",
        Recipient: to,
        MessageID: `message-${id}`,
        Metadata: { mail: id },
      };
      return site.webhook(event);
    }),
  ];
  let left: unknown;
  let died = 0;
  /** Describes when each kind was first and last acknowledged, relative to the server's death. */
  const state = () =>
    Object.entries(acts)
      .map(([kind, { at }]) => `${kind} ${(at[0] ?? 0) - died} to ${(at.at(-1) ?? 0) - died} ms`)
      .join(", ");
  onTestFailed(() => {
    process.stderr.write(
      `fail-over: answers ${JSON.stringify([...answers])}; left ${JSON.stringify(left)}; ${state()}\n`,
    );
  });
  const health = watchHealth(server.url);
  const enough = (count: number) => until(120_000, async () => rated.length >= count || undefined);
  await enough(BEFORE);
  await until(120_000, async () => Object.values(acts).every(({ at }) => at.length > 2) || undefined);
  died = Date.now();
  primary.process.kill("SIGKILL");
  await once(standby.superUrl, "select pg_promote()");
  const promoted = Date.now() - died;
  await until(
    60_000,
    async () => Object.values(acts).every(({ at }) => (at.at(-1) ?? 0) > died + 200) || undefined,
  );
  await enough(rated.length + AFTER);
  isOver = true;
  await Promise.all(everybody);
  const ill = await health.stop();
  const pauses = Object.fromEntries(
    Object.entries(acts).map(([kind, { at }]) => [kind, longestPause(at, died)]),
  );
  const done = Object.entries(acts).map(([kind, { at }]) => `${at.length} ${kind}`);
  process.stderr.write(
    `fail-over: promoted after ${promoted} ms; pauses ${JSON.stringify(pauses)}; ill for ${ill} ms; ${done.join(", ")}; answers ${JSON.stringify([...answers])}\n`,
  );
  const { control, clubs, close } = await openPlatform({ ...opening, migrateOnOpen: false, databaseUrl });
  onTestFinished(() => close());
  const promotedAt = new Date(died + promoted).toISOString();
  // The leader alone delivers this, and no job has waited since the server died.
  await until(120_000, async () => {
    const due = await control
      .selectFrom("jobs")
      .select(["kind", "attempts", "last_error"])
      .where("status", "=", "queued")
      .where("run_at", "<=", promotedAt)
      .execute();
    const events = await clubs.use(code, (db) =>
      db.selectFrom("outbox").select(["kind", "attempts"]).where("delivered_at", "is", null).execute(),
    );
    left = { due: due.length, events: events.length, first: [due[0], events[0]] };

    return (due.length === 0 && events.length === 0) || undefined;
  });
  const signedIn = await Promise.all(
    cookies.map(
      async (cookie) => (await fetch(`${server.url}/dashboard`, { headers: { Cookie: cookie } })).status,
    ),
  );
  const sentMails = (await server.mails()).filter(({ to }) => to.endsWith("@parents.example"));
  const queued = await control
    .selectFrom("mails")
    .select("to_address")
    .where("to_address", "like", "parent%")
    .execute();
  const documents = await control
    .selectFrom("verification_documents")
    .select(["id", "name", "club_code"])
    .execute();
  const opened = await Promise.all(
    documents.map(async ({ id, club_code }) => {
      const Cookie = senders[Number(club_code.slice(-1))] ?? "";
      return (await fetch(`${server.url}/verification/documents/${id}`, { headers: { Cookie } })).status;
    }),
  );
  await server.stop({ keepData: true });

  const rows = await clubs.use(code, (db) =>
    db.selectFrom("ratings").select(["game_id", "submission_key"]).execute(),
  );
  const stored = new Set(rows.map((row) => row.submission_key));
  expect(rated.filter(({ id }) => !stored.has(id))).toEqual([]);
  expect(rows.length).toBe(new Set(rows.map((row) => row.game_id)).size);

  expect(new Set(signedIn)).toEqual(new Set([200]));

  const registered = await clubs.use(REGISTERED_AT, (db) =>
    db.selectFrom("registrations").select("email").execute(),
  );
  const emails = registered.map(({ email }) => email);
  expect(acts.registrations.done.filter((n) => !emails.includes(`parent${n}@parents.example`))).toEqual([]);
  expect(emails.length).toBe(new Set(emails).size);
  expect(sentMails.map(({ to }) => to).sort()).toEqual(queued.map(({ to_address }) => to_address).sort());

  const names = documents.map(({ name }) => name);
  expect(acts.uploads.done.filter((n) => !names.includes(`roster-${n}.pdf`))).toEqual([]);
  expect(names.length).toBe(new Set(names).size);
  expect(new Set(opened)).toEqual(new Set([200]));

  const events = await control
    .selectFrom("mail_events")
    .select("mail_id")
    .where("type", "=", "Delivery")
    .execute();
  const reported = events.map(({ mail_id }) => mail_id).filter((id) => mails.some((mail) => mail.id === id));
  expect(acts.webhooks.done.filter((n) => !reported.includes(mails[n]?.id ?? ""))).toEqual([]);
  expect(reported.length).toBe(new Set(reported).size);

  expect(Math.max(...Object.values(pauses), ill)).toBeLessThan(BACK_WITHIN_MS);
}, 400_000);

interface Act {
  /** Times of acknowledgement; `done` has their numbers. */
  at: number[];
  done: number[];
}
const newAct = (): Act => ({ at: [], done: [] });

/** Returns the longest pause between acknowledgements, from the last one before the server died. */
function longestPause(at: number[], died: number): number {
  return Math.max(
    ...at.flatMap((time, n) => (n > 0 && time > died ? time - Math.max(died, at[n - 1] ?? 0) : [])),
  );
}

/** Asks as a load balancer does. @returns what ends it, with the longest time without a 200 */
function watchHealth(url: string): { stop(): Promise<number> } {
  let isOver = false;
  let worst = 0;
  const watching = (async () => {
    for (let well = Date.now(); !isOver; await sleep(200)) {
      const answer = await fetch(`${url}/healthz`).catch(() => null);
      if (answer?.status === 200) well = Date.now();
      const gap = Date.now() - well;
      worst = Math.max(worst, gap);
    }
    return worst;
  })();
  return {
    stop: () => {
      isOver = true;
      return watching;
    },
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Client {
  constructor(readonly url: string) {}

  async post(path: string, form: Record<string, string> | FormData, ip: string, cookie = "") {
    const body = form instanceof FormData ? form : new URLSearchParams(form);
    const headers = { Origin: this.url, "X-Forwarded-For": ip, ...(cookie && { Cookie: cookie }) };
    try {
      const answer = await fetch(this.url + path, { method: "POST", headers, body, redirect: "manual" });
      await answer.arrayBuffer();
      const session = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
      return { status: answer.status, cookie: session.join("; ") };
    } catch {
      return { status: 0, cookie: "" };
    }
  }

  async webhook(event: object): Promise<number> {
    const headers = { Authorization: CREDENTIALS, "Content-Type": "application/json" };
    const body = JSON.stringify(event);
    const answer = await fetch(`${this.url}/webhooks/postmark`, { method: "POST", headers, body }).catch(
      () => null,
    );
    return answer?.status ?? 0;
  }
}

interface Sent {
  id: string;
  to: string;
}

/** Writes mails whose delivery the provider will report. */
async function writeMails(world: World): Promise<Sent[]> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const sent = Array.from({ length: 500 }, (_, n) => ({ id: newId(), to: `reader${n}@people.example` }));
  const at = new Date().toISOString();
  await world.control
    .insertInto("mails")
    .values(sent.map(({ id, to }) => sentMail(id, to, at)))
    .execute();
  return sent;
}

const sentMail = (id: string, to_address: string, at: string) => ({
  id,
  key: id,
  club_code: null,
  stream: "outbound" as const,
  tag: "staff-invitation",
  to_address,
  reply_to: null,
  from_name: "Goodside",
  subject: "Hello",
  html: "",
  text: "",
  variables: null,
  status: "sent" as const,
  provider_id: `message-${id}`,
  last_error: null,
  created_at: at,
  attempted_at: at,
  sent_at: at,
  delivery: null,
});

/** Writes clubs whose administrators send documents. @returns their cookies */
async function writeSenders(world: World): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < SENDERS; n += 1) {
    const club = await world.club(`Sender ${n}`, { code: `sender${n}` });
    cookies.push(await world.signIn(club.adminAccount, club.code));
  }
  return cookies;
}

/** Writes a club whose coaches have games to rate. @returns its code, and what each of them will send */
async function writeGames(world: World): Promise<{ code: string; submissions: Submission[][] }> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const club = await world.club("Lakeside", { code: "lakeside1" });
  const all: Submission[][] = [];
  for (let rater = 0; rater < RATERS; rater += 1) {
    const team = await world.team(club, `Team ${rater}`, { name_key: `team ${rater}` });
    const person = await world.person(`Coach ${String.fromCharCode(97 + rater)}`, club, [
      { team, role: "coach" },
    ]);
    const cookie = await world.signIn(person, club.code);
    const own: Submission[] = [];
    for (let game = 0; game < GAMES_EACH; game += 1)
      own.push({ game: await world.game(club, team, 3 + game / 60), cookie, id: newId() });
    all.push(own);
  }
  return { code: club.code, submissions: all };
}

async function rate(site: Client, { game, cookie, id }: Submission, rater: number): Promise<number> {
  const form = { score: "20", reason: "A calm game", submission: id, version: "" };
  return (await site.post(`/mobile-rating?game=${game}`, form, `203.0.113.${rater + 10}`, cookie)).status;
}
