import { erasesAt } from "#app/domain/club/incidents/incidents.ts";
import type { TestClub, World } from "../support/world.ts";
import type { Address } from "./addresses.ts";

export type Things = Record<string, string>;

/**
 * Creates one of each thing that an address can be about, all of one team.
 * @returns their ids by the name of the parameter
 */
export async function thingsOf(world: World, club: TestClub, teamId: string): Promise<Things> {
  const gameId = await world.game(club, teamId, 5, { opponent: `Opponents of ${club.name}` });
  const personId = await world.person(`Sam ${club.code} ${teamId.slice(0, 4)}`, club, [
    { team: teamId, role: "coach", coachRole: "assistant" },
  ]);
  const staff = await world.platform.clubs.use(club.code, (db) =>
    db
      .selectFrom("staff")
      .select("id")
      .where("team_id", "=", teamId)
      .where("role", "=", "coach")
      .executeTakeFirstOrThrow(),
  );
  await logoOf(world, club.code);
  const incidentId = await majorIncident(world, club.code, gameId);
  const closedGame = await world.game(club, teamId, 200, { opponent: `Opponents of ${club.name}` });
  const closedIncidentId = await majorIncident(world, club.code, closedGame);
  const incidentGame = await world.game(club, teamId, 201, { opponent: `Opponents of ${club.name}` });
  const majorIncidentId = await majorIncident(world, club.code, incidentGame, { what: "A parent shouted" });
  const talkId = `talk-${gameId}`;
  await planAndClose(world, club.code, { incidentId, closedIncidentId, talkId });
  const admin = await world.signIn(club.adminAccount, club.code);
  const finishedImportId = await previewImport(world, admin, teamId, "09:00");
  await world.ask(`/schedule/imports/${finishedImportId}/games`, { cookie: admin, form: {} });
  const importId = await previewImport(world, admin, teamId, "10:00");
  const contactsOf = (name: string, children = "Kim") =>
    previewContacts(
      world,
      admin,
      `parent_email,child_name,team_name\n${name}@${club.code}.example,${children},\n`,
    );
  const finishedContactsImportId = await contactsOf("first");
  await world.ask(`/advanced-import/${finishedContactsImportId}/contacts`, { cookie: admin, form: {} });
  // Two in one cell: the preview offers to keep them as one name.
  const contactsImportId = await contactsOf("second", "Kim & Kai");
  const announcementId = await previewedAnnouncement(world, club.code);
  const changeId = await plannedChange(world, club, teamId, admin);
  const agreementId = await sentAgreement(world, club, teamId, admin);
  const { id: childId } = await world.platform.clubs.use(club.code, (db) =>
    db
      .selectFrom("children")
      .innerJoin("agreements", "agreements.contact_id", "children.contact_id")
      .select("children.id")
      .where("agreements.id", "=", agreementId)
      .executeTakeFirstOrThrow(),
  );
  const signedAgreementId = await signedAgreement(world, club, teamId);
  const pulseId = await openPulse(world, club.code, teamId);
  const refereesId = await refereeSeason(world, club.code);
  const seasonId = await seasonOf(world, club.code, teamId, dayFrom(-100));
  const overSeasonId = await seasonOf(world, club.code, teamId, dayFrom(-1000));
  await seasonOf(world, club.code, teamId, dayFrom(-2000), { archived: true });
  const seasonMailId = await previewedSeasonMail(world, club.code, overSeasonId);
  const templateId = await ownTemplate(world, club.code, teamId);
  const rollOverId = await doneRollOver(world, club.code, seasonId);
  const { programId, rewardId, earnedId, awardedId } = await earnedReward(world, club.code, teamId, gameId);
  const printId = await madePrint(world, club, teamId);
  const documentId = await sentDocument(world, club.code, admin);
  const entryId = await paidEntry(world, club.code);
  return {
    documentId,
    entryId,
    pulseId,
    refereesId,
    sessionId: "unknown",
    signInId: "unknown",
    command: "run-jobs",
    orderId: "unknown",
    invoiceId: "unknown",
    copyId: "unknown",
    mergeId: "unknown",
    agreementId,
    childId,
    signedAgreementId,
    personId,
    teamId,
    gameId,
    announcementId,
    changeId,
    staffId: staff.id,
    side: "coach",
    importId,
    finishedImportId,
    contactsImportId,
    finishedContactsImportId,
    adminId: "unknown",
    clubCode: club.code,
    accountId: personId,
    invitationId: "unknown",
    file: "unknown.ics",
    token: "unknown",
    slug: "unknown",
    clubSlug: club.code,
    lesson: "how-to-rate",
    template: "welcome",
    messageId: "unknown",
    notificationId: "unknown",
    maintenanceId: "unknown",
    printId,
    incidentId,
    closedIncidentId,
    majorIncidentId,
    talkId,
    seasonId,
    overSeasonId,
    seasonMailId,
    rollOverId,
    templateId,
    programId,
    rewardId,
    earnedId,
    awardedId,
  };
}

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Creates a season of one team.
 * @param startsOn its first day; it lasts 200 days
 */
async function seasonOf(
  world: World,
  clubCode: string,
  teamId: string,
  startsOn: string,
  { archived = false } = {},
): Promise<string> {
  const id = `season-${startsOn}-${teamId}`;
  const at = new Date().toISOString();
  const name = `${startsOn} ${teamId.slice(0, 4)}`;
  await world.platform.clubs.use(clubCode, async (db) => {
    await db
      .insertInto("seasons")
      .values({
        ...{ id, name, name_key: id, starts_on: startsOn, ends_on: lastDay(startsOn) },
        ...{ description: "", planned_games: null, all_teams: 0, archived_at: archived ? at : null },
        ...{ created_at: at, updated_at: at },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto("season_teams")
      .values({ season_id: id, team_id: teamId, age_group: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return id;
}

const lastDay = (startsOn: string) =>
  new Date(Date.parse(startsOn) + 200 * 86_400_000).toISOString().slice(0, 10);

/**
 * Creates an unsent email of a season to the board.
 * @returns its id
 */
async function previewedSeasonMail(world: World, clubCode: string, seasonId: string): Promise<string> {
  const id = `mail-${seasonId}`;
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("season_mails")
      .values({
        ...{ id, season_id: seasonId, addresses: JSON.stringify(["board@people.example"]), words: "" },
        ...{ again: 0, created_by_name: "Ada Admin", created_at: new Date().toISOString(), sent_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

/**
 * Creates a season of one team that the club keeps as a template.
 * @returns its id
 */
async function ownTemplate(world: World, clubCode: string, teamId: string): Promise<string> {
  const id = `template-of-${teamId}`;
  const at = new Date().toISOString();
  await world.platform.clubs.use(clubCode, async (db) => {
    await db
      .insertInto("season_templates")
      .values({
        ...{ id, name: `League ${teamId.slice(0, 4)}`, name_key: id, description: "", sport: "Soccer" },
        ...{ season_name: "Fall", starts_on: "2020-09-05", ends_on: "2020-11-21", planned_games: 12 },
        ...{ all_teams: 0, created_at: at, updated_at: at },
      })
      .execute();
    await db.insertInto("season_template_teams").values({ template_id: id, team_id: teamId }).execute();
  });
  return id;
}

/** Creates a season that was just rolled over into the next. */
async function doneRollOver(world: World, clubCode: string, seasonId: string): Promise<string> {
  const id = `roll-over-${seasonId}`;
  const at = new Date().toISOString();
  const season = {
    ...{ name: "Next season", startsOn: "2043-01-01", endsOn: "2043-02-01" },
    ...{ description: "", plannedGames: null, allTeams: true, teamIds: [] },
  };
  const details = {
    fromName: "Long ago",
    season,
    existing: null,
    kept: [],
    left: [],
    invited: [],
    stayed: [],
  };
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("roll_overs")
      .values({
        ...{ id, from_season_id: seasonId, to_season_id: `after-${seasonId}`, status: "done" as const },
        ...{ details: JSON.stringify(details), created_by_name: "Ada Admin" },
        ...{ created_at: at, done_at: at, undone_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

/**
 * Creates a reward that the team has earned, and one that it was awarded, in a program of its own.
 * @returns their ids
 */
async function earnedReward(world: World, clubCode: string, teamId: string, gameId: string) {
  const programId = `program-of-${teamId}`;
  const rewardId = `reward-of-${teamId}`;
  const earnedId = `earned-by-${teamId}`;
  const awardedId = `awarded-${teamId}`;
  const at = new Date().toISOString();
  await world.platform.clubs.use(clubCode, async (db) => {
    const program = {
      ...{ id: programId, name: `Heroes ${teamId.slice(0, 4)}`, description: "", type: "team" as const },
      ...{ season_id: null, starts_on: "2020-01-01", ends_on: null, is_active: 1, budget_cents: 500_00 },
      ...{ archived_at: null, created_at: at, updated_at: at },
    };
    const archived = { id: `archived-${teamId}`, name: `Old ${teamId.slice(0, 4)}`, archived_at: at };
    await db
      .insertInto("reward_programs")
      .values([program, { ...program, ...archived, is_active: 0 }])
      .execute();
    await db
      .insertInto("rewards")
      .values({
        ...{ id: rewardId, program_id: programId, title: "Snack voucher", description: "", type: "custom" },
        ...{ score_threshold: 20, game_count: 1, improvement_percent: 25, consecutive_games: 3 },
        ...{ counts_after: "any", value_cents: 10_00, status: "active", color: "gold", auto_trigger: 0 },
        ...{ notification_enabled: 0, last_triggered_at: at, created_at: at, updated_at: at },
      })
      .execute();
    const earned = {
      ...{ id: earnedId, reward_id: rewardId, program_id: programId, team_id: teamId, game_id: gameId },
      ...{ game_date: at.slice(0, 10), score: 20, criteria: "A perfect game", recipient: "" },
      ...{ value_cents: 10_00, status: "pending" as const, earned_at: at, awarded_at: null },
      ...{ awarded_by_name: "", taken_back_at: null, taken_back_why: "", notified: "nobody" as const },
    };
    const awarded = { id: awardedId, game_id: null, status: "awarded" as const, awarded_at: at };
    await db
      .insertInto("earned_rewards")
      .values([earned, { ...earned, ...awarded }])
      .execute();
  });
  return { programId, rewardId, earnedId, awardedId };
}

/**
 * Creates a PDF of the team's report.
 * @returns its id
 */
async function madePrint(world: World, club: TestClub, teamId: string): Promise<string> {
  const id = `print-of-${teamId}`;
  const filters = {
    tab: "overview",
    team: teamId,
    range: "own",
    from: "2026-01-01",
    to: "2026-12-31",
    type: "",
  };
  await world.platform.clubs.use(club.code, (db) =>
    db
      .insertInto("report_prints")
      .values({
        ...{ id, account_id: club.adminAccount, status: "ready", pdf: Buffer.from("%PDF-1.7\n%%EOF\n") },
        asked: JSON.stringify({ filters, scope: [teamId], admin: false, compares: false }),
        created_at: new Date().toISOString(),
        expires_at: "2099-01-01T00:00:00.000Z",
      })
      .execute(),
  );
  return id;
}

/**
 * Creates a document of the verification.
 * @returns its id
 */
async function sentDocument(world: World, clubCode: string, cookie: string): Promise<string> {
  const body = new FormData();
  body.append("documents", new Blob(["%PDF-1.7\n%%EOF\n"]), "roster.pdf");
  await world.ask("/verification", { cookie, body });
  const { id } = await world.control
    .selectFrom("verification_documents")
    .select("id")
    .where("club_code", "=", clubCode)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Opens a question to the parents of a team.
 * @returns its id
 */
async function openPulse(world: World, clubCode: string, teamId: string): Promise<string> {
  const id = `pulse-${clubCode}`;
  const at = new Date();
  const closes_at = new Date(at.getTime() + 7 * 86_400_000).toISOString();
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("pulses")
      .values({
        ...{ id, team_ids: JSON.stringify([teamId]), recipients: 9, sent_at: at.toISOString() },
        ...{
          sent_by: "Ada Admin",
          closes_at,
          reminds_at: null,
          closed_at: null,
          closed_by: "",
          answers: null,
        },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

/**
 * Creates the referees of a season.
 * @returns its id
 */
async function refereeSeason(world: World, clubCode: string): Promise<string> {
  const id = `season-${clubCode}`;
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("referee_counts")
      .values({
        ...{ id, season_id: id, season: "Fall 2025", season_key: "fall 2025", first_day: "2025-08-01" },
        ...{ started: 20, stayed: 15, by_name: "Ada Admin", at: "2025-08-01T12:00:00.000Z" },
        superseded_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

/**
 * Creates a payment in the ledger.
 * @returns its id
 */
async function paidEntry(world: World, clubCode: string): Promise<string> {
  const id = `entry-of-${clubCode}`;
  const at = new Date().toISOString();
  const row = {
    id,
    kind: "payment",
    stripe_id: `ch_${clubCode}`,
    payment_intent_id: `pi_${clubCode}`,
  } as const;
  await world.control
    .insertInto("ledger")
    .values({ ...row, club_code: clubCode, amount_cents: 74_900, moved_at: at, recorded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}

/**
 * Creates a sent agreement beside an unsent one.
 * @returns the first one's id
 */
async function sentAgreement(world: World, club: TestClub, teamId: string, cookie: string): Promise<string> {
  const parents = ["Quinn", "Robin", "Sasha"].map((name) => ({
    name: `${name} of ${teamId}`,
    email: `${name}.${teamId}@parents.example`.toLowerCase(),
  }));
  for (const parent of parents) {
    const form = { ...parent, child: "Kit", team: teamId };
    await world.ask("/agreements/new", { cookie, form });
  }
  const { id } = await world.platform.clubs.use(club.code, (db) =>
    db
      .selectFrom("agreements")
      .innerJoin("contacts", "contacts.id", "agreements.contact_id")
      .select("agreements.id")
      .where("contacts.email_key", "=", parents[0]?.email ?? "")
      .executeTakeFirstOrThrow(),
  );
  await world.ask(`/agreements/${id}/request`, { cookie, form: {} });
  return id;
}

/** Creates the agreement of Sasha, signed on paper. */
async function signedAgreement(world: World, club: TestClub, teamId: string): Promise<string> {
  const { recordPaperSignature } = await import("#app/domain/club/agreements/sign.server.ts");
  const { inTransaction } = await import("#app/db/engine.server.ts");
  return world.platform.clubs.use(club.code, async (db) => {
    const { id, name } = await db
      .selectFrom("agreements")
      .innerJoin("contacts", "contacts.id", "agreements.contact_id")
      .select(["agreements.id", "contacts.name"])
      .where("contacts.email_key", "=", `sasha.${teamId}@parents.example`.toLowerCase())
      .executeTakeFirstOrThrow();
    const at = new Date().toISOString();
    const paper = { name, players: "Kit", signedOn: at.slice(0, 10), language: "en" as const };
    await inTransaction(db, (tx) =>
      recordPaperSignature(tx, { ...paper, agreementId: id, enteredBy: "Ada Admin", at }),
    );
    return id;
  });
}

/** Plans a rained-out day of one game, without confirming it. */
export async function plannedChange(
  world: World,
  club: TestClub,
  teamId: string,
  cookie: string,
): Promise<string> {
  const day = "2044-03-05";
  const starts_at = `${day}T16:00:00.000Z`;
  const game = await world.game(club, teamId, 0, { date: day, time: "10:00", starts_at });
  const path = `/schedule/rained-out?day=${day}`;
  const page = await (await world.ask(path, { cookie })).text();
  const version = new RegExp(`name="version-${game}" value="([^"]+)"`).exec(page)?.[1] ?? "";
  const form = { day, what: "cancel", reason: "Rained out" };
  const answer = await world.ask(path, {
    cookie,
    form: { ...form, [`tick-${game}`]: "on", [`version-${game}`]: version },
  });
  const id = /^\/schedule\/rained-out\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1];
  if (!id) throw new Error(`The rained-out day was not planned (${answer.status})`);
  return id;
}

/** Previews an unsent announcement. */
async function previewedAnnouncement(world: World, clubCode: string): Promise<string> {
  const id = `announcement-${clubCode}`;
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("announcements")
      .values({
        id,
        subject: "Picture day",
        body: "On Saturday",
        audience: "everybody",
        team_ids: "[]",
        recipients: 0,
        created_by_name: "Ada Admin",
        created_at: new Date().toISOString(),
        sent_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return id;
}

/** Uploads a file of one parent without importing it. */
async function previewContacts(world: World, cookie: string, csv: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([csv]), "parents.csv");
  const answer = await world.ask("/advanced-import", { cookie, body });
  const id = /^\/advanced-import\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1];
  if (!id) throw new Error(`The contacts were not read: ${answer.status}`);
  return id;
}

/** Uploads a schedule of one good and one bad row without importing it. */
async function previewImport(world: World, cookie: string, teamId: string, time: string): Promise<string> {
  const body = new FormData();
  body.set(
    "pasted",
    `Date,Time,Opponent,Location,Home/Away\n2026-03-07,${time},Lions,Field 2,home\nnever,,,,\n`,
  );
  body.set("team", teamId);
  const answer = await world.ask("/schedule/import", { cookie, body });
  const id = /^\/schedule\/imports\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1];
  if (!id) throw new Error(`The schedule was not read (${answer.status})`);
  return id;
}

/** Enters the coach's 0 for a game and the case that it opened, so that every page about a game has content. */
export async function majorIncident(
  world: World,
  clubCode: string,
  gameId: string,
  { what = "" } = {},
): Promise<string> {
  const at = new Date().toISOString();
  const id = `rating-${gameId}`;
  await world.platform.clubs.use(clubCode, async (db) => {
    await db
      .insertInto("ratings")
      .values({
        id,
        game_id: gameId,
        side: "coach",
        score: 0,
        reason: "A parent ran onto the field",
        tags: JSON.stringify(["entering-field"]),
        submission_key: id,
        given_by: "nobody",
        given_by_name: "Somebody",
        given_as: "head",
        correction_reason: "",
        saw_other: 0,
        given_at: at,
        superseded_at: null,
      })
      .execute();
    await db
      .insertInto("incidents")
      .values({
        id: `incident-${gameId}`,
        game_id: gameId,
        rating_id: id,
        what,
        when_text: "",
        official_was_minor: "unknown",
        abuse_level: null,
        status: "open",
        opened_at: at,
        updated_at: at,
        updated_by_name: "Somebody",
        agreed: "",
        closed_as: null,
        closed_at: null,
        erases_at: erasesAt(at),
        erased_at: null,
      })
      .execute();
  });
  return `incident-${gameId}`;
}

/** Plans a talk with a note in one case, and closes another one. */
async function planAndClose(world: World, clubCode: string, ids: Things): Promise<void> {
  const at = new Date().toISOString();
  const { talkId = "", incidentId = "", closedIncidentId = "" } = ids;
  await world.platform.clubs.use(clubCode, async (db) => {
    await db
      .insertInto("incident_talks")
      .values({
        id: talkId,
        incident_id: incidentId,
        who: "The president",
        with_whom: "A parent",
        due_on: "2030-05-04",
        state: "planned",
        outcome: "",
        created_at: at,
        updated_at: at,
      })
      .execute();
    await db
      .insertInto("incident_entries")
      .values({
        id: `note-${incidentId}`,
        incident_id: incidentId,
        kind: "note",
        text: "The referee called",
        refers_to: null,
        form_key: null,
        author_id: "somebody",
        author_name: "Somebody",
        at,
      })
      .execute();
    await db
      .updateTable("incidents")
      .set({ status: "closed", closed_as: "agreed", closed_at: at, agreed: "An apology" })
      .where("id", "=", closedIncidentId)
      .execute();
  });
}

/** Stores arbitrary bytes as a logo. */
async function logoOf(world: World, clubCode: string): Promise<void> {
  const picture = Buffer.from(clubCode);
  const logo = { version: clubCode, small: picture, large: picture, width: 1, height: 1, stored_at: "" };
  await world.platform.clubs.use(clubCode, (db) =>
    db
      .insertInto("logos")
      .values(logo)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Fills an address's parameters with the ids of things. */
export function fill({ path, query, standsFor }: Address, things: Things): string {
  const address = query ? `${path}?${query}` : path;
  return address.replace(/:(\w+)/g, (_, name: string) => {
    const value = things[standsFor?.[name] ?? name];
    if (!value) throw new Error(`${path}: say in thingsOf() what stands for :${name}`);
    return value;
  });
}
