import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  cancelClub,
  cancelClubSchema,
  describeLeaving,
} from "#app/domain/control/leaving/cancel-club.server.ts";
import { deletionLabels } from "#app/domain/control/own-data/labels.ts";
import { CurrentPasswordField } from "#app/routes/account/passwords/password-fields.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };

export const meta = () => title("Cancel the Club");

/** Asks for the user's own password before the club is cancelled (product/privacy.md#leaving). */
const form = clubForm({
  may: "club.manage",
  schema: [cancelClubSchema, { hide: ["current"] }],
  change: async ({ ctx, value }) => {
    const outcome = await cancelClub(ctx, value);
    if (outcome.ok) ctx.note({ event: "club cancelled" });
    return outcome;
  },
  problems: ({ problem }, { refuse }) =>
    problem === "locked"
      ? refuse({ "": deletionLabels[problem] }, 429)
      : { current: deletionLabels[problem] },
  saved: () => [href("/club/leave"), "The club is cancelled. An email says what happens when."],
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => describeLeaving(ctx));

export default function Cancel() {
  const { ends, erased } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title="Cancel the Club"
      lead={`The club can be used until ${ends}. On ${erased} everything of it is erased, except payments.`}
      crumbs={[{ label: "Download or Leave", href: href("/club/leave") }, { label: "Cancel the Club" }]}
      submit="Cancel the Club"
      look="danger"
      back={href("/club/leave")}
      keep="Keep the Club"
      fields={<CurrentPasswordField label="Your current password" />}
    >
      <p>
        You can take this back until the club is erased. <a href={href("/club/leave")}>Download everything</a>{" "}
        first.
      </p>
    </ConfirmPage>
  );
}
