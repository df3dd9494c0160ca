import type { ReactNode } from "react";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ParentPage, useLabels, useParentLink } from "./parent-page.tsx";

/** What the page says once there is nothing to sign. */
export interface FaceData {
  clubName: string;
  /** The moment of it on the club's clock; null where none is known. */
  at: string | null;
  paper: boolean;
  /** The link was sent again since: a newer one can be signed. */
  replaced: boolean;
  /** The club knows that a new link is wanted. */
  asked: boolean;
  /** Sent once more after it was signed. */
  already: boolean;
}

export function SignedFace({ face }: { face: FaceData }) {
  const { signed } = useLabels();
  const link = useParentLink();
  const values = { club: face.clubName, at: face.at ?? "" };
  return (
    <ParentPage title={face.already ? signed.alreadyTitle : signed.title}>
      {face.already ? (
        <Notice>
          <p>{signed.already}</p>
        </Notice>
      ) : null}
      <Notice tone="good">
        <p>{fillIn(face.paper ? signed.paper : signed.at, values)}</p>
      </Notice>
      {face.paper ? null : (
        <>
          <p>{signed.copyMailed}</p>
          <ButtonLink href={link("/parent/agreement/:token/copy.pdf")} look="primary">
            {signed.copyLink}
          </ButtonLink>
        </>
      )}
      <p>{signed.others}</p>
      <Ways>
        <a href={link("/parent/agreement/:token/data")}>{signed.dataLink}</a>{" "}
        <a href={link("/parent/agreement/:token/withdraw")}>{signed.withdrawLink}</a>
      </Ways>
    </ParentPage>
  );
}

export function ExpiredFace({ face }: { face: FaceData }) {
  const { expired } = useLabels();
  return (
    <ParentPage title={expired.title}>
      <p>
        {face.replaced ? expired.replaced : fillIn(expired.since, { at: face.at ?? "" })} {expired.kept}
      </p>
      <AskAgain face={face} quiet={face.replaced} />
      <DataLink />
    </ParentPage>
  );
}

/** Not signed, or no longer: what was said, and how to come back. */
export function EndedFace({ face, kind }: { face: FaceData; kind: "declined" | "withdrawn" }) {
  const labels = useLabels();
  const { title, at, next } = labels[kind];
  return (
    <ParentPage title={title}>
      <p>{fillIn(at, { club: face.clubName, at: face.at ?? "" })}</p>
      <p>{next}</p>
      <AskAgain face={face} quiet />
      {kind === "withdrawn" && !face.paper ? <CopyLink /> : null}
      <DataLink />
    </ParentPage>
  );
}

/** What was signed stays the parent's to read after it was withdrawn. */
function CopyLink() {
  const { signed } = useLabels();
  const link = useParentLink();
  return (
    <p>
      <a href={link("/parent/agreement/:token/copy.pdf")}>{signed.copyLink}</a>
    </p>
  );
}

export function ClosedFace({ face }: { face: FaceData }) {
  const { closed } = useLabels();
  return (
    <ParentPage title={fillIn(closed.title, { club: face.clubName })}>
      <p>{closed.next}</p>
      <DataLink />
    </ParentPage>
  );
}

export function UnknownFace() {
  const { unknown } = useLabels();
  return (
    <ParentPage title={unknown.title}>
      <p>{unknown.reasons}</p>
      <p>{unknown.next}</p>
    </ParentPage>
  );
}

/** The button that asks the club for a new link, once. */
function AskAgain({ face, quiet }: { face: FaceData; quiet?: boolean }) {
  const { expired } = useLabels();
  const club = { club: face.clubName };
  if (face.asked) {
    return (
      <Notice tone="good">
        <p role="status">{fillIn(expired.asked, club)}</p>
      </Notice>
    );
  }
  return (
    <ButtonForm>
      <Hidden name="intent" value="ask" />
      <SubmitButton look={quiet ? "secondary" : "primary"}>{fillIn(expired.ask, club)}</SubmitButton>
    </ButtonForm>
  );
}

export function DataLink() {
  const { form } = useLabels();
  const link = useParentLink();
  return (
    <p>
      <a href={link("/parent/agreement/:token/data")}>{form.dataLink}</a>
    </p>
  );
}

export const Ways = ({ children }: { children: ReactNode }) => <p className="field-ways">{children}</p>;
