import { redirectWith } from "#app/auth/flash.server.ts";
import { href } from "#app/config/addresses.ts";
import { inviteUserSchema } from "#app/domain/club/staff/forms.server.ts";
import { inviteStaff } from "#app/domain/club/staff/invitations.server.ts";
import {
  dailyLimitLabel,
  inviteProblemLabels,
  roleName,
  staffStateKind,
  staffStateName,
  staffTitle,
} from "#app/domain/club/staff/labels.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import { inviteAdministrator } from "#app/domain/control/administrators/admin-invitations.server.ts";
import { inviteAdminProblemLabels } from "#app/domain/control/administrators/labels.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { loadPeople } from "#app/journeys/people/people.server.ts";
import { filterPeople, type PeopleFilters, type Person, type Place } from "#app/journeys/people/people.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { SettingsContext } from "./settings-context.ts";

/** The list offers filters from this many people on. */
const FILTERS_FROM = 9;
const PAGE_SIZE = 50;

export type UsersTab = Awaited<ReturnType<typeof load>>;

export async function load(ctx: SettingsContext, request: Request) {
  const { people, teams } = await loadPeople(ctx);
  const query = new URL(request.url).searchParams;
  const filters = filtersOf(query);
  const found = filterPeople(people, filters);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(pages, Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const labels = distinctTeamLabels(
    teams.map(({ id, name, season }) => ({ teamId: id, teamName: name, season })),
  );
  const today = dateAt(now(), ctx.club.timezone);
  return {
    people: found
      .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      .map((person) => viewPerson(person, ctx, today)),
    total: people.length,
    found: found.length,
    filters,
    offersFilters: people.length >= FILTERS_FROM,
    page,
    pages,
    teams: teams.map(({ id }, index) => ({ value: id, label: labels[index] ?? "" })),
    clubCode: ctx.club.code.toUpperCase(),
  };
}

function filtersOf(query: URLSearchParams): PeopleFilters {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | "" =>
    values.find((value) => value === query.get(name)) ?? "";
  return {
    search: (query.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    role: oneOf("as", ["administrator", "manager", "coach"]),
    state: oneOf("status", ["active", "pending", "expired"]),
  };
}

function viewPerson(person: Person, { user, club }: SettingsContext, today: string) {
  return {
    id: person.id,
    name: person.name || person.email || "",
    email: person.email,
    isViewer: person.accountId === user.accountId,
    places: person.places.map(placeLabel),
    state: person.undelivered && person.state !== "active" ? "Not delivered" : staffStateName[person.state],
    kind: staffStateKind(person),
    lastSignIn: person.lastSignInAt ? formatDate(dateAt(person.lastSignInAt, club.timezone), today) : "Never",
  };
}

/** Returns 'Head Coach, Hawks (invited)'. */
export function placeLabel({ title, team, state }: Place): string {
  const label = team ? `${title}, ${team.label}` : title;
  return state === "active" ? label : `${label} (${state === "expired" ? "invitation expired" : "invited"})`;
}

export async function act(ctx: SettingsContext, request: Request): Promise<Response> {
  const reading = await readForm(request, inviteUserSchema);
  if (!reading.ok) return reading.answer;
  const { name, email, role, team, coachRole } = reading.value;
  const back = href("/club/settings", { tab: "users" });
  if (role === "administrator") {
    const result = await inviteAdministrator(ctx, { name, email });
    if (!result.ok) {
      if (result.problem === "daily-limit") return reading.refuse({ "": dailyLimitLabel });
      return reading.refuse({ email: inviteAdminProblemLabels(email)[result.problem] });
    }
    return redirectWith(back, `${roleName.club_admin} invitation sent successfully to ${email}`);
  }
  const invitation = {
    teamId: team,
    role,
    coachRole: role === "coach" ? coachRole : null,
    email,
    name,
    by: ctx.user.name,
  };
  const result = await sendInvitation(ctx, (tx) => inviteStaff(tx, invitation));
  if (!result.ok) {
    if (result.problem === "not-found") return reading.refuse({ team: "Choose a team" });
    if (result.problem === "manager-there") {
      return reading.refuse({
        team: "This team has a manager, or one is invited. Open the team's page to replace them.",
      });
    }
    return reading.refuse(inviteProblemLabels(result.problem, { email, role }));
  }
  return redirectWith(back, `${staffTitle(invitation)} invitation sent successfully to ${email}`);
}
