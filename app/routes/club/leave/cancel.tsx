import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { cancelClubSchema } from "#app/domain/control/clubs/cancellation-form.server.ts";
import { deletionLabels } from "#app/domain/control/own-data/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { cancelClub, describeLeaving } from "#app/journeys/leaving/cancel-club.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Cancel the Club");

/** Asks for the own password before the club is cancelled (product.md#leaving). */
export async function loader(args: LoaderFunctionArgs) {
  return json(await describeLeaving(await requireClubUser(args, "club.manage")));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const reading = await readForm(args.request, cancelClubSchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const outcome = await cancelClub(ctx, reading.value);
    if (!outcome.ok) {
      const label = deletionLabels[outcome.problem];
      if (outcome.problem === "locked") return reading.refuse({ "": label }, 429);
      return reading.refuse({ current: label });
    }
    ctx.note({ event: "club cancelled" });
    return redirectWith(href("/club/leave"), "The club is cancelled. An email says what happens when.");
  }, reading.refuse);
}

export default function Cancel() {
  const { ends, erased } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Cancel the Club"
      lead={`The club can be used until ${ends}. On ${erased} everything of it is erased, except payments.`}
      crumbs={[{ label: "Download or Leave", href: href("/club/leave") }, { label: "Cancel the Club" }]}
    >
      <p>
        You can take this back until the club is erased. <a href={href("/club/leave")}>Download everything</a>{" "}
        first.
      </p>
      <PostForm>
        <TextField
          name="current"
          label="Your current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Buttons>
          <SubmitButton look="danger">Cancel the Club</SubmitButton>
          <ButtonLink href={href("/club/leave")} look="quiet">
            Keep the Club
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
