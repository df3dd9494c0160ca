import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { refereeProblems, retentionLabel } from "#app/domain/club/referees/labels.ts";
import {
  addSeason,
  listSeasons,
  refereeSchema,
  retentionOf,
} from "#app/domain/club/referees/referees.server.ts";
import { percent } from "#app/domain/club/reports/labels.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { dateAt, formatRowMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { YearsChart } from "#app/routes/club/pulse/years-chart.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { RefereeFields } from "./referee-fields.tsx";

export const handle = { extra: "pulse" };
export const meta = () => title("Referees");

const form = clubForm({
  may: "club.manage",
  schema: refereeSchema,
  change: ({ ctx, value: { version: _, ...count } }) =>
    changeClub(ctx, (tx) => addSeason(tx, count, { by: ctx.user.name, at: nowIso() })),
  problems: refereeProblems,
  saved: (_, { value }) => [href("/reports/referees"), `Referees of ${value.season} saved.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const { timezone } = ctx.club;
  const seasons = await listSeasons(ctx.db);
  const running = seasonOf(dateAt(now(), timezone));
  const known = seasons.some(({ season }) => season === running.name);
  return {
    seasons: seasons.map((season) => ({
      ...season,
      share: retentionOf(season),
      entered: formatRowMoment(season.at, timezone, now()),
    })),
    proposal: known ? null : { season: running.name, firstDay: running.from, started: null, stayed: null },
  };
});

export default function Referees() {
  const { seasons, proposal } = useLoaderData<typeof loader>();
  const { readOnly } = useShell();
  const measured = seasons.toReversed().flatMap(({ season, share }) => (share ? [{ season, ...share }] : []));
  const last = measured.at(-1);
  return (
    <ClubPage
      title="Referees"
      lead="How many referees begin a season, and how many of them still officiate at its end."
      crumbs={[{ label: "Reports", href: href("/reports") }]}
    >
      {last ? (
        <YearsChart
          answer={`${percent(last.share)} of the referees of ${last.season} stayed`}
          points={measured.map(({ season, share, low, high, part, whole }) => ({
            label: season,
            value: share,
            shown: percent(share),
            note: `${part} of ${whole}, likely ${percent(low)} to ${percent(high)}`,
            low,
            high,
          }))}
          scale={{ least: 0, most: 1, leastLabel: "0%", mostLabel: "100%" }}
          columns={{ name: "Season", value: "Stayed", note: "Referees" }}
        />
      ) : null}
      {seasons.length === 0 ? (
        <p>
          <strong>Not measured yet.</strong> Count your referees when a season begins, and enter here how many
          of them are still there when it ends.
        </p>
      ) : (
        <RowTable
          caption="Referees by season, newest first"
          columns={[
            { name: "Season", place: "name" },
            { name: "Stayed", place: "state" },
            { name: "Entered", place: "line" },
          ]}
          rows={seasons.map((season) => ({
            key: season.id,
            href: href("/reports/referees/:refereesId", { refereesId: season.id }),
            cells: [
              season.season,
              retentionLabel(season, season.share),
              `${season.byName}, ${season.entered}`,
            ],
          }))}
        />
      )}
      {readOnly ? null : (
        <section>
          <h2>Add a season</h2>
          <PostForm>
            <RefereeFields values={proposal} />
            <Buttons>
              <SubmitButton>Save</SubmitButton>
            </Buttons>
          </PostForm>
        </section>
      )}
    </ClubPage>
  );
}
