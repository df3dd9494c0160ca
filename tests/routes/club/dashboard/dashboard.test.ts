import { afterAll, describe, expect, test } from "vitest";
import { dateAt } from "#app/domain/values/times.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import type { TestClub } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());

interface Shown {
  html: string;
  heading: string;
  /** Label and address of the primary button. */
  action: string | null;
  words: string;
}

async function dashboard(cookie: string, search = ""): Promise<Shown> {
  const html = await (await world.ask(`/dashboard${search}`, { cookie })).text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  const button = /<a class="button button-primary" href="([^"]*)">([^<]*)</.exec(main);
  const words = main.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return {
    html: main,
    heading: /<h1>([^<]*)</.exec(main)?.[1] ?? "",
    action: button ? `${button[2]} ${button[1]}` : null,
    words,
  };
}

describe("a new club", () => {
  test("a new club is led from step to step by one button, and past the steps of others", async () => {
    const club = await world.club("Hillside");
    const cookie = await world.signIn(club.adminAccount, club.code);
    expect(await dashboard(cookie)).toMatchObject({
      heading: "Add your first team",
      action: "Import a File (It Creates Your Teams) /schedule/import",
    });
    expect((await dashboard(cookie)).html).toContain('href="/teams/new">Add One by One</a>');
    expect((await dashboard(cookie, "?new=true")).words).toContain("Welcome, Hillside");

    const foxes = await world.team(club, "Foxes");
    expect(await dashboard(cookie)).toMatchObject({
      heading: "Who leads Foxes?",
      action: `Invite a Manager /teams/${foxes}/invite?role=manager`,
    });
    await invite(club, foxes, "manager");
    expect((await dashboard(cookie)).action).toBe(`Invite a Coach /teams/${foxes}/invite?role=coach`);
    await invite(club, foxes, "coach");
    expect(await dashboard(cookie)).toMatchObject({
      heading: "Bring in your games",
      action: "Import Schedule /schedule/import",
    });

    await world.game(club, foxes, -24);
    expect(await dashboard(cookie)).toMatchObject({
      heading: "Add your parents",
      action: "Import Parents /advanced-import",
    });
    const parent = { name: "Pat Parker", email: "pat@parker.example", child: "Ava", team: foxes };
    expect((await world.ask("/agreements/new", { cookie, form: parent })).status).toBe(303);
    expect(await dashboard(cookie)).toMatchObject({
      heading: "Send your parents the agreement",
      action: "See the Parents /agreements",
    });
    expect((await world.ask("/agreements/send", { cookie, form: {} })).status).toBe(303);

    const waiting = await dashboard(cookie);
    expect(waiting.heading).toBe("2 invitations are not accepted yet");
    expect(waiting.words).toContain("3 of 5 steps done");
    expect(waiting.words).toContain("Add Parents, Send Agreements");
    expect(waiting.words).toMatch(/Waiting for others: Invite Managers and Coaches/);
  });

  async function invite(club: TestClub, team: string, role: string) {
    const cookie = await world.signIn(club.adminAccount, club.code);
    const form = { role, coachRole: "head", email: `${role}@foxes.example` };
    expect((await world.ask(`/teams/${team}/invite`, { cookie, form })).status).toBe(303);
  }
});

// product/pages.md#dashboard
describe("coaches and managers", () => {
  test("coaches and managers without a game to rate see the next one, and no dead button", async () => {
    const shown = await dashboard(dana.cookie);
    expect(shown).toMatchObject({ heading: "Nothing to rate right now", action: null });
    expect(shown.words).toContain("No game is planned yet.");
    expect((await dashboard(mia.cookie)).action).toBe("Add Game /schedule/new");
    await world.game(lakeside, hawks, -48, { opponent: "Herons" });
    expect((await dashboard(mia.cookie)).words).toMatch(/Next: Hawks vs\. Herons, .* from kick-off on/);
  });

  test("coaches and managers see how many games wait, and the button rates the latest", async () => {
    const games: string[] = [];
    for (const days of [9, 8, 7, 6, 5]) games.push(await world.game(lakeside, hawks, 24 * days));
    const shown = await dashboard(dana.cookie);
    expect(shown).toMatchObject({
      heading: "5 games wait for your rating",
      action: `Rate This Game /mobile-rating?game=${games[4]}`,
    });
    expect(shown.words).toContain("2 more games to rate");
    expect(shown.html).not.toContain(otters);
  });

  test("coaches and managers see the strip, the average and the next game of each team", async () => {
    const { html, words } = await dashboard(dana.cookie);
    expect(html).toContain(`<a href="/teams/${hawks}">Hawks</a>`);
    expect(html).toContain("strip-roomy");
    expect(words).toMatch(/last 5 games: 5 not rated/);
    expect(words).toMatch(/Next: .* vs\. Herons/);
  });

  test("coaches and managers see the mark of the game that they just rated land on its team's line", async () => {
    const game = await world.game(lakeside, hawks, 3 * 24);
    await world.game(lakeside, hawks, 2 * 24);
    const { html } = await dashboard(dana.cookie, `?rated=${game}`);
    const at = (look: string) => {
      const [, path = ""] = new RegExp(`<path class="${look}" d="([^"]+)"`).exec(html) ?? [];
      return [...path.matchAll(/M(\d+)/g)].map(([, x]) => (Number(x) - 9) / 14);
    };
    expect(at("mark-none")).toEqual([0, 1, 2, 3, 4, 6]);
    expect(at("mark-none mark-new")).toEqual([5]);
    expect((await dashboard(dana.cookie, "?rated=unknown")).html).not.toContain("mark-new");
  });
});

describe("administrators", () => {
  test("administrators see the tasks that they may do, worst first, and never a rating to give", async () => {
    const rated = await world.game(lakeside, hawks, 30 * 24, { opponent: "Wolves" });
    const form = {
      score: "0",
      happened: "dissent",
      reason: "A parent was shown a card.",
      side: "coach",
      submission: "a-rating-of-the-wolves",
    };
    expect((await world.ask(`/rating/${rated}`, { cookie: dana.cookie, form })).status).toBe(303);
    const shown = await dashboard(ada.cookie);
    const { id } = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("incidents").select("id").where("game_id", "=", rated).executeTakeFirstOrThrow(),
    );
    expect(shown).toMatchObject({
      heading: "An incident is open",
      action: `Open the Case /incidents/${id}`,
    });
    expect(shown.words).toMatch(/Hawks vs\. Wolves/);
    expect(shown.words).toContain("Otters has no manager yet");
    expect(shown.words).toContain("Otters has no coach yet");
    expect(shown.words).toMatch(/7 games have no final score yet .* waits for Dana Reyes/);
    // Tasks are given in words, number and list; the averages have their basis beside them.
    const list = await (await world.ask("/rating/waiting?games=no-score", { cookie: ada.cookie })).text();
    expect(shown.html).toContain('href="/rating/waiting?games=no-score"');
    expect(list.replace(/<[^>]+>/g, "")).toContain("7 games without a final score");
    expect(shown.words).toMatch(/All games so far: \d+ of \d+ games rated.*? \d+ of \d+ rated Next/);
    expect(shown.html).not.toContain("/mobile-rating");
    for (const { cookie } of [mia, dana]) {
      expect((await dashboard(cookie)).words).not.toMatch(/incident is open/i);
    }
  });

  test("administrators see an invitation that expired and one that did not arrive", async () => {
    await world.ask(`/teams/${otters}/invite`, {
      cookie: ada.cookie,
      form: { role: "coach", coachRole: "head", email: "late@people.example" },
    });
    const set = (values: { expires_at: string } | { delivery: "bounced" }) =>
      world.platform.clubs.use(lakeside.code, (db) =>
        db.updateTable("staff").set(values).where("email", "=", "late@people.example").execute(),
      );
    expect((await dashboard(ada.cookie)).words).toContain("1 invitation is not accepted yet");
    await set({ expires_at: "2026-01-01T00:00:00.000Z" });
    const expired = await dashboard(ada.cookie);
    expect(expired.words).toContain("1 invitation has expired");
    expect(expired.html).toContain(`href="/teams/${otters}"`);
    await set({ delivery: "bounced" });
    expect((await dashboard(ada.cookie)).words).toContain("1 invitation did not arrive");
  });
});

// product/pages.md#dashboard
describe("the months", () => {
  test("the months are compared in sentences once there are enough games", async () => {
    const club = await world.club("Monthly");
    const cookie = await world.signIn(club.adminAccount, club.code);
    const team = await world.team(club, "Herons");
    const { timezone } = await world.platform.clubs.use(club.code, (db) =>
      db.selectFrom("club").select("timezone").executeTakeFirstOrThrow(),
    );
    const today = new Date(dateAt(new Date(), timezone));
    const day = (month: number, date: number) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month, date))
        .toISOString()
        .slice(0, 10);
    const games = async (month: number, scores: readonly (0 | 10 | 20 | null)[]) => {
      for (const [index, final_score] of scores.entries()) {
        const id = await world.game(club, team, 24);
        const date = day(month, 1 + index);
        await world.platform.clubs.use(club.code, (db) =>
          db
            .updateTable("games")
            .set({
              date,
              starts_at: `${date}T12:00:00.000Z`,
              status: "completed",
              ...(final_score === null
                ? {}
                : { final_score, agreement: "agreed", final_policy: "coach-final" }),
            })
            .where("id", "=", id)
            .execute(),
        );
      }
    };
    expect((await dashboard(cookie)).words).not.toContain("so far");
    await games(0, [20, 20, 10, null]);
    expect((await dashboard(cookie)).words).toMatch(/4 games in \w+: too few games to say\./);
    await games(0, [20]);
    await games(-2, [0, 0, 0, 0, 0]);
    expect((await dashboard(cookie)).words).toMatch(
      /4 of 5 games rated, 80%; \w+ had too few games to compare\. 4 results to look at: too few/,
    );
    await games(0, [20]);
    await games(-1, [20, 20, 0, 0, 0]);
    const { words } = await dashboard(cookie);
    expect(words).toMatch(/5 of 6 games rated, 83%: down from 100% in \w+\./);
    expect(words).toMatch(/4 of 5 rated games perfect, 80%; 40% in \w+, no clear change\./);
    expect(words).toMatch(/Club Score 130 of 300 points: 20 a perfect game/);
  });
});

// product/reports.md#pulse
test("an administrator sees the pulse that runs, and for two weeks that parents have answered", async () => {
  const pulse = {
    id: "pulse-1",
    team_ids: JSON.stringify([hawks]),
    recipients: 30,
    sent_at: new Date(Date.now() - 86_400_000).toISOString(),
    sent_by: "Ada Admin",
    closes_at: "2099-01-02T05:59:59.999Z",
    reminds_at: null,
    closed_at: null,
    closed_by: "",
    answers: null,
  };
  const set = (values: { closed_at: string; answers: number }) =>
    world.platform.clubs.use(lakeside.code, (db) => db.updateTable("pulses").set(values).execute());
  await world.platform.clubs.use(lakeside.code, (db) => db.insertInto("pulses").values(pulse).execute());
  const running = await dashboard(ada.cookie);
  expect(running.words).toContain(
    "A parent pulse is running 30 parents asked; it closes on January 1, 2099.",
  );
  expect(running.html).toContain('href="/reports/pulse/pulse-1"');
  for (const { cookie } of [mia, dana]) expect((await dashboard(cookie)).words).not.toContain("pulse");
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await set({ closed_at: daysAgo(13), answers: 22 });
  expect((await dashboard(ada.cookie)).words).toContain("Parents have answered the pulse 22 of 30 parents");
  await set({ closed_at: daysAgo(13), answers: 4 });
  expect((await dashboard(ada.cookie)).words).not.toContain("pulse");
  await set({ closed_at: daysAgo(15), answers: 22 });
  expect((await dashboard(ada.cookie)).words).not.toContain("pulse");
});
