import { json } from "@remix-run/node";
import type { z } from "zod";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { inviteListSchema } from "#app/domain/club/staff/forms.server.ts";
import {
  type InvitedRole,
  invitedRoles,
  type ListedPerson,
  MOST_INVITED,
  readInvitationList,
  staffRoleOf,
} from "#app/domain/club/staff/invitation-list.ts";
import {
  type InvitationFields,
  inviteAll,
  problemsOfList,
} from "#app/domain/club/staff/invitations.server.ts";
import { inviteProblemLabels, severalDailyLimitLabel } from "#app/domain/club/staff/labels.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { distinctTeamLabels, teamNameKey } from "#app/domain/club/teams/teams.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { emailAddress, optionalLine } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { may } from "#app/permissions/club-permissions.ts";

/** Lists the teams to whose staff the user may invite, and their choices. */
export async function invitableTeams({ db, user }: ClubContext) {
  const teams = await listTeams(db, managedTeams(user));
  const labels = distinctTeamLabels(
    teams.map(({ id, name, season }) => ({ teamId: id, teamName: name, season })),
  );
  return { teams, choices: teams.map(({ id }, index) => ({ value: id, label: labels[index] ?? "" })) };
}

/** Finds a team by its name as lists spell it; two teams of one name are ambiguous. */
function teamFinder(teams: readonly { id: string; name: string }[]) {
  const ids = new Map<string, string | null>();
  for (const { id, name } of teams) {
    const key = teamNameKey(name);
    ids.set(key, ids.has(key) ? null : id);
  }
  return (cell: string) => ids.get(teamNameKey(cell)) ?? null;
}

type Form = z.output<typeof inviteListSchema>;
type Result = { ok: true; summary: string } | { ok: false; answer: Response };

/**
 * Parses a pasted list into lines to check, goes back to the list, or invites everybody on the lines. If one line has a
 * problem, nobody is invited (product/teams.md#inviting-several-people).
 */
export async function actOnList(ctx: ClubContext, request: Request): Promise<Result> {
  const reading = await readForm(request, inviteListSchema, {
    asks: (posted) => posted.get("intent") === "send",
  });
  if (!reading.ok) return reading;
  const { intent, list, role, team } = reading.value;
  const written = { list, role, team };
  if (intent === "edit") return show(written, {});
  const { teams } = await invitableTeams(ctx);
  if (intent === "read") {
    const people = readInvitationList(list, teamFinder(teams));
    if (people.length === 0) return show(written, { list: "Enter at least one email address" }, 422);
    if (people.length > MOST_INVITED)
      return show(
        written,
        { list: `At most ${MOST_INVITED} people at a time: this list has ${people.length}` },
        422,
      );
    const usual = {
      role: may(ctx.user.role, "teams.manage") || role !== "manager" ? role : "head",
      team,
    } as const;
    const lines = people.map((person) => lineOf(person, usual));
    const { errors: all } = await check(ctx, lines, teams);
    // A team is chosen on the next page; until then, none is missing.
    const errors = Object.fromEntries(Object.entries(all).filter(([, message]) => message !== CHOOSE_A_TEAM));
    const values = { ...written, ...valuesOf(lines) };
    return show(values, errors, Object.keys(errors).length > 0 ? 422 : 200);
  }
  const lines = linesOf(reading.value);
  const { invitations, errors } = await check(ctx, lines, teams);
  if (Object.keys(errors).length > 0) return { ok: false, answer: reading.refuse(errors) };
  if (invitations.length === 0) return show(written, { list: "Nobody is left on the list" }, 422);
  const result = await sendInvitation(
    ctx,
    (tx) =>
      inviteAll(
        tx,
        invitations.map(({ invitation }) => invitation),
      ),
    invitations.length,
  );
  if (result.ok) return { ok: true, summary: `${pluralize(result.invited, "invitation")} sent successfully` };
  if (result.problem === "daily-limit")
    return { ok: false, answer: reading.refuse({ "": severalDailyLimitLabel(invitations.length) }) };
  return { ok: false, answer: reading.refuse(labelsOf(result.problems, invitations)) };
}

const show = (values: FormReply["values"], errors: FormReply["errors"], status = 200): Result => ({
  ok: false,
  answer: json<FormReply>({ values, errors }, { status }),
});

/** A typed line of the page. */
interface Line {
  number: number;
  name: string;
  email: string;
  role: string;
  team: string;
}

const lineOf = (
  { name, email, role, teamId }: ListedPerson,
  usual: { role: InvitedRole; team: string },
): Omit<Line, "number"> => ({ name, email, role: role ?? usual.role, team: teamId ?? usual.team });

const valuesOf = (lines: readonly Omit<Line, "number">[]) =>
  Object.fromEntries(
    lines.flatMap((line, number) =>
      Object.entries(line).map(([field, value]) => [`${field}-${number}`, value]),
    ),
  );

/** Returns the lines of a sent form, without emptied ones. */
function linesOf(form: Form): Line[] {
  const typed = form as Record<string, string>;
  return Array.from({ length: MOST_INVITED }, (_, number) => {
    const field = (name: string) => typed[`${name}-${number}`] ?? "";
    return { number, name: field("name"), email: field("email"), role: field("role"), team: field("team") };
  }).filter(({ name, email }) => name !== "" || email !== "");
}

const CHOOSE_A_TEAM = "Choose a team";
const address = emailAddress("This line has no email address");
const name = optionalLine(80);

/** Checks lines: the invitations among them, and problems of the others, by field. */
async function check(
  ctx: ClubContext,
  lines: readonly (Omit<Line, "number"> & { number?: number })[],
  teams: readonly { id: string }[],
) {
  const errors: Record<string, string> = {};
  const invitations: { number: number; invitation: InvitationFields }[] = [];
  for (const [index, line] of lines.entries()) {
    const number = line.number ?? index;
    const email = address.safeParse(line.email);
    const named = name.safeParse(line.name);
    const invited = invitedRoles.find((role) => role === line.role);
    if (!named.success) errors[`name-${number}`] = named.error.issues[0]?.message ?? "";
    if (!email.success) errors[`email-${number}`] = email.error.issues[0]?.message ?? "";
    if (!invited || (invited === "manager" && !may(ctx.user.role, "teams.manage")))
      errors[`role-${number}`] = "Choose a role";
    const team = teams.find(({ id }) => id === line.team);
    if (!team) errors[`team-${number}`] = CHOOSE_A_TEAM;
    if (named.success && email.success && invited && team && !errors[`role-${number}`]) {
      const place = { teamId: team.id, ...staffRoleOf(invited) };
      const invitation = { ...place, email: email.data, name: named.data, by: ctx.user.name };
      invitations.push({ number, invitation });
    }
  }
  const problems = await problemsOfList(
    ctx.db,
    invitations.map(({ invitation }) => invitation),
  );
  return { invitations, errors: { ...errors, ...labelsOf(problems, invitations) } };
}

/** Groups problems of the invitations by the fields of their lines. */
function labelsOf(
  problems: Awaited<ReturnType<typeof problemsOfList>>,
  invitations: readonly { number: number; invitation: InvitationFields }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, problem] of problems) {
    const found = invitations[index];
    if (!found) continue;
    const { number, invitation } = found;
    if (problem === "not-found") errors[`team-${number}`] = CHOOSE_A_TEAM;
    else if (problem === "manager-there")
      errors[`team-${number}`] =
        "This team has a manager, or one is invited. Open the team's page to replace them.";
    else Object.assign(errors, { [`email-${number}`]: inviteProblemLabels(problem, invitation).email });
  }
  return errors;
}
