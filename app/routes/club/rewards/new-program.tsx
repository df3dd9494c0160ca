import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { newProgramSchema, programOfForm } from "#app/domain/club/rewards/forms.server.ts";
import { programProblem } from "#app/domain/club/rewards/labels.ts";
import { createProgram } from "#app/domain/club/rewards/programs.server.ts";
import { DEFAULT_BUDGET, type ProgramFields } from "#app/domain/club/rewards/rewards.ts";
import { seasonTallies } from "#app/domain/club/seasons/season-games.server.ts";
import { listSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { currentSeason } from "#app/domain/club/seasons/seasons.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { RadioField } from "#app/ui/inputs.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { todayOf } from "./open-rewards.server.ts";
import { ProgramForm } from "./program-form.tsx";

export const meta = () => title("Create New Program");

const form = clubForm({
  may: "rewards.manage",
  schema: newProgramSchema,
  keeps: { name: "Program Name", description: "Description" },
  change: ({ ctx, value: { countsFrom, ...value } }) =>
    changeClub(ctx, (tx) =>
      createProgram(tx, programOfForm(value), todayOf(ctx), now(), countsFrom === "today"),
    ),
  problems: programProblem,
  saved: (_, { value }) => ["/rewards", `${value.name} is created. Add its rewards next.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const seasons = (await listSeasons(ctx.db)).filter(({ archivedAt }) => archivedAt === null);
  const today = todayOf(ctx);
  const current = currentSeason(
    seasons.map(({ id, startsOn: from, endsOn: to }) => ({ id, from, to })),
    today,
  );
  const running = seasons.filter(({ startsOn, endsOn }) => startsOn <= today && today <= endsOn);
  const tallies = await seasonTallies(ctx.db, running, { timezone: ctx.club.timezone, at: now() });
  const program: ProgramFields = {
    ...{ name: "", description: "", type: "team" },
    seasonId: current?.id ?? "",
    budgetCents: DEFAULT_BUDGET * 100,
  };
  return {
    soFar: running.map(
      ({ id, name }) => `${name} has ${pluralize(tallies.get(id)?.rated ?? 0, "rated game")} so far`,
    ),
    program,
    seasons: seasons.map(({ id, name }) => ({ value: id, label: name })),
  };
});

export default function NewProgram() {
  const { program, seasons, soFar } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Create New Program"
      lead="Rewards that share a season and a budget."
      crumbs={[{ label: "Rewards", href: "/rewards" }]}
    >
      <ProgramForm program={program} seasons={seasons} submit="Create Program">
        {seasons.length > 0 ? (
          <RadioField
            name="countsFrom"
            label="From when do games count?"
            required
            value="today"
            choices={[
              { value: "today", label: "From today on", hint: "What was played before earns nothing" },
              {
                value: "season",
                label: "From the season’s first day",
                hint: ["You see what was earned before it is awarded", ...soFar].join(". "),
              },
            ]}
          />
        ) : null}
      </ProgramForm>
    </ClubPage>
  );
}
