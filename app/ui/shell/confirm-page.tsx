import type { ReactNode } from "react";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "./club-shell.tsx";
import type { Crumb } from "./page-head.tsx";

/** Asks 'are you sure': consequences, one button, and the way back. */
export function ConfirmPage(props: {
  title: string;
  lead?: string;
  crumbs: Crumb[];
  /** Consequences, above the form. */
  children?: ReactNode;
  /** Fields of the form besides its buttons. */
  fields?: ReactNode;
  /** Version of the stored values that the question is about. */
  version?: string;
  /** Address that the form posts to, if not its own page. */
  action?: string;
  /** Subject of the question, beside the form. */
  beside?: ReactNode;
  /** Reason why it cannot be done, shown instead of the form; then `back` is the only link. */
  instead?: { title: string; text: ReactNode; back: string } | null;
  submit: ReactNode;
  look?: "primary" | "danger";
  back: string;
  keep?: string;
}) {
  const { version, beside, instead } = props;
  const form = (
    <PostForm action={props.action}>
      {version === undefined ? null : <Version value={version} />}
      {props.fields}
      <FormButtons submit={props.submit} look={props.look} back={props.back} keep={props.keep} />
    </PostForm>
  );
  return (
    <ClubPage title={props.title} lead={props.lead} crumbs={props.crumbs}>
      {props.children}
      {instead ? (
        <>
          <Notice title={instead.title}>
            <p>{instead.text}</p>
          </Notice>
          <ButtonLink href={props.back}>{instead.back}</ButtonLink>
        </>
      ) : beside ? (
        <div className="beside">
          {form}
          {beside}
        </div>
      ) : (
        form
      )}
    </ClubPage>
  );
}
