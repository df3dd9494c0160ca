import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { programOfForm, programSchema } from "#app/domain/club/rewards/forms.server.ts";
import { programProblem } from "#app/domain/club/rewards/labels.ts";
import { createProgram } from "#app/domain/club/rewards/rewards.server.ts";
import { DEFAULT_BUDGET, type ProgramFields } from "#app/domain/club/rewards/rewards.ts";
import { listSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { currentSeason } from "#app/domain/club/seasons/seasons.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { todayOf } from "./open-rewards.server.ts";
import { ProgramForm } from "./program-form.tsx";

export const meta = () => title("Create New Program");

const form = clubForm({
  may: "rewards.manage",
  schema: programSchema,
  keeps: { name: "Program Name", description: "Description" },
  change: ({ ctx, value }) => changeClub(ctx, (tx) => createProgram(tx, programOfForm(value), todayOf(ctx))),
  problems: programProblem,
  saved: (_, { value }) => ["/rewards", `${value.name} is created. Add its rewards next.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const seasons = (await listSeasons(ctx.db)).filter(({ archivedAt }) => archivedAt === null);
  const current = currentSeason(
    seasons.map(({ id, startsOn: from, endsOn: to }) => ({ id, from, to })),
    todayOf(ctx),
  );
  const program: ProgramFields = {
    ...{ name: "", description: "", type: "team" },
    seasonId: current?.id ?? "",
    budgetCents: DEFAULT_BUDGET * 100,
  };
  return { program, seasons: seasons.map(({ id, name }) => ({ value: id, label: name })) };
});

export default function NewProgram() {
  const { program, seasons } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Create New Program"
      lead="Rewards that share a season and a budget."
      crumbs={[{ label: "Rewards", href: "/rewards" }]}
    >
      <ProgramForm program={program} seasons={seasons} submit="Create Program" />
    </ClubPage>
  );
}
