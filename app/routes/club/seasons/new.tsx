import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { MAX_SEASON_TEAMS, seasonOfForm, seasonSchema } from "#app/domain/club/seasons/forms.server.ts";
import { seasonProblem } from "#app/domain/club/seasons/labels.ts";
import { findOwnTemplate } from "#app/domain/club/seasons/own-templates.server.ts";
import { createSeason, listSeasons, seasonTeams } from "#app/domain/club/seasons/seasons.server.ts";
import {
  proposedSeason,
  type SeasonFields,
  seasonFromOwn,
  seasonFromTemplate,
  seasonTemplates,
} from "#app/domain/club/seasons/seasons.ts";
import { isDay } from "#app/domain/values/days.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { todayOf } from "./open-season.server.ts";
import { SeasonForm, teamChoice } from "./season-form.tsx";

export const meta = () => title("Create New Season");

const form = clubForm({
  may: "seasons.manage",
  schema: [seasonSchema, { most: MAX_SEASON_TEAMS }],
  keeps: { name: "Season Name", description: "Description" },
  change: ({ ctx, value }) => changeClub(ctx, (tx) => createSeason(tx, seasonOfForm(value))),
  problems: (refused, { ctx, value }) => seasonProblem(refused, value.name, todayOf(ctx)),
  saved: ({ id }, { value }) => [href("/seasons/:seasonId", { seasonId: id }), `${value.name} is created.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams;
  const asked = query.get("template");
  const [seasons, allTeams, own] = await Promise.all([
    listSeasons(ctx.db),
    seasonTeams(ctx.db),
    asked ? findOwnTemplate(ctx.db, asked) : undefined,
  ]);
  const today = todayOf(ctx);
  const teams = allTeams.filter(({ status }) => status === "active");
  const template = seasonTemplates.find(({ id }) => id === asked);
  const days = daysOf(query);
  const proposed = own
    ? seasonFromOwn(own, today)
    : template
      ? seasonFromTemplate(template, teams.length, today)
      : days
        ? { name: seasonOf(days.startsOn).name, ...days }
        : proposedSeason(seasons, today);
  const season: SeasonFields = {
    ...{ description: "", plannedGames: null, allTeams: true, teamIds: [] },
    ...proposed,
    // The name of a template or of a period may be taken.
    name: seasons.some(({ name }) => name === proposed.name) ? "" : proposed.name,
  };
  return { season, template: own?.name ?? template?.name ?? null, teams: teams.map(teamChoice) };
});

/** Reads the days that a link asks for: those of games outside any season. */
function daysOf(query: URLSearchParams) {
  const [startsOn, endsOn] = [query.get("from") ?? "", query.get("to") ?? ""];
  return isDay(startsOn) && isDay(endsOn) && startsOn <= endsOn ? { startsOn, endsOn } : null;
}

export default function NewSeason() {
  const { season, template, teams } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Create New Season"
      lead={
        template
          ? `From the template ${template}: change what differs.`
          : "Its days decide when it runs, and which games are its own."
      }
      crumbs={[{ label: "Seasons", href: "/seasons" }]}
    >
      <SeasonForm season={season} teams={teams} submit="Create Season" back="/seasons" />
    </ClubPage>
  );
}
