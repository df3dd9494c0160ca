import type { GamesTable } from "#app/db/club/schema.ts";
import { erasesAt } from "#app/domain/club/incidents/incidents.ts";
import type { TestClub, World } from "./world.ts";

/** A club for the looks tests: its people who sign in, and ids for addresses. */
export interface ExtremeClub {
  club: TestClub;
  /** Cookie headers. */
  admin: string;
  coach?: string;
  teamId?: string;
  staffId?: string;
  /** A game with a major incident, and an upcoming one. */
  incidentId?: string;
  toComeId?: string;
}

/** Creates an empty club: the first minute after the payment. */
export async function emptyClub(world: World): Promise<ExtremeClub> {
  const club = await world.club("Willow Creek");
  return { club, admin: await world.signIn(club.adminAccount, club.code) };
}

/** Creates a club with every name as long as its form allows, with a word in it that no line can hold. */
export async function longNamedClub(world: World): Promise<ExtremeClub> {
  const club = await world.club(
    long("The Llanfairpwllgwyngyllgogerychwyrndrobwll Youth Football Association of", 80),
    {
      code: "llanfairpwllgwyngyllgogerychwyrn",
      city: long("Taumatawhakatangihangakoauauotamatea", 80),
    },
  );
  const teamId = await world.team(club, long("Donaudampfschifffahrtsgesellschaft Girls Under Twelve", 80), {
    season: long("Fall Championship and Spring Warm-up", 40),
    description: long("A team that has much to say about itself,", 500),
  });
  const opponent = long("Rindfleischetikettierungsueberwachung United", 120);
  const location = long("Hippopotomonstrosesquippedaliophobia Memorial Park Field", 200);
  const coach = await world.person(long("Wolfeschlegelsteinhausenbergerdorff", 80), club, [
    { team: teamId, role: "coach" },
  ]);
  const notes = long("Bring both kits and park behind the school.", 600);
  const game = (hoursAgo: number, more: Partial<GamesTable> = {}) =>
    world.game(club, teamId, hoursAgo, { opponent, location, notes, ...more });
  const incidentId = await game(200);
  await rated(world, club, incidentId, 0, long("Somebody shouted something very long at the referee.", 500));
  await rated(world, club, await game(100), 20, "");
  await game(3);
  await game(1);
  const toComeId = await game(-48);
  await game(-72, { status: "rescheduled", original_date: "2026-11-01", original_time: "10:00" });
  await game(-96, { status: "cancelled" });
  return {
    ...(await signedIn(world, club, coach)),
    teamId,
    staffId: await staffOf(world, club),
    incidentId,
    toComeId,
  };
}

/** Creates a thousand games among forty teams. */
export async function largeClub(world: World): Promise<ExtremeClub> {
  const club = await world.club("Metro Youth Soccer League");
  const teams: string[] = [];
  for (let n = 0; n < 40; n += 1)
    teams.push(await world.team(club, `Team ${n + 1}`, { age_group: `U-${6 + (n % 13)}` }));
  const teamId = teams[0] ?? "";
  const coach = await world.person("Dana Coach", club, [{ team: teamId, role: "coach" }]);
  let incidentId = "";
  for (let n = 0; n < 1000; n += 1) {
    const id = await world.game(club, teams[n % 25 === 0 ? 0 : n % teams.length] ?? teamId, n * 3 + 3);
    if (n % 4 === 0) await rated(world, club, id, n % 40 === 0 ? 0 : 20, "");
    if (n === 0) incidentId = id;
  }
  const toComeId = await world.game(club, teamId, -48);
  return {
    ...(await signedIn(world, club, coach)),
    teamId,
    staffId: await staffOf(world, club),
    incidentId,
    toComeId,
  };
}

/** Returns a text of exactly `length` characters that begins with `start`. */
function long(start: string, length: number): string {
  return start.padEnd(length, " and more of the very same").slice(0, length).trimEnd();
}

async function signedIn(world: World, club: TestClub, coach: string) {
  return {
    club,
    admin: await world.signIn(club.adminAccount, club.code),
    coach: await world.signIn(coach, club.code),
  };
}

async function staffOf(world: World, club: TestClub): Promise<string> {
  const { id } = await world.platform.clubs.use(club.code, (db) =>
    db.selectFrom("staff").select("id").limit(1).executeTakeFirstOrThrow(),
  );
  return id;
}

/** Rates a game with `score` by both sides. */
async function rated(
  world: World,
  club: TestClub,
  gameId: string,
  score: 0 | 20,
  reason: string,
): Promise<void> {
  const at = new Date().toISOString();
  await world.platform.clubs.use(club.code, async (db) => {
    const rating = (side: "coach" | "manager") => ({
      id: `${gameId}-${side}`,
      game_id: gameId,
      side,
      score,
      reason,
      tags: "[]",
      submission_key: `${gameId}-${side}`,
      given_by: "somebody",
      given_by_name: side === "coach" ? "Dana Coach" : "Max Manager",
      given_as: side === "coach" ? ("head" as const) : ("manager" as const),
      correction_reason: "",
      saw_other: 0,
      given_at: at,
      superseded_at: null,
    });
    await db
      .insertInto("ratings")
      .values([rating("coach"), rating("manager")])
      .execute();
    await db
      .updateTable("games")
      .set({ final_score: score, agreement: "agreed", final_policy: "coach-final", finalized_at: at })
      .where("id", "=", gameId)
      .execute();
    if (score > 0) return;
    await db
      .insertInto("incidents")
      .values({
        id: `${gameId}-incident`,
        game_id: gameId,
        rating_id: `${gameId}-coach`,
        what: reason,
        when_text: "",
        official_was_minor: "unknown",
        abuse_level: null,
        status: "open",
        opened_at: at,
        updated_at: at,
        updated_by_name: "",
        agreed: "",
        closed_as: null,
        closed_at: null,
        erases_at: erasesAt(at),
        erased_at: null,
      })
      .execute();
  });
}
