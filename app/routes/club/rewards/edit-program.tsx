import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { programFields } from "#app/domain/club/rewards/fields.ts";
import { programOfForm, programSchema } from "#app/domain/club/rewards/forms.server.ts";
import { programProblem } from "#app/domain/club/rewards/labels.ts";
import { editProgram, type Program, programVersion } from "#app/domain/club/rewards/programs.server.ts";
import type { ProgramFields } from "#app/domain/club/rewards/rewards.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openProgram, seasonChoices } from "./open-rewards.server.ts";
import { ProgramForm } from "./program-form.tsx";

export const meta = () => title("Edit Program");

const stale = versionBy<ProgramFields, Program>(programVersion, programFields);

const form = clubForm({
  may: "rewards.manage",
  schema: programSchema,
  find: openProgram,
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => editProgram(tx, found.id, programOfForm(value), value.version)),
  version: (stored: Program, value) => stale(stored, programOfForm(value)),
  problems: programProblem,
  saved: (_, { value }) => ["/rewards", `${value.name} is saved.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  if (found.archivedAt !== null) throw redirect("/rewards");
  return {
    program: found,
    version: programVersion(found),
    seasons: await seasonChoices(ctx, found.seasonId),
  };
});

export default function EditProgram() {
  const { program, version, seasons } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Edit Program"
      lead={`${program.name}. What was earned keeps its value.`}
      crumbs={[{ label: "Rewards", href: "/rewards" }]}
    >
      <ProgramForm program={program} version={version} seasons={seasons} submit="Save Program" />
    </ClubPage>
  );
}
