import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { takeBackImport } from "#app/journeys/schedule-import/import-games.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireImport } from "./open-import.server.ts";

export const meta = () => title("Undo an import");

const CLOSED = "Only the last import can be undone, and only once";
const ratedLabel = (games: number) =>
  games === 1
    ? "One of its games has been rated since: the import cannot be undone"
    : `${games} of its games have been rated since: the import cannot be undone`;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const opened = await requireImport(ctx, args.params.importId);
  if (opened.state !== "finished") throw notFound();
  const { id, file_name: fileName, added, changed } = opened.found;
  return json({
    about: { id, fileName, added, changed },
    undo: opened.undo,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const outcome = await takeBackImport(ctx, args.params.importId ?? "");
  if (!outcome) throw notFound();
  if (outcome === "undone")
    return redirectWith("/schedule", "The import is undone: your schedule is as before.");
  return reading.refuse({ "": outcome.kind === "rated" ? ratedLabel(outcome.games) : CLOSED });
}

export default function UndoImport() {
  const { about, undo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = (
    <ButtonLink href={href("/schedule/imports/:importId", { importId: about.id })}>
      Back to the import
    </ButtonLink>
  );
  return (
    <ClubPage
      title="Undo this import?"
      lead={`The file "${about.fileName}" added ${gamesLabel(about.added)} and changed ${about.changed}.`}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Import", href: href("/schedule/imports/:importId", { importId: about.id }) },
      ]}
    >
      {undo.kind === "possible" ? (
        <PostForm reply={reply}>
          <p>
            The games it added are deleted, and the games it changed go back to how they were. Nothing else
            changes.
          </p>
          {undo.edited > 0 ? (
            <Notice tone="minor" title={`${gamesLabel(undo.edited)} changed by hand since`}>
              <p>Those changes are undone, too.</p>
            </Notice>
          ) : null}
          <Buttons>
            <SubmitButton look="danger">Undo Import</SubmitButton>
            <ButtonLink href={href("/schedule/imports/:importId", { importId: about.id })} look="quiet">
              Keep the import
            </ButtonLink>
          </Buttons>
        </PostForm>
      ) : (
        <>
          <Notice title="This import stays">
            <p>{undo.kind === "rated" ? ratedLabel(undo.games) : CLOSED}.</p>
          </Notice>
          {back}
        </>
      )}
    </ClubPage>
  );
}

const gamesLabel = (number: number) => pluralize(number, "game");
