import { href } from "#app/config/addresses.ts";
import type { Dashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { staffState } from "#app/domain/club/staff/staff.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import type { Way } from "./home.ts";

/** A first step of a new club. */
export interface Step {
  label: string;
  hint: string;
  href: string;
  /** waiting: the club has done its part and now depends on somebody else. */
  state: "done" | "next" | "waiting" | "later";
}

/** First steps of a new club, and the next one as the dashboard's headline. */
export interface GettingStarted {
  steps: Step[];
  done: number;
  next: { headline: string; lead: string; href: string; button: string; other?: Way } | null;
}

/** Lists the first steps of a club (product/pages.md#dashboard); null once all are done. */
export function gettingStarted(
  teams: Dashboard["teams"],
  staffing: Staffing,
  parents: Dashboard["parents"],
): GettingStarted | null {
  const hasTeams = teams.length > 0;
  const [lone] = [...staffing.withoutManager, ...staffing.withoutCoach];
  const toInvite = staffing.withoutManager.length > 0 ? "manager" : "coach";
  const invite = lone ? href("/teams/:teamId/invite", { teamId: lone.id, role: toInvite }) : "/teams";
  const lost = [...staffing.undelivered, ...staffing.expired];
  const facts: (Omit<Step, "state"> &
    NonNullable<GettingStarted["next"]> & { done: boolean; waiting: boolean })[] = [
    {
      label: "Add Teams",
      hint: "From your schedule's file, or one by one",
      href: "/schedule/import",
      done: hasTeams,
      waiting: false,
      headline: "Add your first team",
      lead: "Your league's schedule creates the teams that it names. By hand, a name and an age group are enough.",
      button: "Import a File (It Creates Your Teams)",
      other: { href: "/teams/new", label: "Add One by One" },
    },
    {
      label: "Invite Managers and Coaches",
      hint: staffing.pending.length > 0 ? "Invited, not joined yet" : "Their accounts are free",
      other: hasTeams ? { href: "/teams/invite", label: "Invite Several at Once" } : undefined,
      href: hasTeams ? invite : "/teams",
      done: staffing.hasJoined,
      waiting: hasTeams && !lone && lost.length === 0,
      headline: lone ? `Who leads ${lone.name}?` : "Nobody has joined yet",
      lead: lone
        ? "Invite its manager and its coach by email. They rate the sideline after each game; their accounts are free."
        : "An invitation did not arrive or has expired. Send it again from the team's page.",
      button: lone ? (toInvite === "manager" ? "Invite a Manager" : "Invite a Coach") : "See the Teams",
    },
    {
      label: "Import Schedule",
      hint: "From your league's file, or by hand",
      href: "/schedule/import",
      done: teams.some(({ hasGames }) => hasGames),
      waiting: false,
      headline: "Bring in your games",
      lead: "Import the file that your league's software exports, or add games by hand on the schedule.",
      button: "Import Schedule",
    },
    {
      label: "Add Parents, Send Agreements",
      hint: parents.added ? "Added, not sent yet" : "From a file, by QR code, or one by one",
      href: parents.added ? "/agreements" : "/advanced-import",
      done: parents.sent,
      waiting: false,
      headline: parents.added ? "Send your parents the agreement" : "Add your parents",
      lead: parents.added
        ? "Each gets one link by email, reads one page and signs for all children."
        : "Each then gets one link by email and signs your sideline agreement. Nobody is sent anything before you say so.",
      button: parents.added ? "See the Parents" : "Import Parents",
      other: parents.added ? undefined : { href: "/email-collection", label: "Other Ways" },
    },
    {
      label: "Start Rating Games",
      hint: "Coach and manager, from kick-off on",
      href: "/schedule",
      done: teams.some(({ hasRatings }) => hasRatings),
      waiting: true,
      headline: "",
      lead: "",
      button: "",
    },
  ];
  if (facts.every(({ done }) => done)) return null;
  const next = facts.find(({ done, waiting }) => !done && !waiting) ?? null;
  return {
    steps: facts.map((fact) => ({
      label: fact.label,
      hint: fact.hint,
      href: fact.href,
      state: fact.done ? "done" : fact === next ? "next" : fact.waiting && !next ? "waiting" : "later",
    })),
    done: facts.filter(({ done }) => done).length,
    next,
  };
}

interface TeamName {
  id: string;
  name: string;
}

/** Teams without a manager or a coach. */
export interface Staffing {
  /** Teams without a manager, or without a coach; invited ones count. */
  withoutManager: TeamName[];
  withoutCoach: TeamName[];
  /** Invitations whose email did not arrive. */
  undelivered: Member[];
  /** Other invitations that expired before they were accepted. */
  expired: Member[];
  /** Other invitations that are still open. */
  pending: Member[];
  hasJoined: boolean;
}

/**
 * Returns the missing staff of a club's teams at a moment (product/pages.md#dashboard).
 * @param staff members of the teams
 */
export function staffingOf(teams: readonly TeamName[], staff: readonly Member[], at: Date): Staffing {
  const lacks = (role: Member["role"]) =>
    teams.filter(({ id }) => !staff.some((member) => member.teamId === id && member.role === role));
  const undelivered = staff.filter(({ status, delivery }) => status === "pending" && isDead(delivery));
  const inState = (state: ReturnType<typeof staffState>) =>
    staff.filter((member) => staffState(member, at) === state && !undelivered.includes(member));
  return {
    withoutManager: lacks("manager"),
    withoutCoach: lacks("coach"),
    undelivered,
    expired: inState("expired"),
    pending: inState("pending"),
    hasJoined: inState("active").length > 0,
  };
}
