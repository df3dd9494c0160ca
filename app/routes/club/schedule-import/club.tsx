import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { sidesSchema } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { gameImports } from "#app/journeys/imports/imports.server.ts";
import { importCrumbs } from "#app/routes/club/imports/subjects.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxGroup, RadioField } from "#app/ui/inputs.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Which of these are you?");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const importId = args.params.importId ?? "";
  const found = await gameImports.sides(ctx, importId);
  if (!found) throw notFound();
  return { importId, ...found };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const importId = args.params.importId ?? "";
  const reading = await readForm(args.request, sidesSchema);
  if (!reading.ok) throw notFound();
  const result = await gameImports.claimSides(ctx, importId, reading.value.side);
  if (!result.ok) throw notFound();
  return redirect(href("/schedule/imports/:importId", { importId }), 303);
}

export default function ChooseClub() {
  const { importId, fileName, sides } = useLoaderData<typeof loader>();
  if (!sides)
    return (
      <NothingToChoose
        importId={importId}
        lead={`"${fileName}" does not name both sides of its games: every row is a game of yours.`}
      />
    );
  if (sides.sides.length === 0)
    return <NothingToChoose importId={importId} lead={`Every name in "${fileName}" is a team of yours.`} />;
  const isClubs = sides.kind === "clubs";
  const choices = sides.sides.map(({ key, name, rowCount }) => ({
    value: key,
    label: name,
    hint: `in ${pluralize(rowCount, "row")}`,
  }));
  return (
    <ClubPage
      title="Which of these are you?"
      lead={
        isClubs
          ? `"${fileName}" does not use your club's name. Choose the name that it has for you; we remember it for your next file.`
          : sides.yours.length > 0
            ? `${sides.yours.join(", ")} in "${fileName}" ${sides.yours.length === 1 ? "is a team" : "are teams"} of yours already. Check the others that are yours; you match or create those teams next.`
            : `None of the names in "${fileName}" is one of your teams yet. Check the ones that are yours; you match or create them next.`
      }
      crumbs={importCrumbs("games", importId)}
    >
      <ButtonForm>
        {isClubs ? (
          <RadioField
            name="side"
            label="Your club in this file"
            value={sides.likely[0] ?? ""}
            choices={[...choices, { value: "", label: "None of these" }]}
            required
          />
        ) : (
          <CheckboxGroup
            name="side"
            label={sides.yours.length > 0 ? "More teams of yours in this file" : "Your teams in this file"}
            values={sides.likely}
            choices={choices}
            required
          />
        )}
        <Buttons>
          <SubmitButton>Continue</SubmitButton>
          <ButtonLink href="/schedule/import" look="quiet">
            Choose another file
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}

function NothingToChoose({ importId, lead }: { importId: string; lead: string }) {
  return (
    <ClubPage title="Which of these are you?" lead={lead} crumbs={importCrumbs("games", importId)}>
      <ButtonLink href={href("/schedule/imports/:importId", { importId })} look="primary">
        Back to the preview
      </ButtonLink>
    </ClubPage>
  );
}
