import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ClubMember } from "#app/domain/club/staff/club-user.ts";
import type { Assignment } from "#app/domain/club/staff/staff.ts";
import { gameRow, ratingRow, staffRow, teamRow } from "#tests/support/rows.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
const { findGames, findParents, nearestStaff, nearestTeams, readVocabulary } = await import(
  "#app/domain/club/search/search.server.ts"
);
const { readSearch } = await import("#app/domain/club/search/search-query.ts");
const { addContacts } = await import("#app/domain/club/contacts/add-contacts.server.ts");
const { changeContact } = await import("#app/domain/club/contacts/contacts.server.ts");
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { listAgreements } = await import("#app/domain/club/agreements/agreement-list.server.ts");
const { gamesOfDays } = await import("#app/domain/club/schedule/schedule.server.ts");
const { openIncident } = await import("#app/domain/club/incidents/incidents.server.ts");
const { loadIncidentList } = await import("#app/domain/club/incidents/incident-list.server.ts");
const { listTeams } = await import("#app/domain/club/teams/teams.server.ts");
const { staffOf } = await import("#app/domain/club/staff/staff.server.ts");
const { seesMember } = await import("#app/domain/club/staff/staff.ts");
const { managesTeam, roleInTeam, teamScope, viewerOf } = await import("#app/domain/club/staff/club-user.ts");
const { insertRows } = await import("#app/db/insert-rows.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
afterAll(() => world.close());

const today = "2026-11-21";
const at = new Date("2026-11-21T18:00:00.000Z");
const HOUR = 3_600_000;

const parents = [
  { name: "Guadalupe Ríos", email: "lupe@home.example", of: [["Emilio Ríos", "hawks"]] },
  {
    name: "Mary Rios",
    email: "mary@home.example",
    of: [
      ["Ann Rios", "owls"],
      ["Ben Rios", "hawks"],
    ],
  },
  { name: "Maria Ng", email: "ng@home.example", of: [["Lee Ng", "owls"]] },
  { name: "", email: "nameless.rios@home.example", of: [["Kim", "hawks"]] },
  { name: "Zoe Quill", email: "zoe@home.example", of: [["Max Quill", null]] },
  { name: "Old Ríos", email: "old@home.example", of: [["Sam Ríos", "gone"]] },
] as const;

async function aClub(code: string): Promise<TestClub> {
  const club = await world.club(`Club ${code}`, { code });
  await world.platform.clubs.use(club.code, (db) =>
    inTransaction(db, async (tx) => {
      await insertRows(tx, "teams", [
        teamRow("hawks", "Hawks"),
        { ...teamRow("owls", "Owls"), age_group: "U-10", gender: "Girls" },
        { ...teamRow("old", "Old Hawks"), status: "archived", status_since: "2026-01-01" },
        { ...teamRow("gone", "Gone Hawks"), status: "deleted", status_since: "2026-01-01" },
      ]);
      await insertRows(tx, "staff", [
        staffRow("dana", "hawks", { name: "Dana Reyes" }),
        staffRow("mia", "hawks", { name: "Mia Ríos", role: "manager" }),
        staffRow("cleo", "owls", { name: "Cleo Hawkins", status: "pending", account_id: null }),
        staffRow("left", "owls", { name: "Lara Hawke", status: "removed" }),
        staffRow("archie", "old", { name: "Archie Hawk" }),
      ]);
      const games = [
        ["played", "hawks", -7 * 24, "Lions", "Ríos Park"],
        ["sealed", "hawks", -5, "Lyons FC", "Field 3"],
        ["coming", "hawks", 48, "Owls of Austin", "Field 3"],
        ["cancelled", "owls", 72, "Lions", "Field 1"],
        ["years", "owls", -900 * 24, "Lions", "Field 1"],
        ["archived", "old", -24, "Lions", "Field 3"],
        ["deleted", "gone", -24, "Lions", "Field 3"],
      ] as const;
      await insertRows(
        tx,
        "games",
        games.map(([id, team, hours, opponent, location]) => ({
          ...gameRow(id, team, new Date(at.getTime() + hours * HOUR)),
          ...{
            opponent,
            location,
            status: id === "cancelled" ? ("cancelled" as const) : ("scheduled" as const),
          },
          ...(id === "sealed" ? { final_score: 0 as const, agreement: "agreed" as const } : {}),
        })),
      );
      for (const id of ["sealed", "archived", "deleted"]) {
        await insertRows(tx, "ratings", [ratingRow(id, { score: 0 })]);
        await openIncident(tx, {
          gameId: id,
          ratingId: `${id}-coach`,
          at: at.toISOString(),
          by: { accountId: "dana", name: "Dana" },
        });
      }
      await addContacts(
        tx,
        parents.map(({ name, email, of }) => ({
          name,
          email,
          children: of.map(([child, teamId]) => ({ name: child, teamId, ageGroup: "" })),
        })),
        { source: "import", by: "", at: at.toISOString() },
      );
    }),
  );
  return club;
}

const assigned = (teamId: string, role: Assignment["role"]) =>
  ({ teamId, teamName: teamId, role }) as Assignment;
const person = (role: ClubMember["role"], ...assignments: Assignment[]): ClubMember => ({
  ...{ accountId: "mia", name: "Mia", email: "mia@example.org", role, assignments },
});
const admin = person("club_admin");
const manager = person("team_manager", assigned("hawks", "manager"));
const coach = person("coach", assigned("hawks", "coach"));
const both = person("team_manager", assigned("hawks", "manager"), assigned("owls", "coach"));
const nobody = person("coach");

async function search(db: ClubDb, user: ClubMember, text: string) {
  const query = readSearch(text, today);
  const vocabulary = await readVocabulary(db, user, query);
  return {
    teams: nearestTeams(vocabulary.teams, query.words),
    staff: nearestStaff(vocabulary.staff, query),
    parents: await findParents(db, user, query, vocabulary),
    games: await findGames(db, user, query, { vocabulary, today }),
    incident: vocabulary.incident,
  };
}

const club = await aClub("search1");
const as = <Result>(look: (db: ClubDb) => Promise<Result>) => world.platform.clubs.use(club.code, look);
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();

// product/pages.md#search
test("an administrator finds by name, child, address, opponent, field, day and number", async () => {
  await as(async (db) => {
    expect(names((await search(db, admin, "rios")).parents).sort()).toEqual([
      "Guadalupe Ríos",
      "Mary Rios",
      "Old Ríos",
    ]);
    expect(names((await search(db, admin, "gaudalupe rios")).parents)).toEqual(["Guadalupe Ríos"]);
    expect(names((await search(db, admin, "ng")).parents)).toEqual(["Maria Ng"]);
    expect(names((await search(db, admin, "emilio")).parents)).toEqual(["Guadalupe Ríos"]);
    expect(names((await search(db, admin, "Quill")).parents)).toEqual(["Zoe Quill"]);
    expect((await search(db, admin, "nameless")).parents).toMatchObject([
      { email: "nameless.rios@home.example" },
    ]);
    expect(names((await search(db, admin, "reyse")).staff)).toEqual(["Dana Reyes"]);
    expect(names((await search(db, admin, "hawks")).teams)).toEqual(["Hawks", "Old Hawks"]);
    expect(ids((await search(db, admin, "lions")).games)).toEqual(["cancelled", "played", "years"]);
    expect(ids((await search(db, admin, "hawks lions")).games)).toEqual(["played"]);
    expect(ids((await search(db, admin, "lyons")).games)).toEqual(["sealed"]);
    expect(ids((await search(db, admin, "field 3")).games)).toEqual(["coming", "sealed"]);
    expect(ids((await search(db, admin, "hawks 14 nov")).games)).toEqual(["played"]);
    expect(ids((await search(db, admin, "u12 boys")).games)).toEqual(["coming", "played", "sealed"]);
    expect((await search(db, admin, "case 1")).incident).toMatchObject({ number: 1, team_name: "Hawks" });
    expect((await search(db, admin, "3")).incident).toBeNull();
  });
});

test("a coach, a manager and somebody of two teams find what is theirs", async () => {
  await as(async (db) => {
    const found = async (user: ClubMember, text: string) =>
      names((await search(db, user, text)).parents).sort();
    for (const user of [manager, coach]) {
      expect(await found(user, "rios")).toEqual(["Guadalupe Ríos", "Mary Rios"]);
      // A child of another team, and one of its own team of the same parent.
      expect(await found(user, "ann")).toEqual([]);
      expect(await found(user, "ben")).toEqual(["Mary Rios"]);
      expect(await found(user, "maria ng")).toEqual([]);
      expect(ids((await search(db, user, "lions")).games)).toEqual(["played"]);
      expect((await search(db, user, "1")).incident).toBeNull();
      expect((await search(db, user, "hawks incident")).games.map(({ incident }) => incident)).toEqual([
        null,
        null,
        null,
      ]);
    }
    expect(await found(both, "ng")).toEqual(["Maria Ng"]);
    // An address only where the child's team is managed; its first letters tell a coach nothing.
    expect(await found(coach, "nameless")).toEqual([]);
    expect(await found(manager, "nameless")).toEqual([""]);
    expect(await found(both, "ng@home")).toEqual([]);
    expect((await search(db, both, "ng")).parents).toMatchObject([{ email: null }]);
    // Only a team's manager sees people who are merely invited.
    expect(names((await search(db, both, "cleo")).staff)).toEqual([]);
    expect(names((await search(db, admin, "cleo")).staff)).toEqual(["Cleo Hawkins"]);
    for (const text of ["rios", "lions", "hawks", "field 3", "1"]) {
      const { incident, ...lists } = await search(db, nobody, text);
      expect(incident).toBeNull();
      expect(Object.values(lists).flat()).toEqual([]);
    }
  });
});

test("nothing that was found says a score", async () => {
  await as(async (db) => {
    const before = JSON.stringify(await search(db, coach, "lyons"));
    for (const final_score of [20, 10, 0, null] as const) {
      const agreement = final_score === null ? "pending" : "agreed";
      await db.updateTable("games").set({ final_score, agreement }).where("id", "=", "sealed").execute();
      expect(JSON.stringify(await search(db, coach, "lyons"))).toBe(before);
    }
  });
});

const anyUser = fc
  .record({
    admin: fc.boolean(),
    assignments: fc.uniqueArray(
      fc.record({
        teamId: fc.constantFrom("hawks", "owls", "old", "gone"),
        role: fc.constantFrom("manager" as const, "coach" as const),
      }),
      { selector: ({ teamId, role }) => teamId + role, maxLength: 4 },
    ),
  })
  .map(({ admin: isAdmin, assignments }) =>
    person(
      isAdmin ? "club_admin" : assignments.some(({ role }) => role === "manager") ? "team_manager" : "coach",
      // The guard reads the assignments of active teams only.
      ...assignments
        .filter(({ teamId }) => teamId === "hawks" || teamId === "owls")
        .map(({ teamId, role }) => assigned(teamId, role)),
    ),
  );
const anyWord = fc.oneof(
  fc.constantFrom(
    ..."rios ríos maria mary ng guadalupe gaudalupe emilio ann ben kim lupe nameless".split(" "),
  ),
  fc.constantFrom(
    ..."hawks owls lions lyons field park 1 3 nov 14 sat dana mia cleo hawk u12 incident".split(" "),
  ),
  fc.string({ maxLength: 8 }),
  fc.constantFrom(`"`, `rios" OR "a`, "*", "NEAR(", "name_key:", "ri%", "\u0000", "🦅", "ß", "a".repeat(500)),
);

test("whatever anybody types: search finds no more than the lists show", async () => {
  await as((db) =>
    fc.assert(
      fc.asyncProperty(anyUser, fc.array(anyWord, { maxLength: 3 }), async (user, words) => {
        const found = await search(db, user, words.join(" "));
        const scope = teamScope(user);
        const isAdmin = user.role === "club_admin";
        const active = await listTeams(db, scope);
        const known = new Set(active.map(({ id }) => id));
        for (const team of found.teams)
          expect(known.has(team.id) || (isAdmin && team.id === "old")).toBe(true);
        const staff = (await staffOf(db, scope)).filter(
          (member) =>
            known.has(member.teamId) &&
            seesMember({ role: roleInTeam(user, member.teamId) ?? "coach" }, member),
        );
        expect(ids(staff)).toEqual(expect.arrayContaining(ids(found.staff)));
        const { agreements: listed } = await listAgreements(db, {}, scope);
        for (const { id, email, children } of found.parents) {
          const row = listed.find((one) => one.id === id);
          expect(row?.children.map(({ name }) => name)).toEqual(
            expect.arrayContaining(children.map(({ name }) => name)),
          );
          const sees = isAdmin || row?.children.some(({ teamId }) => teamId && managesTeam(user, teamId));
          expect(email === null || sees).toBe(true);
        }
        const games = await gamesOfDays(
          db,
          scope,
          { team: "", from: "2000-01-01", to: "2030-01-01" },
          { viewer: viewerOf(user), at },
        );
        expect(ids(games)).toEqual(expect.arrayContaining(ids(found.games)));
        if (!isAdmin) expect(found.games.every(({ incident }) => incident === null)).toBe(true);
        if (!isAdmin) expect(found.incident).toBeNull();
        if (found.incident) {
          const { cases } = await loadIncidentList(db, new URLSearchParams(), {
            timezone: "America/Chicago",
            at,
          });
          expect(ids(cases)).toContain(found.incident.id);
        }
      }),
      { numRuns: runs(100, 300) },
    ),
  );
});

/** Loads the index's rows, and the expected ones. */
async function indexed(db: ClubDb) {
  const rows = async (from: "search_people" | "search_places") => {
    // PostgreSQL looks through a club's names, which are few.
    if (!process.env.DATABASE_URL)
      await sql`insert into ${sql.table(`${from}_trigrams`)} (${sql.ref(`${from}_trigrams`)}, rank)
      values ('integrity-check', 1)`.execute(db);
    const kept = await db.selectFrom(from).select(["kind", "name"]).execute();
    return kept.map(({ kind, name }) => `${kind} ${name}`);
  };
  const [contacts, children, games] = await Promise.all([
    db.selectFrom("contacts").select("name_key").where("name", "<>", "").execute(),
    db.selectFrom("children").select("name").execute(),
    db.selectFrom("games").select(["opponent", "location"]).execute(),
  ]);
  const should = [
    ...contacts.map(({ name_key }) => `parent ${name_key}`),
    ...children.map(({ name }) => `child ${name}`),
    ...games.flatMap(({ opponent, location }) => [
      `opponent ${opponent}`,
      ...(location ? [`field ${location}`] : []),
    ]),
  ];
  return {
    is: [...(await rows("search_people")), ...(await rows("search_places"))].sort(),
    should: [...new Set(should)].sort(),
  };
}

test("the index follows every change, and forgets a name with its last row", async () => {
  const other = await aClub("search2");
  await world.platform.clubs.use(other.code, async (db) => {
    const agreementOf = async (email: string) =>
      await db
        .selectFrom("agreements")
        .innerJoin("contacts", "contacts.id", "agreements.contact_id")
        .select(["agreements.id", "contact_id"])
        .where("email_key", "=", email)
        .executeTakeFirstOrThrow();
    const same = async () => {
      const { is, should } = await indexed(db);
      expect(is).toEqual(should);
    };
    await same();
    const lupe = await agreementOf("lupe@home.example");
    const to = { name: "Lupe Rivera", email: "lupe@home.example" };
    await inTransaction(db, (tx) =>
      changeContact(tx, lupe.contact_id, to, { by: "Ada", at: at.toISOString() }),
    );
    await same();
    expect(names((await search(db, admin, "guadalupe")).parents)).toEqual([]);
    expect(names((await search(db, admin, "rivera")).parents)).toEqual(["Lupe Rivera"]);
    // The same parents again, and one more.
    await inTransaction(db, (tx) =>
      addContacts(
        tx,
        [
          { ...to, children: [] },
          { name: "New Rivera", email: "new@home.example", children: [] },
        ],
        {
          ...{ source: "import", by: "", at: at.toISOString() },
        },
      ),
    );
    await same();
    await db
      .updateTable("games")
      .set({ opponent: "Bears", location: "" })
      .where("id", "=", "years")
      .execute();
    await db.deleteFrom("games").where("id", "=", "coming").execute();
    await same();
    await inTransaction(db, (tx) => erasePerson(tx, lupe.id, { by: "Ada", at: at.toISOString() }));
    await same();
    expect(names((await search(db, admin, "rivera")).parents)).toEqual(["New Rivera"]);
    expect((await search(db, admin, "emilio")).parents).toEqual([]);
    await db.deleteFrom("contacts").execute();
    await same();
  });
});
