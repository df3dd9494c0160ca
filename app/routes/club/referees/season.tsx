import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { refereeFields } from "#app/domain/club/referees/fields.ts";
import { refereeProblems } from "#app/domain/club/referees/labels.ts";
import {
  correctSeason,
  findSeason,
  historyOf,
  type RefereeCount,
  type RefereeSeason,
  refereeSchema,
} from "#app/domain/club/referees/referees.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { RefereeFields } from "./referee-fields.tsx";

export const meta = () => title("Referees of a season");

const read = (count: number | null) => (count === null ? "Not entered" : String(count));

const form = clubForm({
  may: "club.manage",
  schema: refereeSchema,
  find: (ctx, { refereesId = "" }) => findSeason(ctx.db, refereesId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => correctSeason(tx, found.id, value, { by: ctx.user.name, at: nowIso() })),
  version: versionBy<RefereeCount, RefereeSeason>(({ version }) => version, {
    season: refereeFields.season,
    firstDay: refereeFields.firstDay,
    started: { ...refereeFields.started, read },
    stayed: { ...refereeFields.stayed, read },
  }),
  problems: refereeProblems,
  saved: (_, { value }) => [href("/reports/referees"), `Referees of ${value.season} saved.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => ({
  season: found,
  history: (await historyOf(ctx.db, found.id)).map((version) => ({
    ...version,
    when: formatMoment(version.at, ctx.club.timezone),
  })),
}));

export default function RefereeSeasonPage() {
  const { season, history } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Referees of ${season.season}`}
      lead="Enter the season's end, or correct what was entered. Earlier versions stay below."
      crumbs={[
        { label: "Reports", href: href("/reports") },
        { label: "Referees", href: href("/reports/referees") },
      ]}
    >
      <PostForm>
        <Version value={season.version} />
        <RefereeFields values={season} />
        <FormButtons submit="Save" back={href("/reports/referees")} />
      </PostForm>
      <section>
        <h2>What was entered</h2>
        <DataTable
          caption="Versions, newest first"
          columns={[
            { name: "When" },
            { name: "By" },
            { name: "Season" },
            { name: "At the start", numeric: true },
            { name: "Still there", numeric: true },
          ]}
          rows={history.map((version) => ({
            key: version.version,
            cells: [version.when, version.byName, version.season, version.started, read(version.stayed)],
          }))}
        />
      </section>
    </ClubPage>
  );
}
