import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutWaitingForDisk } from "#app/db/bulk.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { openPlatform } from "#app/db/platform.server.ts";
import { rebuildBoards, standingRow } from "#app/domain/control/standings.server.ts";
import { seedCode } from "../../scripts/seed/club.ts";
import { ageOf, clubNameOf, genderOf, placeOf, teamNameOf } from "../../scripts/seed/names.ts";
import { Random } from "../../scripts/seed/random.ts";
import { atEnd } from "./at-end.ts";

/** Ten teams a club, without the clubs' files: the boards read none. */
const CLUB_TEAMS = 10;
const CLUBS_AT_ONCE = 500;
/** So many are made unless BOARD_TEAMS says otherwise: a minute's work. The budgets are meant for a million. */
const TEAMS = 50_000;

export interface Nation {
  control: ControlDb;
  teams: number;
}

let made: Promise<Nation> | undefined;

/** A control database with the boards of so many teams, made once a run. */
export function nation(): Promise<Nation> {
  made ??= make(Number(process.env.BOARD_TEAMS ?? TEAMS));
  return made;
}

/** What the stage's content depends on: with other code it is made anew. */
const SOURCES = [
  "bench/stage/nation.ts",
  "migrations/control",
  "app/domain/control/board/books.server.ts",
  "app/domain/control/board/editions.server.ts",
  "app/domain/control/board/places.ts",
  "app/domain/control/board/sums.server.ts",
  "app/domain/control/ranking.ts",
  "app/domain/control/standings.server.ts",
  "app/db/search-index.server.ts",
  "app/domain/search-text.ts",
  "scripts/seed/names.ts",
  "scripts/seed/random.ts",
];

/** The stage is kept in the folder for temporary files: a million teams take minutes to make and seconds to copy. */
const keptPath = (teams: number) => join(tmpdir(), `goodside-bench-nation-${teams}-${sourcesHash()}.sqlite`);

async function make(teams: number): Promise<Nation> {
  const kept = keptPath(teams);
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-nation-"));
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, "control.sqlite");
  if (existsSync(kept)) copyFileSync(kept, file, constants.COPYFILE_FICLONE);
  else {
    const { control, close } = await openStage(dataDir);
    await fill(control, teams);
    await close();
    copyFileSync(file, `${kept}-new`, constants.COPYFILE_FICLONE);
    renameSync(`${kept}-new`, kept);
  }
  const { control, close } = await openStage(dataDir);
  atEnd(close);
  return { control, teams };
}

const openStage = (dataDir: string) => openPlatform({ dataDir, mode: "test", migrateOnOpen: true });

function sourcesHash(): string {
  const root = new URL("../../", import.meta.url);
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const files = source.endsWith(".ts")
      ? [source]
      : readdirSync(new URL(source, root), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".ts"))
          .sort()
          .map((name) => `${source}/${name}`);
    for (const name of files) hash.update(readFileSync(new URL(name, root)));
  }
  return hash.digest("hex").slice(0, 12);
}

async function fill(control: ControlDb, teams: number): Promise<void> {
  const random = new Random("nation");
  await withoutWaitingForDisk(control, async () => {
    for (let club = 0; club * CLUB_TEAMS < teams; club += CLUBS_AT_ONCE) {
      const clubs = Array.from({ length: Math.min(CLUBS_AT_ONCE, teams / CLUB_TEAMS - club) }, (_, at) =>
        makeClub(random, club + at),
      );
      await inTransaction(control, async (tx) => {
        await insertRows(
          tx,
          "clubs",
          clubs.map((each) => each.club),
        );
        await insertRows(
          tx,
          "standings",
          clubs.flatMap((each) => each.standings),
        );
      });
    }
    await rebuildBoards(control);
  });
}

function makeClub(random: Random, number: number) {
  const { state, city } = placeOf(random);
  const code = seedCode(number);
  const name = clubNameOf(random, city);
  const club = {
    code,
    name,
    slug: code,
    contact_name: "",
    email: "",
    phone: "",
    state,
    city,
    timezone: "",
    status: "active" as const,
    plan: "standard" as const,
    player_cap: 800,
    estimated_players: 1,
    verification_due_at: "",
    term_starts_at: "",
    term_ends_at: "",
    created_at: "",
  };
  const standings = Array.from({ length: CLUB_TEAMS }, (_, at) => {
    const ageGroup = ageOf(random);
    const ratedGames = random.below(16);
    const perfectGames = Math.round(ratedGames * random.share());
    const minorGames = random.below(ratedGames - perfectGames + 1);
    const standing = standingRow({
      teamId: random.id(),
      clubCode: code,
      clubName: name,
      teamName: teamNameOf(random, random.below(400)),
      city,
      state,
      ageGroup,
      gender: genderOf(random, ageGroup),
      totalScore: 20 * perfectGames + 10 * minorGames,
      ratedGames,
      completedGames: ratedGames + random.below(4),
      perfectGames,
      lastGameDate: "2026-11-14",
      trend: "stable",
      strip: "pppppmpp",
      changesAt: null,
    });
    return { ...standing, number: number * CLUB_TEAMS + at + 1 };
  });
  return { club, standings };
}
