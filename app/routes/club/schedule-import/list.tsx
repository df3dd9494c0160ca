import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { forgetNameSchema } from "#app/domain/club/imports/import-form.server.ts";
import { forgetName, listImportNames } from "#app/domain/club/imports/import-names.server.ts";
import { listImports } from "#app/domain/club/imports/imports.server.ts";
import { progressOfClub } from "#app/domain/control/imports/import-progress.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ImportList } from "#app/routes/club/imports/import-list.tsx";
import { KnownNames } from "#app/routes/club/imports/known-names.tsx";
import { listData } from "#app/routes/club/imports/list-data.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
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
  return json({
    imports: imports.map((row) => listData(row, { subject: "games", progress, timezone: ctx.club.timezone })),
    names,
  });
}

/** Takes back what was said of a name in a file. */
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
