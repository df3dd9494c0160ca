import { sql } from "kysely";
import type { Clubs } from "#app/db/clubs.server.ts";
import type { AgreementFilter } from "#app/domain/club/agreements/agreement-filter.ts";
import { season } from "../fixtures/season.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const PARENTS = sized(20_000, 200);
const CODE = "tracker1";
const ROUNDS = sized(20, 2);

/** Measures CPU of the tracker's queries on a club's file with 20,000 parents: the counts and one page of the list. */
async function measure(): Promise<Figure> {
  await season();
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const { countAgreements, listAgreements } = await import(
    "#app/domain/club/agreements/agreement-list.server.ts"
  );
  const open = await platform();
  const teams = await writeParents(open.clubs);
  const deep = await open.clubs.use(CODE, (db) =>
    db
      .selectFrom("agreements")
      .select("id")
      .orderBy("name_key")
      .offset(PARENTS - 100)
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const looks: [name: string, filter: AgreementFilter, scope: "all" | string[], after?: string][] = [
    ["all", {}, "all"],
    ["the last page", {}, "all", deep.id],
    ["signed", { status: "signed" }, "all"],
    ["to match", { status: "to-match" }, "all"],
    ["not delivered", { status: "undelivered" }, "all"],
    ["a team", { teamId: teams[0] }, "all"],
    ["a name", { query: "parent 1999" }, "all"],
    ["nobody's name", { query: "nobody" }, "all"],
    ["a manager's teams", {}, teams.slice(0, 3)],
  ];
  const now = new Date();
  const times: [string, number][] = [];
  for (const [name, filter, scope, after] of looks) {
    const ms = await open.clubs.use(CODE, async (db) => {
      const { user, system } = process.cpuUsage();
      for (let round = 0; round < ROUNDS; round += 1)
        await Promise.all([
          countAgreements(db, filter, scope, now),
          listAgreements(db, filter, scope, { after }),
        ]);
      const spent = process.cpuUsage({ user, system });
      return (spent.user + spent.system) / 1000 / ROUNDS;
    });
    times.push([name, ms]);
  }
  await closePlatform();
  return {
    figure: Math.max(...times.map(([, ms]) => ms)),
    note: times.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", "),
  };
}

/**
 * Writes a separate club, so that other rows measure the same season as before.
 * @returns its teams
 */
async function writeParents(clubs: Clubs) {
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
  const like = await clubs.use("demo1", async (db) => ({
    profile: await db.selectFrom("club").selectAll().executeTakeFirstOrThrow(),
    teams: await db.selectFrom("teams").selectAll().execute(),
  }));
  await clubs.create({ ...like.profile, code: CODE, slug: CODE });
  const ids = like.teams.map(({ id }) => id);
  const at = "2026-11-22T12:00:00.000Z";
  const contacts = Array.from({ length: PARENTS }, (_, n) => ({
    name: `Parent ${n}`,
    email: `parent.${n}@home.example`,
    children: [{ name: `Child ${n}`, teamId: ids[n % ids.length] ?? null, ageGroup: "" }],
  }));
  await clubs.use(CODE, (db) =>
    inTransaction(db, async (tx) => {
      await tx.insertInto("teams").values(like.teams).execute();
      await addContacts(tx, contacts, { source: "manual", by: "", at });
      await sql`update agreements set sent_at = ${at}, issue = 1, to_match = rowid % 50 = 0,
        status = case rowid % 7 when 0 then 'pending' when 1 then 'expired' when 2 then 'declined' else 'signed' end`.execute(
        tx,
      );
      await sql`update contacts set delivery = 'bounced' where rowid % 40 = 0`.execute(tx);
    }),
  );
  return ids;
}

export const rows: Row[] = [
  {
    area: "tracker",
    what: `the agreements tracker of ${PARENTS.toLocaleString("en-US")} parents: CPU of the slowest view's figures and page`,
    unit: "ms",
    better: "less",
    floor: 100,
    goal: 30,
    measure,
  },
];
