import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { templateSchema } from "#app/domain/club/seasons/forms.server.ts";
import { spanLabel } from "#app/domain/club/seasons/labels.ts";
import { saveAsTemplate } from "#app/domain/club/seasons/own-templates.server.ts";
import { MAX_OWN_TEMPLATES, nameWithoutYear, weeksOf } from "#app/domain/club/seasons/seasons.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";
import { NAME_TAKEN, TemplateForm } from "./template-form.tsx";

export const meta = () => title("Save as Template");

const form = clubForm({
  may: "seasons.manage",
  schema: templateSchema,
  keeps: { name: "Template Name", description: "Description" },
  find: openSeason,
  change: ({ ctx, found, value: { version: _, ...wanted } }) =>
    changeClub(ctx, (tx) => saveAsTemplate(tx, found, wanted)),
  problems: {
    "name-taken": NAME_TAKEN,
    "too-many": { "": `A club keeps ${MAX_OWN_TEMPLATES} templates at most. Delete one first.` },
  },
  saved: (_, { value }) => [
    "/seasons?tab=templates",
    `${value.name} is saved. Create a season from it whenever you like.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => ({
  season: { id: found.id, name: found.name },
  template: { name: nameWithoutYear(found.name), description: found.description, sport: "" },
  keeps: [
    `Its days: ${spanLabel(found, todayOf(ctx))}, ${pluralize(weeksOf(found), "week")}, in later years on the same weekdays`,
    found.allTeams ? "Its teams: all" : `Its ${pluralize(found.teamIds.length, "team")}`,
    found.plannedGames === null
      ? "No number of planned games: the season goes by the schedule"
      : `Its ${count(found.plannedGames)} planned games`,
  ],
}));

export default function SaveTemplate() {
  const { season, template, keeps } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: season.id });
  return (
    <ClubPage
      title="Save as Template"
      lead={`A pattern for later seasons, made from ${season.name}. The season stays as it is.`}
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: season.name, href: page },
        { label: "Save as Template" },
      ]}
    >
      <h2>What it keeps</h2>
      <ul>
        {keeps.map((kept) => (
          <li key={kept}>{kept}</li>
        ))}
      </ul>
      <p className="muted">Games, results, staff and rewards are not in it: ‘Copy’ takes those along.</p>
      <TemplateForm template={template} submit="Save Template" back={page} />
    </ClubPage>
  );
}
