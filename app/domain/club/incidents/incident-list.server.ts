import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { CaseFile } from "./incident-export.ts";
import { type IncidentClock, viewCase } from "./incident-view.ts";
import { entriesOf, incidentCases, talksOf } from "./incidents.server.ts";
import { type IncidentStatus, incidentStatuses } from "./incidents.ts";

const INCIDENTS_A_PAGE = 25;

/** Counts a club's cases by status, without those of deleted teams. */
async function countIncidents(db: ClubDb): Promise<Record<IncidentStatus | "all", number>> {
  const rows = await db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select("incidents.status")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("teams.status", "<>", "deleted")
    .groupBy("incidents.status")
    .orderBy("incidents.status")
    .execute();
  const of = (status: IncidentStatus) => rows.find((row) => row.status === status)?.n ?? 0;
  const counts = { open: of("open"), "talked-to": of("talked-to"), closed: of("closed") };
  return { ...counts, all: counts.open + counts["talked-to"] + counts.closed };
}

/** Loads a page of cases: those that are not closed first, newest first, each with its next planned talk. */
async function listIncidents(db: ClubDb, { status, page }: { status: IncidentStatus | "all"; page: number }) {
  const rows = await incidentCases(db)
    .leftJoin("incident_talks as talk", (join) =>
      join.on((eb) =>
        eb(
          "talk.id",
          "=",
          eb
            .selectFrom("incident_talks as planned")
            .select("planned.id")
            .whereRef("planned.incident_id", "=", "incidents.id")
            .where("planned.state", "=", "planned")
            .orderBy("planned.due_on")
            .limit(1),
        ),
      ),
    )
    .select(["talk.who", "talk.with_whom", "talk.due_on"])
    .$if(status !== "all", (query) => query.where("incidents.status", "=", status as IncidentStatus))
    .orderBy(sql`incidents.status = 'closed'`)
    .orderBy("incidents.opened_at", "desc")
    .orderBy("incidents.id")
    .limit(INCIDENTS_A_PAGE)
    .offset((page - 1) * INCIDENTS_A_PAGE)
    .execute();
  return rows.map(({ who, with_whom, due_on, ...row }) => ({
    ...row,
    talk:
      who !== null && with_whom !== null && due_on !== null
        ? [{ who, with_whom, due_on, state: "planned" as const }]
        : [],
  }));
}

/** Loads every case with everything that belongs to it, oldest first, in three queries. */
export async function caseFiles(db: ClubDb): Promise<CaseFile[]> {
  const cases = await incidentCases(db).orderBy("incidents.opened_at").orderBy("incidents.id").execute();
  const [talks, entries] = [byCase(await talksOf(db)), byCase(await entriesOf(db))];
  return cases.map((incident) => ({
    incident,
    talks: talks.get(incident.id) ?? [],
    entries: entries.get(incident.id) ?? [],
  }));
}

function byCase<Row extends { incident_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.incident_id);
    if (group) group.push(row);
    else groups.set(row.incident_id, [row]);
  }
  return groups;
}

/** The filter of the list, as the address spells it. */
export type IncidentFilter = IncidentStatus | "all";

/** Loads the page of cases that an address asks for; an unknown filter counts as none. */
export async function loadIncidentList(db: ClubDb, search: URLSearchParams, clock: IncidentClock) {
  const status: IncidentFilter = incidentStatuses.find((name) => name === search.get("status")) ?? "all";
  const asked = /^[1-9]\d{0,4}$/.test(search.get("page") ?? "") ? Number(search.get("page")) : 1;
  const counts = await countIncidents(db);
  const pages = Math.max(1, Math.ceil(counts[status] / INCIDENTS_A_PAGE));
  const page = Math.min(asked, pages);
  const rows = await listIncidents(db, { status, page });
  return { counts, status, page, pages, cases: rows.map(({ talk, ...row }) => viewCase(row, talk, clock)) };
}
