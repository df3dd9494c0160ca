import type { ReactNode } from "react";
import { FormButtons } from "#app/ui/buttons.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "./club-shell.tsx";
import type { Crumb } from "./page-head.tsx";

/** A page that asks 'are you sure': what follows from it, one button, and the way back. */
export function ConfirmPage(props: {
  title: string;
  lead?: string;
  crumbs: Crumb[];
  /** Above the form: what follows from it. */
  children?: ReactNode;
  /** What the form holds besides its buttons. */
  fields?: ReactNode;
  /** Of the stored values that the question is about. */
  version?: string;
  submit: ReactNode;
  look?: "primary" | "danger";
  back: string;
  keep?: string;
}) {
  const { version, back, keep = "Cancel" } = props;
  return (
    <ClubPage title={props.title} lead={props.lead} crumbs={props.crumbs}>
      {props.children}
      <PostForm>
        {version === undefined ? null : <Version value={version} />}
        {props.fields}
        <FormButtons submit={props.submit} look={props.look} back={back} keep={keep} />
      </PostForm>
    </ClubPage>
  );
}
