import { href } from "#app/config/addresses.ts";
import type { Dashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { FEWEST_ANSWERS, PULSE_SHOWN_DAYS } from "#app/domain/club/pulse/pulse.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { termOf } from "#app/domain/control/billing/subscriptions.server.ts";
import { RENEWAL_REMINDER_DAYS } from "#app/domain/control/clubs/club-access.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatGameTime } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { type GettingStarted, gettingStarted, type Staffing, staffingOf } from "./getting-started.ts";

/** Top of the dashboard: a sentence on what to do next, and its button. */
export interface Home {
  headline: string;
  lead: string | null;
  action: { href: string; label: string; other?: Way } | null;
  /** Further tasks, most urgent first. */
  also: Task[];
  /** A new club's first steps, until all are done. */
  steps: GettingStarted | null;
}

/** Another way to do the same. */
export interface Way {
  href: string;
  label: string;
}

/** A task: as a line of a list, and as the headline with its button. */
export interface Task {
  headline: string;
  lead: string;
  href: string;
  button: string;
}

interface Clock {
  at: Date;
  timezone: string;
}

const waits = (games: number) => `${pluralize(games, "game waits", "games wait")} for your rating`;

/** Dashboard of a read-only club: asks for nothing that could not be entered (product/billing.md#term). */
export const readOnlyHome: Home = {
  headline: "Everything can be read",
  lead: "Games, ratings and agreements are as they were. Nothing can be entered until the club is renewed.",
  action: null,
  also: [],
  steps: null,
};

/** Dashboard of staff who act for the club, whose tasks are its own people's (product/support.md#acting-for-a-club). */
export const supportHome: Home = {
  ...readOnlyHome,
  headline: "The club's dashboard",
  lead: "As its administrators see it, without what is theirs alone: sealed results, incidents, agreements, people's addresses and settings.",
};

/**
 * Builds a coach's or manager's home: the games that wait for their rating, otherwise the next game
 * (product/pages.md#dashboard).
 */
export function staffHome({ teams, work }: Dashboard, clock: Clock & { addsGames: boolean }): Home {
  const { total, games } = work.toRate;
  const [first, ...others] = games;
  if (first) {
    const also = others.map((game) => rateTask(game, clock));
    const unnamed = total - games.length;
    if (unnamed > 0) also.push(allToRate(unnamed));
    return {
      headline: waits(total),
      lead: `${whenAndWhere(first, clock)}.`,
      action: { href: href("/mobile-rating", { game: first.id }), label: "Rate This Game" },
      also,
      steps: null,
    };
  }
  const next = teams
    .flatMap((team) => (team.next ? { ...team.next, team_name: team.name } : []))
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at))[0];
  const toAdd = !next && clock.addsGames;
  return {
    headline: "Nothing to rate right now",
    lead: next
      ? `Next: ${whenAndWhere(next, clock)}. You can rate it from kick-off on.`
      : "No game is planned yet.",
    action: toAdd ? { href: "/schedule/new", label: "Add Game" } : null,
    also: [],
    steps: null,
  };
}

const rateTask = (game: Dashboard["work"]["toRate"]["games"][number], clock: Clock): Task => ({
  headline: `Rate ${gameTitle(game)}`,
  lead: when(game, clock),
  href: href("/mobile-rating", { game: game.id }),
  button: "Rate",
});

const allToRate = (games: number): Task => ({
  headline: `${pluralize(games, "more game", "more games")} to rate`,
  lead: "See them all",
  href: "/mobile-rating",
  button: "See all",
});

/**
 * Builds an administrator's home: in a new club its next step, later open tasks, worst first
 * (product/pages.md#dashboard). Never a rating, which they may not give.
 */
export function adminHome(dashboard: Dashboard, clock: Clock): Home {
  const { teams, staff, parents } = dashboard;
  const staffing = staffingOf(teams, staff, clock.at);
  const steps = gettingStarted(teams, staffing, parents);
  const tasks = adminTasks(dashboard, staffing, clock);
  const pulse = pulseTasks(parents.pulse, clock);
  const [first, ...others] = tasks;
  const also = [...others, ...pulse];
  const step = steps?.next;
  if (step && dashboard.work.incidents.total === 0) {
    const { headline, lead, button, other } = step;
    return { headline, lead, action: { href: step.href, label: button, other }, also: pulse, steps };
  }
  if (first) {
    const { headline, lead, button } = first;
    return { headline, lead, action: { href: first.href, label: button }, also, steps };
  }
  return {
    headline: dashboard.club.gamesCompleted > 0 ? "Every game is rated" : "Ready for the first game",
    lead: nextLead(dashboard, clock),
    action: null,
    also: pulse,
    steps,
  };
}

function adminTasks({ work, staff }: Dashboard, staffing: Staffing, clock: Clock): Task[] {
  const { incidents, toRate } = work;
  const tasks: Task[] = [];
  const [incident] = incidents.games;
  if (incident) {
    const several = incidents.total > 1;
    tasks.push({
      headline: several ? `${incidents.total} incidents are open` : "An incident is open",
      lead: `${several ? "The latest: " : ""}${whenAndWhere(incident, clock)}.`,
      href: several
        ? href("/incidents", { status: "open" })
        : href("/incidents/:incidentId", { incidentId: incident.incidentId ?? "" }),
      button: several ? "See the Incidents" : "Open the Case",
    });
  }
  const [undelivered] = staffing.undelivered;
  if (undelivered) {
    tasks.push({
      headline: pluralize(
        staffing.undelivered.length,
        "invitation did not arrive",
        "invitations did not arrive",
      ),
      lead: `${undelivered.email} takes no mail.`,
      href: href("/teams/:teamId/staff/:staffId/email", {
        teamId: undelivered.teamId,
        staffId: undelivered.id,
      }),
      button: "Correct the Address",
    });
  }
  const [expired] = staffing.expired;
  if (expired) {
    tasks.push({
      headline: pluralize(staffing.expired.length, "invitation has expired", "invitations have expired"),
      lead: `${expired.email}, ${staffTitle(expired)}, did not accept in time.`,
      href: href("/teams/:teamId", { teamId: expired.teamId }),
      button: "Send It Again",
    });
  }
  for (const [role, lacking] of [
    ["manager", staffing.withoutManager],
    ["coach", staffing.withoutCoach],
  ] as const) {
    const [team] = lacking;
    if (!team) continue;
    tasks.push({
      headline:
        lacking.length > 1
          ? `${lacking.length} teams have no ${role} yet`
          : `${team.name} has no ${role} yet`,
      lead: role === "coach" ? "Without one, no game gets a final score." : "Two pairs of eyes see more.",
      href: href("/teams/:teamId/invite", { teamId: team.id, role }),
      button: role === "coach" ? "Invite a Coach" : "Invite a Manager",
    });
  }
  const [unrated] = toRate.games;
  if (unrated) {
    const awaited = awaitedBy(unrated, staff);
    tasks.push({
      headline: pluralize(toRate.total, "game has no final score yet", "games have no final score yet"),
      lead: `The latest: ${whenAndWhere(unrated, clock)}, ${awaited}.`,
      href: href("/rating/waiting", { games: "no-score" }),
      button: "See Who Has Not Rated",
    });
  }
  if (staffing.pending.length > 0) {
    tasks.push({
      headline: pluralize(
        staffing.pending.length,
        "invitation is not accepted yet",
        "invitations are not accepted yet",
      ),
      lead: staffing.pending
        .map(({ email }) => email)
        .slice(0, 2)
        .join(", "),
      href: "/teams",
      button: "See the Teams",
    });
  }
  return tasks;
}

/**
 * Lists a running question to the parents, or one that closed recently with enough answers to show
 * (product/reports.md#pulse).
 */
function pulseTasks(pulse: Dashboard["parents"]["pulse"], { at, timezone }: Clock): Task[] {
  if (!pulse) return [];
  const to = { href: href("/reports/pulse/:pulseId", { pulseId: pulse.id }), button: "Open the Pulse" };
  const asked = pluralize(pulse.recipients, "parent");
  if (pulse.closedAt === null) {
    const until = formatDateInFull(new Date(pulse.closesAt), timezone);
    return [{ headline: "A parent pulse is running", lead: `${asked} asked; it closes on ${until}.`, ...to }];
  }
  const answers = pulse.answers ?? 0;
  const isRecent = at.getTime() - Date.parse(pulse.closedAt) < PULSE_SHOWN_DAYS * DAY_MS;
  if (!isRecent || answers < FEWEST_ANSWERS) return [];
  return [{ headline: "Parents have answered the pulse", lead: `${answers} of ${asked} answered.`, ...to }];
}

/**
 * Names the raters that a game without a final score waits for: the coaches under every policy, unless they have rated.
 */
function awaitedBy(game: Dashboard["work"]["toRate"]["games"][number], staff: Dashboard["staff"]): string {
  const role = game.coachRated ? "manager" : "coach";
  const there = staff.filter(
    (member) => member.teamId === game.team_id && member.role === role && member.status === "active",
  );
  if (there.length === 0) return `which has no ${role} yet`;
  return `waits for ${there.map(({ name }) => name).join(" or ")}`;
}

/** Formats a game's time without line breaks. */
const when = (game: Parameters<typeof formatGameTime>[0], { at, timezone }: Clock) =>
  formatGameTime(game, timezone, at).replaceAll(" ", "\u00a0");

const whenAndWhere = (
  game: Parameters<typeof gameTitle>[0] & Parameters<typeof formatGameTime>[0],
  clock: Clock,
) => `${gameTitle(game)}, ${when(game, clock)}`;

function nextLead({ teams }: Dashboard, clock: Clock): string {
  const [next] = teams
    .flatMap((team) => (team.next ? { ...team.next, team_name: team.name } : []))
    .sort((a, b) => a.starts_at.localeCompare(b.starts_at));
  return next ? `Next: ${whenAndWhere(next, clock)}.` : "No game is planned yet.";
}

const [REMINDED_FROM] = RENEWAL_REMINDER_DAYS;

type Term = Awaited<ReturnType<typeof termOf>>;

/** Lists what Goodside needs from the club: documents of its players, and the renewal (product/pages.md#dashboard). */
export function clubTasks(term: Term, { at, timezone }: { at: Date; timezone: string }): Task[] {
  const tasks: Task[] = [];
  const day = (moment: string) => formatDateInFull(new Date(moment), timezone);
  const left = Date.parse(term.termEndsAt) - at.getTime();
  if (left > 0 && left <= REMINDED_FROM * DAY_MS)
    tasks.push({
      headline: `Your year ends on ${day(term.termEndsAt)}`,
      lead: "Nothing renews by itself.",
      href: href("/club/billing/renew"),
      button: "Renew",
    });
  const { verification, verificationDueAt } = term;
  if (verification === "rejected")
    tasks.push({
      headline: "Your players could not be verified yet",
      lead: "Our reviewers ask for another document.",
      href: href("/verification"),
      button: "Send Another Document",
    });
  else if (verification === null || verification === "pending")
    tasks.push({
      headline: "Show how many players your club has",
      lead:
        Date.parse(verificationDueAt) > at.getTime()
          ? `A roster or a registration list, until ${day(verificationDueAt)}.`
          : `A roster or a registration list. It was due on ${day(verificationDueAt)}.`,
      href: href("/verification"),
      button: "Upload a Document",
    });
  return tasks;
}
