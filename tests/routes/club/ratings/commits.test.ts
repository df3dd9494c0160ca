import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { countCommits } from "#tests/support/commits.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

/** Commits according to 'One rating through the layers' in docs/architecture.md. */
const COMMITS = {
  request: { control: 1, club: 1 },
  /** For a delivery that covers all clubs with new ratings. */
  delivery: { control: 2, club: 1 },
};
const AT_ONCE = 6;

const { world, lakeside, hawks, dana, mia } = await openLakeside();
const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
afterAll(() => world.close());

const control = join(world.dataDir, "control.sqlite");
const fileOf = (code: string) => join(world.dataDir, "clubs", `${code}.sqlite`);

async function rate(gameId: string, cookie: string): Promise<void> {
  const form = { score: "20", reason: "A calm game", submission: newId(), version: "" };
  const { status } = await world.ask(`/mobile-rating?game=${gameId}`, { cookie, form });
  expect(status).toBe(303);
}

/** Tells whether the requests have marked their announcements as committed. */
const allReady = async () => {
  const rows = await world.control.selectFrom("clubs_with_outbox").select("ready").execute();
  return rows.length > 0 && rows.every(({ ready }) => ready === 1);
};

const strips = async () => {
  const rows = await world.control.selectFrom("standings").select(["team_id", "strip"]).execute();
  return new Map(rows.map(({ team_id, strip }) => [team_id, strip]));
};

test("a rating is one commit of the club and one of the control database, and its delivery is shared", async () => {
  const games = [await world.game(lakeside, hawks, 3), await world.game(lakeside, hawks, 4)];
  // The first request opens files.
  await rate(await world.game(lakeside, hawks, 5), dana.cookie);
  await expect.poll(allReady).toBe(true);
  await deliverOpenEvents(world.platform);
  const paths = [control, fileOf(lakeside.code)];
  const [inControl, inClub] = await countCommits(paths, () => rate(games[0] ?? "", dana.cookie));
  expect({ control: inControl, club: inClub }).toEqual(COMMITS.request);
  await rate(games[1] ?? "", dana.cookie);
  await rate(games[0] ?? "", mia.cookie);

  await expect.poll(allReady).toBe(true);
  const [delivery = 0, marks = 0] = await countCommits(paths, () => deliverOpenEvents(world.platform));
  expect({ control: delivery, club: marks }).toEqual(COMMITS.delivery);
  expect((await strips()).get(hawks)).toHaveLength(3);
  expect(await world.control.selectFrom("clubs_with_outbox").selectAll().execute()).toEqual([]);
});

test("simultaneous ratings share the commit that announces them, and clubs the commit that delivers them", async () => {
  const clubs = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const club = await world.club(`Crowd ${n}`);
      const team = await world.team(club, "Owls");
      const account = await world.person(`Coach Number${"x".repeat(n)}`, club, [{ team, role: "coach" }]);
      return {
        club,
        team,
        game: await world.game(club, team, 3),
        cookie: await world.signIn(account, club.code),
      };
    }),
  );
  const { announceEvents, eventsCommitted } = await import("#app/db/outbox.server.ts");
  const [announced = 0] = await countCommits([control], async () => {
    const marks = await Promise.all(clubs.map(({ club }) => announceEvents(world.control, club.code)));
    for (const mark of marks) eventsCommitted(world.control, mark);
  });
  expect(announced).toBe(1);

  for (const { game, cookie } of clubs) await rate(game, cookie);
  await expect.poll(allReady).toBe(true);
  const files = clubs.map(({ club }) => fileOf(club.code));
  const [delivery = 0, ...marks] = await countCommits([control, ...files], () =>
    deliverOpenEvents(world.platform),
  );
  expect(delivery).toBe(COMMITS.delivery.control);
  expect(marks).toEqual(files.map(() => COMMITS.delivery.club));
  const shown = await strips();
  for (const { team } of clubs) expect(shown.get(team)).toHaveLength(1);
});
