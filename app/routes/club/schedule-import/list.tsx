import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { forgetNameSchema } from "#app/domain/club/imports/forms.server.ts";
import { forgetName, listImportNames } from "#app/domain/club/imports/import-names.server.ts";
import { listImports } from "#app/domain/club/imports/imports.server.ts";
import { progressOfClub } from "#app/domain/control/imports/import-progress.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ImportList, listData } from "#app/routes/club/imports/import-list.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Imports");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const [imports, names, progress] = await Promise.all([
    listImports(ctx.db, "games"),
    listImportNames(ctx.db),
    progressOfClub(ctx.control, ctx.club.code),
  ]);
  return {
    imports: imports.map((row) =>
      listData(row, { subject: "games", progress, timezone: ctx.club.timezone, at: now() }),
    ),
    names,
  };
}

/** Undoes the match of a name in a file. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, forgetNameSchema);
  if (!reading.ok) throw notFound();
  const { kind, key } = reading.value;
  await changeClub(ctx, (tx) => forgetName(tx, kind, key));
  return redirectWith("/schedule/imports", "Forgotten: the next file with this name asks again.");
}

export default function Imports() {
  const { imports, names } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Imports"
      lead="The schedule files of your club: what each did, and the way to undo it."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
      actions={
        <ButtonLink href="/schedule/import" look="primary">
          Import Schedule
        </ButtonLink>
      }
    >
      <ImportList subject="games" imports={imports} />
      <KnownNames names={names} />
    </ClubPage>
  );
}

interface KnownName {
  kind: "club" | "team";
  key: string;
  name: string;
  teamName: string | null;
}

/** Lists the names that the club matched in earlier files, to undo a match. */
export function KnownNames({ names }: { names: KnownName[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <h2>Names we know from your files</h2>
      <p>You said what these names mean. Forget one, and the next file that has it asks again.</p>
      <RowTable
        caption="Names we know from your files"
        columns={[
          { name: "In the file", place: "name" },
          { name: "Actions", place: "state" },
          { name: "Is", place: "line" },
        ]}
        rows={names.map(({ kind, key, name, teamName }) => ({
          key: `${kind} ${key}`,
          cells: [
            name,
            <ButtonForm key="forget" className="inline-form">
              <Hidden name="kind" value={kind} />
              <Hidden name="key" value={key} />
              <SubmitButton look="secondary">
                Forget <span className="visually-hidden">{name}</span>
              </SubmitButton>
            </ButtonForm>,
            kind === "club" ? "Your club" : (teamName ?? "Not one of your teams"),
          ],
        }))}
      />
    </>
  );
}
