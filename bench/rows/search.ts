import type { Clubs } from "#app/db/clubs.server.ts";
import type { ClubMember } from "#app/domain/club/staff/club-user.ts";
import { gameRow, staffRow, teamRow } from "#tests/support/rows.ts";
import { season } from "../fixtures/season.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const TEAMS = sized(60, 4);
const GAMES = sized(24_000, 200);
const PARENTS = sized(20_000, 200);
const CODE = "search1";
const ROUNDS = sized(20, 1);
const AT = new Date("2026-11-22T18:00:00.000Z");
const TODAY = "2026-11-22";
const HOUR = 3_600_000;
const YEARS = 10;

const FIRST =
  "Maria Jose Guadalupe James Mary Robert Patricia John Jennifer Michael Christopher Elizabeth Ann";
const LAST = ["Rí", "Mo", "Her", "Pat", "Okon", "Ngu", "Cas", "Bren", "Thomp", "Fitz", "Gar", "Li"];
const MIDDLE = ["", "ra", "nan", "kwo", "tel", "sso", "ger", "vi", "do", "mi"];
const END = ["s", "les", "dez", "son", "yen", "ford", "cía", "rez", "man", "ton", "o", "berg", "a", "ski"];
const MASCOTS = "Lions Eagles Rangers Comets Bobcats Storm Sharks Strikers Wolves Falcons Rovers United";
const TOWNS = "Cedar Park Round Rock Georgetown Pflugerville Hutto Leander Kyle Buda Austin Taylor";

const pick = (list: readonly string[], n: number) => list[n % list.length] ?? "";
const firstNames = FIRST.split(" ");
const mascots = MASCOTS.split(" ");
const towns = TOWNS.split(" ");
/** Returns one of 1,680 last names. */
const lastName = (n: number) =>
  pick(LAST, n) + pick(MIDDLE, Math.floor(n / 12)) + pick(END, Math.floor(n / 120));

/** Measures CPU of a search's queries on a club's file, with its answer compared and ordered. */
async function measure(): Promise<Figure> {
  await season();
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const search = await import("#app/domain/club/search/search.server.ts");
  const { readSearch } = await import("#app/domain/club/search/search-query.ts");
  const open = await platform();
  await writeClub(open.clubs);
  const admin: ClubMember = {
    accountId: "ada",
    name: "Ada",
    email: null,
    role: "club_admin",
    assignments: [],
  };
  const manager: ClubMember = {
    ...{ accountId: "mia", name: "Mia", email: "mia@club.example", role: "team_manager" },
    assignments: ["team-1", "team-2"].map(
      (teamId) => ({ teamId, teamName: teamId, role: "manager" }) as never,
    ),
  };
  const looks: [string, ClubMember][] = [
    ["guadalupe", admin],
    ["gaudalupe rios", admin],
    ["maria", admin],
    ["li", admin],
    ["chris", admin],
    ["lions 14 nov", admin],
    ["round rock", admin],
    ["field 3", admin],
    ["u12 boys", admin],
    ["november", admin],
    ["nobody at all", admin],
    ["maria", manager],
    ["lions", manager],
  ];
  const times: [string, number][] = [];
  for (const [text, reader] of looks) {
    const look = async () => {
      const query = readSearch(text, TODAY);
      await open.clubs.use(CODE, async (db) => {
        const vocabulary = await search.readVocabulary(db, reader, query);
        search.nearestTeams(vocabulary.teams, query.words);
        search.nearestStaff(vocabulary.staff, query);
        await search.findParents(db, reader, query, vocabulary);
        await search.findGames(db, reader, query, { vocabulary, today: TODAY });
      });
    };
    await look();
    const { user, system } = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round += 1) await look();
    const spent = process.cpuUsage({ user, system });
    const who = reader.role === "club_admin" ? "" : " as a manager";
    times.push([`${text}${who}`, (spent.user + spent.system) / 1000 / ROUNDS]);
  }
  await closePlatform();
  return {
    figure: Math.max(...times.map(([, ms]) => ms)),
    note: times.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", "),
  };
}

/** Writes a separate club, so that other rows measure the same season as before. */
async function writeClub(clubs: Clubs): Promise<void> {
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const { insertRows } = await import("#app/db/insert-rows.server.ts");
  const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
  const profile = await clubs.use("demo1", (db) =>
    db.selectFrom("club").selectAll().executeTakeFirstOrThrow(),
  );
  await clubs.create({ ...profile, code: CODE, slug: CODE });
  const teamIds = Array.from({ length: TEAMS }, (_, n) => `team-${n}`);
  const games = Array.from({ length: GAMES }, (_, n) => ({
    ...gameRow(
      `game-${n}`,
      pick(teamIds, n),
      new Date(AT.getTime() - ((n - GAMES / 20) / GAMES) * YEARS * 365 * 24 * HOUR),
    ),
    // 1,440 opponents on 40 fields.
    opponent: `${pick(towns, n)} ${pick(mascots, Math.floor(n / 7))} ${n % 12}`,
    location: `${pick(towns, n)} Field ${(n % 4) + 1}`,
  }));
  const contacts = Array.from({ length: PARENTS }, (_, n) => ({
    name: `${pick(firstNames, Math.floor(n / 1680) + n)} ${lastName(n)}`,
    email: `parent.${n}@home.example`,
    children: [{ name: `${pick(firstNames, n * 7)} ${lastName(n)}`, teamId: pick(teamIds, n), ageGroup: "" }],
  }));
  await clubs.use(CODE, (db) =>
    inTransaction(db, async (tx) => {
      await insertRows(
        tx,
        "teams",
        teamIds.map((id, n) => teamRow(id, `${pick(mascots, n)} ${Math.floor(n / 12)}`)),
      );
      await insertRows(
        tx,
        "staff",
        teamIds.flatMap((id, n) =>
          ["manager", "head", "assistant"].map((role, r) =>
            staffRow(`${id}-${role}`, id, {
              role: role === "manager" ? "manager" : "coach",
              name: `${pick(firstNames, n + r)} ${lastName(n * 3 + r)}`,
            }),
          ),
        ),
      );
      await insertRows(tx, "games", games);
      await addContacts(tx, contacts, { source: "import", by: "", at: AT.toISOString() });
    }),
  );
}

export const rows: Row[] = [
  {
    area: "search",
    what: `a search in ${TEAMS} teams, ${GAMES.toLocaleString("en-US")} games and ${PARENTS.toLocaleString("en-US")} parents: CPU of the slowest`,
    unit: "ms",
    better: "less",
    floor: 15,
    goal: 5,
    measure,
  },
];
