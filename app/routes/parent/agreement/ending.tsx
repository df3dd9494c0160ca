import { useLoaderData } from "@remix-run/react";
import { REASON_MOST } from "#app/domain/club/agreements/fields.ts";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import {
  ParentPage,
  type ParentPageData,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

/** Asks for a reason, before an agreement is declined or a signature withdrawn. */
export function Ending({ kind }: { kind: "decline" | "withdraw" }) {
  const { clubName } = useLoaderData<ParentPageData>();
  const labels = useLabels();
  const link = useParentLink();
  const { title, lead, reason, reasonHint, submit, back } = labels[kind];
  const club = { club: clubName ?? "" };
  return (
    <ParentPage title={title} lead={fillIn(lead, club)}>
      <PostForm problemHeading={labels.problems.heading}>
        <TextArea
          name="reason"
          label={reason}
          hint={fillIn(reasonHint, club)}
          maxLength={REASON_MOST}
          required
        />
        <SubmitButton look={kind === "withdraw" ? "danger" : "primary"}>{fillIn(submit, club)}</SubmitButton>
      </PostForm>
      <p>
        <a href={link("/parent/agreement/:token")}>{back}</a>
      </p>
    </ParentPage>
  );
}
