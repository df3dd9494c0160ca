import { redirectWith } from "#app/auth/flash.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { inviteProblemLabels } from "#app/domain/club/staff/labels.ts";
import { teamAndCoach, teamWithCoachSchema } from "#app/domain/club/teams/forms.server.ts";
import { coachEmailLabel, nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { policyAndFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { addTeamWithCoach, listTeams } from "#app/domain/club/teams/teams.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { SettingsContext } from "./settings-context.ts";

export type TeamsTab = Awaited<ReturnType<typeof load>>;

export async function load({ db, club }: SettingsContext, _request: Request) {
  const teams = await listTeams(db, "all");
  return {
    ...(await teamSeasons(db, dateAt(now(), club.timezone))),
    former: (await policyAndFormerTeams(db, now())).former,
    teams: teams.map(({ id, name, ageGroup, gender, season, playerCount }) => ({
      id,
      name,
      ageGroup,
      gender,
      season,
      playerCount,
    })),
  };
}

export async function act(ctx: SettingsContext, request: Request): Promise<Response> {
  const reading = await readForm(request, teamWithCoachSchema);
  if (!reading.ok) return reading.answer;
  const { team, coach } = teamAndCoach(reading.value);
  if (!coach && reading.value.coachName) return reading.refuse({ coachEmail: coachEmailLabel });
  const add = (tx: Parameters<typeof addTeamWithCoach>[0]) =>
    addTeamWithCoach(tx, team, coach, ctx.user.name);
  const result = coach ? await sendInvitation(ctx, add) : await changeClub(ctx, add);
  if (!result.ok) {
    const { problem } = result;
    if (problem === "name-taken") return reading.refuse({ name: nameTakenLabel(team.season) });
    return reading.refuse(inviteProblemLabels(problem, { email: coach?.email ?? "", role: "coach" }));
  }
  const invited = coach ? ` ${coach.email} is invited as its head coach.` : "";
  return redirectWith(href("/club/settings", { tab: "teams" }), `Team ${team.name} added.${invited}`);
}
