import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";
import { cookiesOf, staffOf } from "#tests/support/staff.ts";
import { versionOn } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters } = cast;
afterAll(() => world.close());
const { ada, mia, dana } = cast;
const { staff, signIn } = staffOf(world);

let forms = 0;
const submission = () => `late-${String(++forms).padStart(17, "0")}`;
const open = async (path: string, cookie: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);

type Form = Record<string, string | string[]>;

interface Case {
  path: string;
  cookie: string;
  /** Forms that the first and the second of two open tabs send. */
  first: Form;
  second: Form;
  /** Value that both change, as stored, and as the page shows both. */
  stored: () => Promise<unknown>;
  values: [first: unknown, second: unknown];
  shown: [first: string, second: string];
}

const team = { name: "Otters", ageGroup: "U-10", gender: "Girls", season: "Fall 2026", playerCount: "14" };
const gameForm = {
  opponent: "Comets",
  date: "2030-05-04",
  time: "10:00",
  location: "Field 1",
  home_away: "home",
  notes: "",
  status: "scheduled",
  reason: "moved",
};
const profile = {
  intent: "profile",
  clubName: "Lakeside FC",
  contactName: "Ada Admin",
  email: "admin@lakeside.example",
  state: "TX",
  city: "Austin",
};
const gamePreferences: Form = { timezone: "America/Chicago", onLeaderboard: "on" };
const rating = (score: string, reason: string): Form => ({
  score,
  reason,
  happened: score === "20" ? [] : ["dissent"],
  submission: submission(),
});
const facts = { what: "", when: "", minor: "unknown", level: "none" };

/** Creates a case by a 0. */
async function incident() {
  const game = await world.game(lakeside, hawks, 3);
  await world.ask(`/rating/${game}`, { cookie: dana.cookie, form: rating("0", "A red card") });
  const read = () =>
    inFile((db) => db.selectFrom("incidents").selectAll().where("game_id", "=", game).executeTakeFirst());
  return { id: (await read())?.id ?? "", read };
}

const currentReason = (gameId: string) => async () =>
  (
    await inFile((db) =>
      db
        .selectFrom("ratings")
        .select("reason")
        .where("game_id", "=", gameId)
        .where("superseded_at", "is", null)
        .executeTakeFirst(),
    )
  )?.reason;

const cases: Record<string, () => Promise<Case>> = {
  "team settings": async () => {
    await inFile((db) =>
      db.updateTable("teams").set({ description: "", player_count: 14 }).where("id", "=", otters).execute(),
    );
    return {
      path: `/teams/${otters}/edit`,
      cookie: ada.cookie,
      first: { ...team, description: "Field by the river" },
      second: { ...team, playerCount: "15" },
      stored: async () =>
        inFile((db) =>
          db
            .selectFrom("teams")
            .select(["description", "player_count"])
            .where("id", "=", otters)
            .executeTakeFirst(),
        ),
      values: [
        { description: "Field by the river", player_count: 14 },
        { description: "", player_count: 15 },
      ],
      shown: ["Field by the river", "15"],
    };
  },
  "the referees of a season": async () => {
    const season = { season: "Fall 2025", firstDay: "2025-08-01", started: "20", stayed: "" };
    await inFile((db) => db.deleteFrom("referee_counts").execute());
    await world.ask("/reports/referees", { cookie: ada.cookie, form: season });
    const read = () =>
      inFile((db) =>
        db
          .selectFrom("referee_counts")
          .select(["season_id", "stayed"])
          .where("superseded_at", "is", null)
          .executeTakeFirst(),
      );
    return {
      path: `/reports/referees/${(await read())?.season_id}`,
      cookie: ada.cookie,
      first: { ...season, stayed: "15" },
      second: { ...season, stayed: "16" },
      stored: async () => (await read())?.stayed,
      values: [15, 16],
      shown: ["15", "16"],
    };
  },
  "the club's color": async () => {
    await inFile((db) => db.updateTable("club").set({ color: null }).execute());
    return {
      path: "/club/settings?tab=look",
      cookie: ada.cookie,
      first: { color: "#1f4e8c" },
      second: { color: "#7a1f4e" },
      stored: async () =>
        (await inFile((db) => db.selectFrom("club").select("color").executeTakeFirst()))?.color,
      values: ["#1f4e8c", "#7a1f4e"],
      shown: ["#1f4e8c", "#7a1f4e"],
    };
  },
  "what printed sheets carry": async () => {
    await inFile((db) => db.deleteFrom("printable_settings").execute());
    const sheets = { clubName: "Lakeside FC", clubLogo: "on", season: "Fall 2026", websiteUrl: "" };
    return {
      path: "/printables/customize",
      cookie: ada.cookie,
      first: { ...sheets, contactInfo: "the office" },
      second: { ...sheets, contactInfo: "the coach" },
      stored: async () =>
        (await inFile((db) => db.selectFrom("printable_settings").select("contact_info").executeTakeFirst()))
          ?.contact_info,
      values: ["the office", "the coach"],
      shown: ["the office", "the coach"],
    };
  },
  "the club's profile": async () => {
    await inFile((db) => db.updateTable("club").set({ city: "Austin" }).execute());
    return {
      path: "/club/settings?tab=profile",
      cookie: ada.cookie,
      first: { ...profile, city: "Round Rock" },
      second: { ...profile, city: "Cedar Park" },
      stored: async () =>
        (await inFile((db) => db.selectFrom("club").select("city").executeTakeFirst()))?.city,
      values: ["Round Rock", "Cedar Park"],
      shown: ["Round Rock", "Cedar Park"],
    };
  },
  "a season's template": async () => {
    const at = new Date().toISOString();
    const row = {
      ...{ id: "t1", name: "Fall League", name_key: "fall league", description: "", sport: "Soccer" },
      ...{ season_name: "Fall", starts_on: "2026-09-05", ends_on: "2026-11-21", planned_games: null },
      ...{ all_teams: 1, created_at: at, updated_at: at },
    };
    await inFile((db) => db.deleteFrom("season_templates").execute());
    await inFile((db) => db.insertInto("season_templates").values(row).execute());
    const template = { name: "Fall League", description: "", sport: "Soccer" };
    return {
      path: "/seasons/templates/t1",
      cookie: ada.cookie,
      first: { ...template, sport: "Futsal" },
      second: { ...template, sport: "Basketball" },
      stored: async () =>
        (await inFile((db) => db.selectFrom("season_templates").select("sport").executeTakeFirst()))?.sport,
      values: ["Futsal", "Basketball"],
      shown: ["Futsal", "Basketball"],
    };
  },
  "the club's time zone": async () => {
    await inFile((db) => db.updateTable("club").set({ timezone: "America/Chicago" }).execute());
    return {
      path: "/club/settings?tab=games",
      cookie: ada.cookie,
      first: { ...gamePreferences, timezone: "America/Denver" },
      second: { ...gamePreferences, timezone: "America/New_York" },
      stored: async () =>
        (await inFile((db) => db.selectFrom("club").select("timezone").executeTakeFirst()))?.timezone,
      values: ["America/Denver", "America/New_York"],
      shown: ["Mountain Time", "Eastern Time"],
    };
  },
  "a game": async () => {
    const game = await world.game(lakeside, hawks, -500);
    return {
      path: `/schedule/${game}/edit`,
      cookie: mia.cookie,
      first: { ...gameForm, location: "Field 7" },
      second: { ...gameForm, location: "Field 9" },
      stored: async () =>
        (
          await inFile((db) =>
            db.selectFrom("games").select("location").where("id", "=", game).executeTakeFirst(),
          )
        )?.location,
      values: ["Field 7", "Field 9"],
      shown: ["Field 7", "Field 9"],
    };
  },
  "an own rating": async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}`, { cookie: dana.cookie, form: rating("20", "A calm game") });
    return {
      path: `/rating/${game}`,
      cookie: dana.cookie,
      first: rating("10", "Some shouting"),
      second: rating("0", "A red card"),
      stored: currentReason(game),
      values: ["Some shouting", "A red card"],
      shown: ["10 Minor Issues", "0 Major Incident"],
    };
  },
  "a rating on the phone": async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/mobile-rating?game=${game}`, {
      cookie: dana.cookie,
      form: rating("20", "A calm game"),
    });
    return {
      path: `/mobile-rating?game=${game}`,
      cookie: dana.cookie,
      first: rating("10", "Some shouting"),
      second: rating("0", "A red card"),
      stored: currentReason(game),
      values: ["Some shouting", "A red card"],
      shown: ["10 Minor Issues", "0 Major Incident"],
    };
  },
  "an administrator's correction": async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}`, { cookie: dana.cookie, form: rating("20", "A calm game") });
    return {
      path: `/rating/${game}/correction/coach`,
      cookie: ada.cookie,
      first: { ...rating("10", "Some shouting"), correctionReason: "Heard from the referee" },
      second: { ...rating("0", "A red card"), correctionReason: "Heard from the league" },
      stored: currentReason(game),
      values: ["Some shouting", "A red card"],
      shown: ["10 Minor Issues", "0 Major Incident"],
    };
  },
  "an incident's facts": async () => {
    const { id, read } = await incident();
    return {
      path: `/incidents/${id}/facts`,
      cookie: ada.cookie,
      first: { ...facts, what: "A spectator threatened the referee" },
      second: { ...facts, what: "A spectator entered the field" },
      stored: async () => (await read())?.what,
      values: ["A spectator threatened the referee", "A spectator entered the field"],
      shown: ["A spectator threatened the referee", "A spectator entered the field"],
    };
  },
  "a planned repair talk": async () => {
    const { id } = await incident();
    const plan = { who: "The president", withWhom: "A parent", by: "2030-05-04" };
    const form = { ...plan, submission: submission() };
    await world.ask(`/incidents/${id}/talks/new`, { cookie: ada.cookie, form });
    const read = () =>
      inFile((db) =>
        db.selectFrom("incident_talks").selectAll().where("incident_id", "=", id).executeTakeFirst(),
      );
    return {
      path: `/incidents/${id}/talks/${(await read())?.id}`,
      cookie: ada.cookie,
      first: { ...plan, who: "The manager", state: "planned" },
      second: { ...plan, who: "The coach", state: "planned" },
      stored: async () => (await read())?.who,
      values: ["The manager", "The coach"],
      shown: ["The manager", "The coach"],
    };
  },
};

/** Forms whose refusal shows no two values, or has its own text. */
const others: Record<string, () => Promise<Omit<Case, "shown"> & { refusal?: string }>> = {
  "a parent's name and email": async () => {
    const { agreementId, contactId } = await parentLink(world, lakeside, { name: "Ann Cole" });
    const email = `${contactId}@parents.example`;
    return {
      path: `/agreements/${agreementId}/edit`,
      cookie: ada.cookie,
      first: { name: "Anna Cole", email },
      second: { name: "Anne Cole", email },
      stored: async () =>
        (
          await inFile((db) =>
            db.selectFrom("contacts").select("name").where("id", "=", contactId).executeTakeFirst(),
          )
        )?.name,
      values: ["Anna Cole", "Anne Cole"],
    };
  },
  "what a parent corrects of their own data": async () => {
    const { path, contactId } = await parentLink(world, lakeside, { name: "Ann Cole" });
    const parentEmail = `${contactId}@parents.example`;
    return {
      path: `${path}/data`,
      cookie: "",
      first: { parentName: "Anna Cole", parentEmail },
      second: { parentName: "Anne Cole", parentEmail },
      stored: async () =>
        (
          await inFile((db) =>
            db.selectFrom("contacts").select("name").where("id", "=", contactId).executeTakeFirst(),
          )
        )?.name,
      values: ["Anna Cole", "Anne Cole"],
      refusal: "changed",
    };
  },
  "one's own name and phone": async () => ({
    path: "/account",
    cookie: mia.cookie,
    first: { intent: "save", name: "Mia One", phone: "" },
    second: { intent: "save", name: "Mia Two", phone: "" },
    stored: async () =>
      (await world.control.selectFrom("accounts").select("name").where("id", "=", mia.id).executeTakeFirst())
        ?.name,
    values: ["Mia One", "Mia Two"],
  }),
  "the email switches of teams": async () => ({
    path: "/teams/email-settings",
    cookie: ada.cookie,
    first: { team: [hawks, otters], weeklyReports: [hawks] },
    second: { team: [hawks, otters], weeklyReports: [otters] },
    stored: () =>
      inFile((db) =>
        db
          .selectFrom("teams")
          .select("id")
          .where("weekly_reports", "=", 1)
          .where("id", "in", [hawks, otters])
          .execute(),
      ),
    values: [[{ id: hawks }], [{ id: otters }]],
  }),
  "notification preferences": async () => ({
    path: "/notifications",
    cookie: mia.cookie,
    first: { emailOn: "on", frequency: "daily", quietHours: "none" },
    second: { emailOn: "on", frequency: "weekly", quietHours: "none" },
    stored: async () =>
      (
        await world.control
          .selectFrom("notification_preferences")
          .select("frequency")
          .where("account_id", "=", mia.id)
          .executeTakeFirst()
      )?.frequency,
    values: ["daily", "weekly"],
  }),
  "closing a case": async () => {
    const { id, read } = await incident();
    await inFile((db) =>
      db.updateTable("incidents").set({ what: "Shouting" }).where("id", "=", id).execute(),
    );
    return {
      path: `/incidents/${id}/close`,
      cookie: ada.cookie,
      first: { as: "agreed", agreed: "Two games away" },
      second: { as: "agreed", agreed: "An apology" },
      stored: async () => (await read())?.agreed,
      values: ["Two games away", "An apology"],
      refusal: "This case is closed",
    };
  },
  "what staff note about a message": async () => {
    const { email } = await staff("admin");
    const message = { name: "Pat", email: "pat@home.example", category: "general", subject: "Hello" };
    await world.ask("/contact", { form: { ...message, submission: submission(), message: "A question" } });
    const read = () =>
      world.control
        .selectFrom("contact_messages")
        .select(["id", "note"])
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .executeTakeFirst();
    return {
      path: `/admin/messages/${(await read())?.id}`,
      cookie: cookiesOf(await signIn(email)),
      first: { state: "answered", note: "Wrote back" },
      second: { state: "answered", note: "Called them" },
      stored: async () => (await read())?.note,
      values: ["Wrote back", "Called them"],
    };
  },
  "the name of a member of staff": async () => {
    const { id, email } = await staff();
    return {
      path: "/admin/account",
      cookie: cookiesOf(await signIn(email)),
      first: { intent: "save", firstName: "Rob", lastName: "Reyes", company: "" },
      second: { intent: "save", firstName: "Bob", lastName: "Reyes", company: "" },
      stored: async () =>
        (
          await world.control
            .selectFrom("platform_admins")
            .select("first_name")
            .where("id", "=", id)
            .executeTakeFirst()
        )?.first_name,
      values: ["Rob", "Bob"],
    };
  },
};

// product/pages.md#forms
describe.each(Object.keys(cases))("two tabs with the form of %s", (name) => {
  const wanted = cases[name] as () => Promise<Case>;

  test("the second save is refused with both values, and saving again with the new version stores it", async () => {
    const { path, cookie, first, second, stored, values, shown } = await wanted();
    const version = versionOn(await open(path, cookie), first.intent);
    expect(version).not.toBe("");
    expect((await world.ask(path, { cookie, form: { ...first, version } })).status).toBe(303);
    expect(await stored()).toEqual(values[0]);

    const refused = await world.ask(path, { cookie, form: { ...second, version } });
    expect(refused.status).toBe(422);
    const page = (await refused.text()).replaceAll("<!-- -->", "");
    expect(page).toContain("This was changed after you opened the page, so nothing is saved yet");
    expect(page).toMatch(new RegExp(`You typed:</span> ${shown[1]}`));
    expect(page).toMatch(new RegExp(`Stored now:</span> ${shown[0]}`));
    expect(await stored()).toEqual(values[0]);

    const again = { ...second, version: versionOn(page, second.intent) };
    expect((await world.ask(path, { cookie, form: again })).status).toBe(303);
    expect(await stored()).toEqual(values[1]);
  });

  test("the same form sent twice at once is saved once, without an error", async () => {
    const { path, cookie, first, stored, values } = await wanted();
    const form = { ...first, version: versionOn(await open(path, cookie), first.intent) };
    const answers = await Promise.all([1, 2, 3].map(() => world.ask(path, { cookie, form })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await stored()).toEqual(values[0]);
  });
});

test("a refusal for another reason does not renew the version", async () => {
  const path = `/teams/${hawks}/edit`;
  const form = { ...team, name: "Hawks", ageGroup: "U-12", gender: "Boys" };
  const version = versionOn(await open(path, ada.cookie));
  await world.save(path, { cookie: ada.cookie, form: { ...form, playerCount: "9" } });
  const refused = await world.ask(path, { cookie: ada.cookie, form: { ...form, name: "", version } });
  expect(refused.status).toBe(422);
  expect(versionOn(await refused.text())).toBe(version);
});

test("a game that was moved is cancelled or deleted only after a second look", async () => {
  for (const [page, form] of [
    ["cancel", { intent: "cancel" }],
    ["delete", {}],
  ] as const) {
    const game = await world.game(lakeside, hawks, -400);
    const path = `/schedule/${game}/${page}`;
    const version = versionOn(await open(path, mia.cookie));
    await world.save(`/schedule/${game}/edit`, { cookie: mia.cookie, form: gameForm });
    const refused = await world.ask(path, { cookie: mia.cookie, form: { ...form, version } });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain("Please check it as it is now");
    const again = await world.ask(path, { cookie: mia.cookie, form: { ...form, version: versionOn(html) } });
    expect(again.status).toBe(303);
  }
});

describe.each(Object.entries({ ...cases, ...others }))("two saves at once of %s", (_, prepare) => {
  test("two simultaneous saves are one save and one refusal, and the saved values are stored", async () => {
    const { path, cookie, first, second, stored, values, ...more } = await prepare();
    const page = await open(path, cookie);
    const answers = await Promise.all(
      [first, second].map((form) =>
        world.ask(path, { cookie, form: { ...form, version: versionOn(page, form.intent) } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([303, 422]);
    const winner = statuses.indexOf(303);
    expect(await answers[1 - winner]?.text()).toContain(
      ("refusal" in more && more.refusal) || "so nothing is saved yet",
    );
    expect(await stored()).toEqual(values[winner]);
  });
});
