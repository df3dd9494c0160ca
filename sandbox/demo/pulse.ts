import type { ClubTx, PulseScore } from "#app/db/club/schema.ts";
import { answerPulse } from "#app/domain/club/pulse/answers.server.ts";
import { closePulse, sendPulse } from "#app/domain/club/pulse/pulse.server.ts";
import { closingOf } from "#app/domain/club/pulse/pulse.ts";
import { addSeason, correctSeason, findSeason } from "#app/domain/club/referees/referees.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { parentEmail } from "./parents.ts";
import type { DemoClub } from "./story.ts";

const DAY_MS = 86_400_000;

interface DemoPulse {
  sentDaysAgo: number;
  closedDaysAgo: number;
  /** Answers; parents who are missing did not answer. */
  answers: [name: string, score: PulseScore, sentence?: string][];
}

/** Parents' answers in late summer. */
const first: DemoPulse["answers"] = [
  ["Karen Bell", 4],
  ["Walter Briggs", 3],
  ["Elizabeth Novak", 2],
  ["Greg Hanley", 2, "Too many voices from the sideline, the kids look at us instead of the coach."],
  ["Joshua Klein", 4],
  ["Mei Tan", 4],
  ["Deepa Iyer", 5],
  ["Monica Petrov", 3],
  ["Samantha Reed", 4],
  ["Michael Brooks", 4],
  ["Patrick O'Rourke", 3, "A few families need to hear the rules again."],
  ["Carmen Soto", 4],
  ["Steve Marsh", 3],
  ["Ignacio Fuentes", 4],
  ["Javier Delgado", 5],
  ["Andre Jackson", 3],
  ["Raj Patel", 4],
];

/** Answers in the middle of the season. */
const second: DemoPulse["answers"] = [
  ["Karen Bell", 5],
  ["Walter Briggs", 3, "Some parents still shout instructions over the coach."],
  ["Elizabeth Novak", 4],
  ["Greg Hanley", 2, "I would like more talk about what is allowed before the season starts."],
  ["Joshua Klein", 4],
  ["Brian Castillo", 3],
  ["Mei Tan", 5, "Much calmer than last year. Thank you to everybody who helps."],
  ["Deepa Iyer", 5],
  ["Monica Petrov", 4],
  ["Samantha Reed", 5],
  ["Natalie Brooks", 4],
  ["Michael Brooks", 5],
  ["Patrick O'Rourke", 4],
  ["Carmen Soto", 5, "Los niños juegan más tranquilos cuando nadie grita."],
  ["Steve Marsh", 3],
  ["Ignacio Fuentes", 4],
  ["Victor Lindgren", 4, "The line for spectators on Field 3 is too close to the bench."],
  ["Rosa Delgado", 5],
  ["Thomas Okafor", 4],
  ["Hannah Schultz", 2],
  ["Fatima Haddad", 4],
  ["Raj Patel", 5],
];

const pulses: DemoPulse[] = [
  { sentDaysAgo: 88, closedDaysAgo: 74, answers: first },
  { sentDaysAgo: 31, closedDaysAgo: 17, answers: second },
];

/** Writes two closed questions to all parents, and the referees of two seasons, by the product's own functions. */
export async function writePulses(tx: ClubTx, club: DemoClub, timezone: string): Promise<void> {
  for (const pulse of pulses) await writePulse(tx, pulse, { by: club.contact, timezone });
  await writeReferees(tx, club.contact, dateAt(now(), timezone));
  // Its mails were sent long ago.
  await tx.deleteFrom("outbox").execute();
}

async function writePulse(
  tx: ClubTx,
  { sentDaysAgo, closedDaysAgo, answers }: DemoPulse,
  { by, timezone }: { by: string; timezone: string },
): Promise<void> {
  const at = new Date(now().getTime() - sentDaysAgo * DAY_MS);
  const teams = await tx.selectFrom("teams").select("id").where("status", "=", "active").execute();
  const closesOn = dateAt(new Date(now().getTime() - closedDaysAgo * DAY_MS), timezone);
  const sent = await sendPulse(tx, { teamIds: teams.map(({ id }) => id), closesOn }, { by, at });
  if (!sent.ok) throw new Error(`The demo's pulse was not sent: ${sent.problem}`);
  const asked = await tx
    .selectFrom("pulse_invitations as i")
    .innerJoin("contacts as c", "c.id", "i.contact_id")
    .select(["i.id", "i.issue", "c.email_key"])
    .where("i.pulse_id", "=", sent.id)
    .execute();
  const byEmail = new Map(asked.map((row) => [row.email_key, row]));
  for (const [name, score, sentence = ""] of answers) {
    const link = byEmail.get(parentEmail(name));
    if (link) await answerPulse(tx, link, { score, sentence }, new Date(at.getTime() + DAY_MS));
  }
  await closePulse(tx, sent.id, { by: "", at: closingOf(closesOn, timezone) });
}

/** Writes the two seasons before the running one, each entered at its start and completed at its end. */
async function writeReferees(tx: ClubTx, by: string, today: string): Promise<void> {
  const last = seasonOf(addDays(seasonOf(today).from, -1));
  const before = seasonOf(addDays(last.from, -1));
  for (const [{ name, from, to }, started, stayed] of [
    [before, 26, 17],
    [last, 24, 19],
  ] as const) {
    const count = { season: name, firstDay: from, started };
    const at = `${from}T15:00:00.000Z`;
    const added = await addSeason(tx, { ...count, stayed: null }, { by, at });
    const season = added.ok ? await findSeason(tx, added.id) : undefined;
    if (!season) throw new Error("The demo's referees were not entered");
    const end = { ...count, stayed, version: season.version };
    await correctSeason(tx, season.id, end, { by, at: `${to}T15:00:00.000Z` });
  }
}
