import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { programFields } from "#app/domain/club/rewards/fields.ts";
import { editedProgramSchema, programOfForm } from "#app/domain/club/rewards/forms.server.ts";
import { programProblem } from "#app/domain/club/rewards/labels.ts";
import { editProgram, type Program, programVersion } from "#app/domain/club/rewards/programs.server.ts";
import type { ProgramFields } from "#app/domain/club/rewards/rewards.ts";
import { changeWithPreview } from "#app/domain/club/rewards/start-rewards.server.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { RadioField } from "#app/ui/inputs.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openProgram, seasonChoices, todayOf } from "./open-rewards.server.ts";
import { ProgramForm } from "./program-form.tsx";

export const meta = () => title("Edit Program");

const stale = versionBy<ProgramFields, Program>(programVersion, programFields);

const form = clubForm({
  may: "rewards.manage",
  schema: editedProgramSchema,
  find: openProgram,
  change: ({ ctx, found, value: { countsFrom, ...value } }) =>
    changeClub(ctx, async (tx) => {
      const { result, asks } = await changeWithPreview(tx, { programId: found.id }, () =>
        editProgram(tx, found.id, programOfForm(value), value.version, now(), countsFrom),
      );
      return result.ok ? { ...result, asks } : result;
    }),
  version: (stored: Program, { countsFrom: _, ...value }) => stale(stored, programOfForm(value)),
  problems: programProblem,
  saved: ({ asks }, { value, found }) =>
    asks
      ? [
          href("/rewards/programs/:programId/start", { programId: found.id }),
          `${value.name} is saved, and stopped.`,
        ]
      : ["/rewards", `${value.name} is saved.`],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  if (found.archivedAt !== null) throw redirect("/rewards");
  return {
    program: found,
    version: programVersion(found),
    seasons: await seasonChoices(ctx, found.seasonId),
    since: found.countsSince === null ? null : formatDate(found.countsSince, todayOf(ctx)),
  };
});

export default function EditProgram() {
  const { program, version, seasons, since } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Edit Program"
      lead={`${program.name}. What was earned keeps its value.`}
      crumbs={[{ label: "Rewards", href: "/rewards" }]}
    >
      <ProgramForm program={program} version={version} seasons={seasons} submit="Save Program">
        <RadioField
          name="countsFrom"
          label="From when do games count?"
          required
          value="kept"
          choices={[
            {
              value: "kept",
              label: since ? `From ${since} on, as now` : "As now",
              hint: "Of another season: from today on, or from its first day where it is over",
            },
            {
              value: "season",
              label: "From the season’s first day",
              hint: "You see what was earned before it is awarded",
            },
          ]}
        />
      </ProgramForm>
    </ClubPage>
  );
}
