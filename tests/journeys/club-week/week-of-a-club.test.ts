import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NotificationPreferences } from "#app/domain/control/notifications/preferences.ts";
import {
  allNotificationKinds,
  type NotificationKind,
  notificationKinds,
} from "#app/domain/values/notification-kinds.ts";
import { gameRow } from "#tests/support/rows.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

// A week of a club of 20 people by the clock, from Monday to Monday, and what is then in each person's mailbox. The
// same week runs in several clubs at once, which differ in one switch.

const world = await openWorld();
const { previewAnnouncement, sendAnnouncement } = await import(
  "#app/domain/club/announcements/announcements.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");
const { raterOf } = await import("#app/domain/club/ratings/rating-permission.ts");
const { rateGame } = await import("#app/domain/club/ratings/ratings.server.ts");
const { assignmentsOf } = await import("#app/domain/club/staff/staff.server.ts");
const { makeSnapshot } = await import("#app/domain/control/leaderboard/snapshot.server.ts");
const { defaultPreferences } = await import("#app/domain/control/notifications/preferences.ts");
const { storePreferences } = await import("#app/domain/control/notifications/preferences.server.ts");
const { wakeClub } = await import("#app/domain/control/clubs/timetable.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { runDueClubs } = await import("#app/journeys/club-week/run-club-week.server.ts");
const { updateDueEntries, updateEntries } = await import(
  "#app/journeys/leaderboard/update-leaderboard.server.ts"
);
const { momentOf } = await import("#app/domain/values/times.ts");
const { newId } = await import("#app/runtime/ids.server.ts");

const ZONE = "America/Chicago";
const HOUR = 3_600_000;
const local = (date: string, time: string) => new Date(momentOf(date, time, ZONE));
/** The week, Monday to Monday. */
const DAYS = {
  Mon: "05",
  Tue: "06",
  Wed: "07",
  Thu: "08",
  Fri: "09",
  Sat: "10",
  Sun: "11",
  Next: "12",
} as const;
const on = (day: keyof typeof DAYS, time: string) => local(`2026-10-${DAYS[day]}`, time);

/** The staff by team: m manages, h is the head coach, a is an assistant. Mona manages one team and coaches another. */
const STAFF = {
  Hawks: { m: ["Mia"], h: ["Dana"], a: ["Abel", "Hugo", "Hana", "Mona"] },
  Otters: { m: ["Mona"], h: ["Cora"], a: ["Carl", "Otto"] },
  Bears: { m: ["Max"], h: ["Beth"], a: ["Ben", "Bill"] },
  Comets: { m: ["Luke"], h: ["Lena"], a: ["Lars", "Lou", "Lisa"] },
} as const;
type Team = keyof typeof STAFF;
const TEAMS = Object.keys(STAFF) as Team[];
const LEADERS = ["Ada", "Alva", "Mia", "Mona", "Max", "Luke"];

interface Club {
  club: TestClub;
  teams: Record<Team, string>;
  people: Record<string, string>;
  games: Record<Team, string>;
}

interface Mailed {
  who: string;
  kind: string;
  at: string;
}

type Chosen = Partial<NotificationPreferences>;
interface Scenario {
  /** Preferences of everybody, besides the leaders' Leaderboard Updates. */
  everybody?: Chosen;
  teams?: { coach_updates?: number; manager_updates?: number; incident_alerts?: number };
}
const scenarios = {
  plain: {},
  silent: { everybody: { emailOn: false } },
  daily: { everybody: { frequency: "daily" } },
  weekly: { everybody: { frequency: "weekly" } },
  evening: { everybody: { quietHours: "evening" } },
  weekends: { everybody: { quietHours: "weekends" } },
  nocoach: { teams: { coach_updates: 0 } },
  nomanager: { teams: { manager_updates: 0 } },
  noincident: { teams: { incident_alerts: 0 } },
  suspended: {},
} satisfies Record<string, Scenario>;
const offName = (kind: NotificationKind) => `off${kind.replaceAll("-", "")}`;
const all: Record<string, Scenario> = {
  ...scenarios,
  ...Object.fromEntries(
    allNotificationKinds.map((kind) => [offName(kind), { everybody: { switches: { [kind]: false } } }]),
  ),
};
const STATES = [
  "TX",
  "AL",
  "AR",
  "IL",
  "IA",
  "KS",
  "LA",
  "MN",
  "MS",
  "MO",
  "NE",
  "ND",
  "OK",
  "SD",
  "TN",
  "WI",
] as const;

async function openClub(
  code: string,
  index: number,
  { everybody = {}, teams: switches = {} }: Scenario,
): Promise<Club> {
  // Ranks are those of a state: each club is alone in its own, or shares it with clubs of the same results.
  const state = STATES[index % STATES.length] as (typeof STATES)[number];
  const club = await world.club("Lakeside FC", { code, state });
  const people: Record<string, string> = { Ada: club.adminAccount };
  const alva = await world.person(`Alva ${code}`, club, []);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", alva)
    .execute();
  people.Alva = alva;
  const teams = {} as Club["teams"];
  const games = {} as Club["games"];
  for (const team of TEAMS) {
    teams[team] = await world.team(club, team, { weekly_reports: 1, ...switches });
    const { m, h, a } = STAFF[team];
    for (const [names, role, coachRole] of [
      [m, "manager", undefined],
      [h, "coach", "head"],
      [a, "coach", "assistant"],
    ] as const)
      for (const name of names)
        people[name] = await world.person(`${name} ${code}`, club, [{ team: teams[team], role, coachRole }]);
  }
  // Ranks before this week: the Otters are first, the Hawks second.
  await world.platform.clubs.use(code, async (db) => {
    const before = (team: Team, scores: (20 | 10)[]) =>
      scores.map((score, week) => ({
        ...gameRow(newId(), teams[team], local("2026-09-01", "10:00")),
        id: newId(),
        starts_at: new Date(local("2026-09-01", "10:00").getTime() + week * 7 * 24 * HOUR).toISOString(),
        final_score: score,
        agreement: "agreed" as const,
        final_policy: "coach-final" as const,
      }));
    await db
      .insertInto("games")
      .values([...before("Hawks", [10, 10, 20]), ...before("Otters", [20, 10, 20])])
      .execute();
    const planned = (team: Team, start: Date, opponent: string) => {
      games[team] = newId();
      return { ...gameRow(games[team], teams[team], start), opponent };
    };
    await db
      .insertInto("games")
      .values([
        planned("Hawks", on("Tue", "16:00"), "Tigers"),
        planned("Otters", on("Thu", "16:00"), "Lions"),
      ])
      .execute();
    await updateEntries({ control: world.control, db, clubCode: code }, "all");
  });
  for (const [name, accountId] of Object.entries(people)) {
    const leads = LEADERS.includes(name) ? { "leaderboard-updates": true } : {};
    const chosen = {
      ...defaultPreferences,
      ...everybody,
      switches: { ...leads, ...everybody.switches },
    };
    await inTransaction(world.control, (tx) => storePreferences(tx, { accountId, clubCode: code }, chosen));
  }
  return { club, teams, people, games };
}

const clubs = new Map<string, Club>();

async function rate(code: string, name: string, team: Team, side: "coach" | "manager", score: 0 | 10 | 20) {
  const { people, teams, games } = clubs.get(code) as Club;
  const accountId = people[name] as string;
  await world.platform.clubs.use(code, async (db) => {
    const assignments = await assignmentsOf(db, accountId);
    const role = side === "manager" ? ("team_manager" as const) : ("coach" as const);
    const rater = raterOf({ accountId, name, email: null, role, assignments }, teams[team], side);
    if (!rater) throw new Error(`${name} does not rate ${team}`);
    const tags = score === 0 ? (["entering-field"] as const) : [];
    const rating = { gameId: games[team], score, tags, reason: "A reason", submission: newId(), version: "" };
    const result = await changeClub({ control: world.control, db, club: { code } }, (tx) =>
      rateGame(tx, rating, rater),
    );
    if (!result.ok) throw new Error(JSON.stringify(result));
  });
}

async function announce(code: string): Promise<void> {
  const fields = {
    subject: "Fields closed",
    body: "It rained.",
    audience: "everybody" as const,
    teamIds: [],
  };
  await world.platform.clubs.use(code, (db) =>
    changeClub({ control: world.control, db, club: { code } }, async (tx) => {
      const at = new Date();
      const id = await previewAnnouncement(tx, fields, { by: "Ada", at });
      return sendAnnouncement(tx, id, { recipients: 20, at });
    }),
  );
}

/** Actions of people in the week, by their hour. */
const doings = new Map<number, (code: string) => Promise<void>>([
  [on("Tue", "19:00").getTime(), (code) => rate(code, "Dana", "Hawks", "coach", 20)],
  [on("Wed", "10:00").getTime(), (code) => rate(code, "Mia", "Hawks", "manager", 20)],
  [on("Wed", "12:00").getTime(), announce],
  [on("Thu", "20:00").getTime(), (code) => rate(code, "Cora", "Otters", "coach", 0)],
]);

/** Everything that the jobs process does, but the sending. */
const handlers = Object.fromEntries(
  Object.entries(jobHandlers).map(([kind, run]) => [kind, kind.startsWith("mail") ? async () => {} : run]),
);

async function jobsProcess(): Promise<void> {
  await updateDueEntries(world.platform);
  do await runDueJobs(world.platform, handlers);
  while ((await runDueClubs(world.platform)) > 0);
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(on("Mon", "06:00"));
  let index = 0;
  for (const [code, scenario] of Object.entries(all))
    clubs.set(code, await openClub(code, index++, scenario));
  await makeSnapshot(world.control);
  await world.control
    .updateTable("clubs")
    .set({ status: "suspended" })
    .where("code", "=", "suspended")
    .execute();
  for (const code of clubs.keys()) await wakeClub(world.control, code);
  for (let at = on("Mon", "06:00").getTime(); at <= on("Next", "12:00").getTime(); at += HOUR) {
    vi.setSystemTime(at);
    const doing = doings.get(at);
    for (const code of clubs.keys()) await doing?.(code);
    if (new Date(at).getUTCHours() === 12) await makeSnapshot(world.control);
    await jobsProcess();
  }
}, 300_000);
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});

const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: ZONE,
  weekday: "short",
  hour: "2-digit",
  hourCycle: "h23",
});

/** Loads the mails of a club: who got which kind when. */
async function mailsOf(code: string): Promise<Mailed[]> {
  const { people } = clubs.get(code) as Club;
  const nameOf = new Map([[`admin@${code}.example`, "Ada"]]);
  for (const name of Object.keys(people))
    if (name !== "Ada") nameOf.set(`${name.toLowerCase()}.${code}@people.example`, name);
  const rows = await world.control
    .selectFrom("mails")
    .select(["to_address", "key", "created_at"])
    .where("club_code", "=", code)
    .orderBy("created_at")
    .orderBy("key")
    .execute();
  return rows.map(({ to_address, key, created_at }) => ({
    who: nameOf.get(to_address) ?? to_address,
    kind: key.split(":")[0] ?? "",
    at: clock.format(new Date(created_at)).replace(", ", " "),
  }));
}

/** Returns each person's mails in the order in which they came. */
const mailboxes = (mails: Mailed[], kinds: readonly string[] = allNotificationKinds) => {
  const boxes: Record<string, string[]> = {};
  for (const { who, kind, at } of mails.filter((mail) => kinds.includes(mail.kind)))
    boxes[who] = [...(boxes[who] ?? []), `${at} ${kind}`];
  return boxes;
};
const sorted = (mails: Mailed[]) => mails.map(({ who, kind, at }) => `${who} ${at} ${kind}`).sort();

const EVENTS: NotificationKind[] = [
  "rating-submissions",
  "perfect-games",
  "incident-alerts",
  "leaderboard-updates",
];

/**
 * Kinds that cannot happen: no month and no season begins or ends in this week, and no reward is earned
 * (tests/journeys/reports, seasons, rewards).
 */
const NOT_THIS_WEEK: readonly NotificationKind[] = [
  "monthly-analytics",
  "season-summary",
  "season-updates",
  "rewards-earned",
  "achievement-milestones",
  "system-maintenance",
];
const SWITCHES = allNotificationKinds.filter((kind) => !NOT_THIS_WEEK.includes(kind));

test("the club has 20 people", () => {
  expect(Object.keys(clubs.get("plain")?.people ?? {})).toHaveLength(20);
});

const HAWKS_COACHES = ["Abel", "Dana", "Hana", "Hugo"];

describe("the week's events", () => {
  test("the week's events are in exactly the mailboxes of those they concern", async () => {
    const admin = [
      "Tue 19 rating-submissions",
      "Wed 10 perfect-games",
      "Wed 10 rating-submissions",
      "Thu 20 incident-alerts",
      "Sun 08 leaderboard-updates",
      "Sun 08 leaderboard-updates",
    ];
    // The alert says what the rating submission would. The manager rated too, so that the perfect game was open; coaches hear of the manager's rating only.
    const coach = ["Wed 10 perfect-games", "Wed 10 rating-submissions"];
    expect(mailboxes(await mailsOf("plain"), EVENTS)).toEqual({
      Ada: admin,
      Alva: admin,
      Mia: ["Tue 19 rating-submissions", "Wed 10 perfect-games", "Sun 08 leaderboard-updates"],
      Dana: coach,
      Abel: coach,
      Hugo: coach,
      Hana: coach,
      // A coach of the Hawks, and the Otters' manager: she hears of the 0 when its result opens, after 48 hours.
      Mona: [...coach, "Thu 20 rating-submissions", "Sat 18 incident-alerts", "Sun 08 leaderboard-updates"],
    });
  });

  test("an announcement reaches all 20 people at once", async () => {
    const boxes = mailboxes(await mailsOf("plain"), ["announcements"]);
    expect(Object.values(boxes)).toEqual(Array(20).fill(["Wed 12 announcements"]));
  });

  test("each person's reminders and reports, by their role", async () => {
    const boxes = mailboxes(await mailsOf("plain"), ["game-reminders", "weekly-reports"]);
    const report = "Mon 07 weekly-reports";
    const reports = [report, report];
    const reminded = (...times: string[]) => [
      report,
      ...times.map((time) => `${time} game-reminders`),
      report,
    ];
    // Dana rates the Hawks' game within the hour after it, so that only its manager is asked for a rating.
    const hawksCoach = reminded("Mon 17");
    const ottersCoach = reminded("Wed 17", "Thu 19");
    expect(boxes).toEqual({
      Ada: reports,
      Alva: reports,
      Mia: reminded("Mon 17", "Tue 19", "Wed 09"),
      ...Object.fromEntries(HAWKS_COACHES.map((name) => [name, hawksCoach])),
      Cora: ottersCoach,
      Carl: ottersCoach,
      Otto: ottersCoach,
      // She never rates the Otters' game: once a morning, until the window closes.
      Mona: reminded("Mon 17", "Wed 17", "Thu 19", "Fri 09", "Sat 09", "Sun 09"),
    });
  });

  test("nobody hears of a suspended club, nor who switched email notifications off", async () => {
    expect(await mailsOf("suspended")).toEqual([]);
    expect(await mailsOf("silent")).toEqual([]);
  });
});

/** Without the alert of a 0, administrators hear of it as of any other rating. */
const insteadOfAlerts = ["Ada", "Alva"].map((who) => ({
  who,
  at: "Thu 20",
  kind: "rating-submissions" as const,
}));

describe("each switch", () => {
  test.each(SWITCHES)("each switch of %s takes away its mails and no others", async (kind) => {
    const plain = await mailsOf("plain");
    const off = await mailsOf(offName(kind));
    expect(plain.some((mail) => mail.kind === kind)).toBe(true);
    const without = plain.filter((mail) => mail.kind !== kind);
    const instead = kind === "incident-alerts" ? insteadOfAlerts : [];
    expect(sorted(off)).toEqual(sorted([...without, ...instead]));
  });

  test("each switch of a team's coaches takes away what they get as coaches", async () => {
    const plain = mailboxes(await mailsOf("plain"), EVENTS);
    const boxes = mailboxes(await mailsOf("nocoach"), EVENTS);
    for (const name of HAWKS_COACHES) expect(boxes[name]).toBeUndefined();
    expect(boxes.Mia).toEqual(plain.Mia);
    expect(boxes.Mona).toEqual(plain.Mona?.filter((mail) => !mail.startsWith("Wed")));
  });

  test("each switch of a team's manager takes away what they get as manager", async () => {
    const plain = mailboxes(await mailsOf("plain"), EVENTS);
    const boxes = mailboxes(await mailsOf("nomanager"), EVENTS);
    expect(boxes.Mia).toBeUndefined();
    expect(boxes.Dana).toEqual(plain.Dana);
    expect(boxes.Mona).toEqual(plain.Mona?.filter((mail) => mail.startsWith("Wed")));
    expect(boxes.Ada).toEqual(plain.Ada);
  });

  test("each switch of a team's incident alerts takes them away from everybody", async () => {
    const plain = await mailsOf("plain");
    const off = await mailsOf("noincident");
    const without = plain.filter(({ kind }) => kind !== "incident-alerts");
    expect(sorted(off)).toEqual(sorted([...without, ...insteadOfAlerts]));
  });
});

describe("the frequency", () => {
  const digested = allNotificationKinds.filter((kind) => notificationKinds[kind].followsFrequency);
  const alone = allNotificationKinds.filter((kind) => !digested.includes(kind));

  test("daily: one mail each morning after something happened, and the rest as ever", async () => {
    const plain = await mailsOf("plain");
    const daily = await mailsOf("daily");
    expect(mailboxes(daily, ["digest", ...digested])).toEqual({
      Ada: ["Wed 08 digest", "Thu 08 digest", "Mon 08 digest"],
      Alva: ["Wed 08 digest", "Thu 08 digest", "Mon 08 digest"],
      Mia: ["Wed 08 digest", "Thu 08 digest", "Mon 08 digest"],
      ...Object.fromEntries(HAWKS_COACHES.map((name) => [name, ["Thu 08 digest"]])),
      Mona: ["Thu 08 digest", "Fri 08 digest", "Mon 08 digest"],
    });
    expect(mailboxes(daily, alone)).toEqual(mailboxes(plain, alone));
  });

  test("weekly: one mail on Monday morning to everybody whom something concerned", async () => {
    const weekly = await mailsOf("weekly");
    const boxes = mailboxes(weekly, ["digest", ...digested]);
    const concerned = ["Ada", "Alva", "Mia", "Mona", ...HAWKS_COACHES];
    expect(boxes).toEqual(Object.fromEntries(concerned.map((name) => [name, ["Mon 08 digest"]])));
    expect(mailboxes(weekly, alone)).toEqual(mailboxes(await mailsOf("plain"), alone));
  });
});

describe("quiet hours", () => {
  test("quiet hours in the evening move the mails of the evening to the morning, but no incident alert", async () => {
    const boxes = mailboxes(await mailsOf("evening"), EVENTS);
    expect(boxes.Mia?.[0]).toBe("Wed 08 rating-submissions");
    expect(boxes.Dana).toEqual(["Wed 10 perfect-games", "Wed 10 rating-submissions"]);
    expect(boxes.Ada).toContain("Thu 20 incident-alerts");
    expect(boxes.Mona).toContain("Fri 08 rating-submissions");
    expect(boxes.Mona).toContain("Sat 18 incident-alerts");
  });

  test("quiet hours at weekends move Sunday's mails to Monday, but no incident alert", async () => {
    const boxes = mailboxes(await mailsOf("weekends"), EVENTS);
    expect(boxes.Mia?.at(-1)).toBe("Mon 08 leaderboard-updates");
    expect(boxes.Mona).toContain("Sat 18 incident-alerts");
  });

  test.each(["evening", "weekends"])("quiet hours take no mail away (%s)", async (name) => {
    const kinds = async (code: string) =>
      (await mailsOf(code))
        .flatMap(({ who, kind }) => (EVENTS.includes(kind as NotificationKind) ? [`${who} ${kind}`] : []))
        .sort();
    expect(await kinds(name)).toEqual(await kinds("plain"));
  });
});

test("each mail has a link that stops its kind, for its reader only", async () => {
  const stops = await world.control
    .selectFrom("mail_stops")
    .select(["account_id", "club_code", "kind"])
    .execute();
  const { people } = clubs.get("plain") as Club;
  const dana = stops.filter(({ account_id }) => account_id === people.Dana).map(({ kind }) => kind);
  expect(dana).toEqual(expect.arrayContaining(["perfect-games", "rating-submissions"]));
  expect(dana).not.toContain("incident-alerts");
});
