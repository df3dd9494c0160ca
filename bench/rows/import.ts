import { join } from "node:path";
import type { Clubs } from "#app/db/clubs.server.ts";
import type { gameImports } from "#app/journeys/imports/imports.server.ts";
import { season } from "../fixtures/season.ts";
import { dataDir } from "../fixtures/settings.ts";
import { sized } from "../fixtures/size.ts";
import { watchStalls } from "../fixtures/stalls.ts";
import type { Figure, Row } from "../row.ts";

const ROWS = sized(100_000, 2_000);
const CODE = "demo1";
const IDLE_MS = sized(2_000, 200);

/** Builds a schedule of ROWS games of one club's teams, as its league would export it. */
function schedule(): Buffer {
  const teams = [
    "Hawks",
    "Eagles",
    "Tigers",
    "Lions",
    "Otters",
    "Falcons",
    "Bears",
    "Wolves",
    "Foxes",
    "Owls",
  ];
  const lines = ["Date,Time,Team,Opponent,Location,Home/Away"];
  for (let n = 0; n < ROWS; n += 1) {
    const day = new Date(Date.UTC(2027, 0, 1 + (Math.floor(n / 40) % 700)));
    const hour = 8 + (n % 10);
    lines.push(
      `${day.toISOString().slice(0, 10)},${hour > 12 ? hour - 12 : hour}:${String(Math.floor(n / 10) % 4).padEnd(2, "5")} ${hour < 12 ? "AM" : "PM"},${teams[n % 10]},Riverside Lions ${n},"Lakeside Park, Field ${n % 6}",${n % 2 ? "home" : "away"}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let measured: Promise<{ ratio: Figure; stall: Figure }> | undefined;

async function measure() {
  await season();
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const { gameImports } = await import("#app/journeys/imports/imports.server.ts");
  const bytes = schedule();
  const open = await platform();
  const lease = await open.clubs.lease(CODE);
  const club = { code: CODE, name: "Lakeside", state: "TX", timezone: "America/Chicago" };
  const ctx = {
    control: open.control,
    platform: open,
    db: lease.db,
    club,
    user: { name: "Ada Moreno", accountId: "ada" },
  };
  const starting = await workerStart(ctx);
  const bare = await bareInserts(open.clubs);
  const endOfIdle = watchStalls();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = endOfIdle();
  const endOfImport = watchStalls();
  const began = cpuMs();
  const preview = await gameImports.preview(ctx, { name: "season.csv", bytes, teamId: null });
  if (!preview.ok) throw new Error(preview.problem);
  const read = cpuMs();
  await gameImports.open(ctx, preview.importId);
  const seen = cpuMs();
  const done = await gameImports.finish(ctx, preview.importId);
  const spent = cpuMs() - seen + read - began;
  const stall = endOfImport();
  if (!done.ok) throw new Error(done.problem);
  if (done.finished.added !== ROWS)
    throw new Error(`Only ${done.finished.added} of ${ROWS} games were added`);
  // Other rows measure pages of the same club.
  await gameImports.undo(ctx, preview.importId);
  lease.release();
  await closePlatform();
  return {
    ratio: {
      figure: bare / spent,
      note: `${Math.round(spent)} ms of CPU (${Math.round(read - began)} to the preview), bare inserts ${Math.round(bare)} ms; besides, the worker's start from sources: ${starting}`,
    },
    stall: {
      figure: stall.own,
      note: `with the wait for a core ${stall.whole.toFixed(0)} ms; in ${IDLE_MS / 1000} s with nothing to do ${idle.own.toFixed(1)} and ${idle.whole.toFixed(0)} ms`,
    },
  };
}

/** Measures the import worker's start, caused by the first large file. */
async function workerStart(ctx: Parameters<typeof gameImports.preview>[0]): Promise<string> {
  const { LARGE } = await import("#app/journeys/imports/imports.server.ts");
  const { gameImports } = await import("#app/journeys/imports/imports.server.ts");
  const began = cpuMs();
  const since = performance.now();
  const refused = await gameImports.preview(ctx, {
    name: "a.csv",
    bytes: Buffer.alloc(LARGE.bytes, "a"),
    teamId: null,
  });
  if (refused.ok) throw new Error("A file without columns was read");
  return `${Math.round(cpuMs() - began)} ms of CPU, ${Math.round(performance.now() - since)} ms`;
}

/**
 * Measures CPU milliseconds for as many games through one prepared statement, in one transaction, with the table's
 * indexes: the lower bound of any import. Making the rows is not counted.
 */
async function bareInserts(clubs: Clubs): Promise<number> {
  const { openFile } = await import("#app/db/file-engine.server.ts");
  const { newGame } = await import("#app/domain/club/games/game-values.server.ts");
  const team = await clubs.use(CODE, (db) => db.selectFrom("teams").select("id").executeTakeFirstOrThrow());
  const games = Array.from({ length: ROWS }, (_, n) => {
    const starts_at = new Date(Date.UTC(2031, 0, 1 + (Math.floor(n / 40) % 700), 15 + (n % 8))).toISOString();
    const [date = "", clock = ""] = starts_at.split("T");
    return newGame(
      team.id,
      {
        opponent: `Riverside Lions ${n}`,
        date,
        time: clock.slice(0, 5),
        starts_at,
        location: `Lakeside Park, Field ${n % 6}`,
        home_away: n % 2 ? "home" : "away",
        status: "scheduled",
        original_date: null,
        original_time: null,
        external_id: null,
      },
      { importId: null, at: starts_at },
    );
  });
  const columns = Object.keys(games[0] ?? {});
  const file = openFile(join(dataDir, "clubs", `${CODE}.sqlite`));
  try {
    const insert = file.prepare(
      `insert into games (${columns.join(", ")}) values (${columns.map((name) => `@${name}`).join(", ")})`,
    );
    const began = cpuMs();
    file.exec("begin immediate");
    for (const game of games) insert.run(game);
    file.exec("commit");
    const spent = cpuMs() - began;
    file.exec("delete from games where starts_at >= '2031'");
    return spent;
  } finally {
    file.close();
  }
}

const once = () => (measured ??= measure());

export const rows: Row[] = [
  {
    area: "import",
    what: "import of 100,000 rows, from bytes to commit, against bare inserts of the same games: rows a CPU second",
    unit: "times",
    better: "more",
    floor: 0.3,
    goal: 0.5,
    measure: async () => (await once()).ratio,
  },
  {
    area: "import",
    what: "import of 100,000 rows, its preview's page too: longest stall of the event loop, without waits for a core",
    unit: "ms",
    better: "less",
    floor: null,
    goal: 20,
    measure: async () => (await once()).stall,
  },
];
