import type { ReactNode } from "react";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { ParentPage, useLabels, useParentLink } from "#app/routes/parent/link/parent-page.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";

/** Data of the page once there is nothing to sign. */
export interface ViewDetails {
  clubName: string;
  /** Time of it on the club's clock; null if unknown. */
  at: string | null;
  paper: boolean;
  /** True if the link was sent again since: a newer one can be signed. */
  replaced: boolean;
  /** True if the club knows that a new link is wanted. */
  asked: boolean;
  /** True if it was sent once more after it was signed. */
  already: boolean;
  /** Letters that the PDF copy cannot show. */
  missing: string[];
  /** Children added after the signature, once the club has asked about them. */
  later: { id: string; label: string; addedOn: string; confirmedOn: string | null }[];
  /** End of the period in which a parent who declined may still sign at this link; null if a new link is needed. */
  reopenUntil: string | null;
}

export function SignedView({ details }: { details: ViewDetails }) {
  const { signed } = useLabels();
  const link = useParentLink();
  const values = { club: details.clubName, at: details.at ?? "" };
  return (
    <ParentPage title={details.already ? signed.alreadyTitle : signed.title}>
      {details.already ? (
        <Notice>
          <p>{signed.already}</p>
        </Notice>
      ) : null}
      <Notice tone="good">
        <p>{fillIn(details.paper ? signed.paper : signed.at, values)}</p>
      </Notice>
      <LaterChildren details={details} />
      {details.paper ? null : (
        <>
          <p>{signed.copyMailed}</p>
          {details.missing.length > 0 ? (
            <p>{fillIn(signed.copyMissing, { letters: details.missing.join(" ") })}</p>
          ) : null}
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

/**
 * Lists children added after the signature, with one button for all of them
 * (product/agreements.md#added-after-a-signature).
 */
function LaterChildren({ details: { later, clubName } }: { details: ViewDetails }) {
  const { signed } = useLabels();
  if (later.length === 0) return null;
  const open = later.filter(({ confirmedOn }) => confirmedOn === null);
  return (
    <section>
      <h2>{signed.laterHeading}</h2>
      {open.length > 0 ? <p>{fillIn(signed.laterLead, { club: clubName })}</p> : null}
      <ul>
        {later.map(({ id, label, addedOn, confirmedOn }) => (
          <li key={id}>
            {fillIn(confirmedOn ? signed.laterConfirmed : signed.laterChild, {
              child: label,
              at: confirmedOn ?? addedOn,
            })}
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <ButtonForm>
          <Hidden name="intent" value="confirm" />
          {open.map(({ id }) => (
            <Hidden key={id} name="child" value={id} />
          ))}
          <SubmitButton>{signed.laterSubmit}</SubmitButton>
        </ButtonForm>
      ) : null}
    </section>
  );
}

export function ExpiredView({ details }: { details: ViewDetails }) {
  const { expired } = useLabels();
  return (
    <ParentPage title={expired.title}>
      <p>
        {details.replaced ? expired.replaced : fillIn(expired.since, { at: details.at ?? "" })} {expired.kept}
      </p>
      <AskAgain details={details} quiet={details.replaced} />
      <DataLink />
    </ParentPage>
  );
}

/** Shows a declined or withdrawn agreement: the parent's words, and how to come back. */
export function EndedView({ details, kind }: { details: ViewDetails; kind: "declined" | "withdrawn" }) {
  const labels = useLabels();
  const { title, at, next } = labels[kind];
  return (
    <ParentPage title={title}>
      <p>{fillIn(at, { club: details.clubName, at: details.at ?? "" })}</p>
      <p>{next}</p>
      {details.reopenUntil ? <Reopen until={details.reopenUntil} /> : <AskAgain details={details} quiet />}
      {kind === "withdrawn" && !details.paper ? <CopyLink /> : null}
      <DataLink />
    </ParentPage>
  );
}

/** Shows the button of a parent who declined and changes their mind. */
function Reopen({ until }: { until: string }) {
  const { declined } = useLabels();
  return (
    <>
      <p>{fillIn(declined.change, { until })}</p>
      <ButtonForm>
        <Hidden name="intent" value="reopen" />
        <SubmitButton look="secondary">{declined.reopen}</SubmitButton>
      </ButtonForm>
    </>
  );
}

/** Links the signed copy, which the parent may read even after withdrawing. */
function CopyLink() {
  const { signed } = useLabels();
  const link = useParentLink();
  return (
    <p>
      <a href={link("/parent/agreement/:token/copy.pdf")}>{signed.copyLink}</a>
    </p>
  );
}

export function ClosedView({ details }: { details: ViewDetails }) {
  const { closed } = useLabels();
  return (
    <ParentPage title={fillIn(closed.title, { club: details.clubName })}>
      <p>{closed.next}</p>
      <DataLink />
    </ParentPage>
  );
}

export function UnknownView() {
  const { unknown } = useLabels();
  return (
    <ParentPage title={unknown.title}>
      <p>{unknown.reasons}</p>
      <p>{unknown.next}</p>
    </ParentPage>
  );
}

/** Offers to ask the club for a new link, once. */
function AskAgain({ details, quiet }: { details: ViewDetails; quiet?: boolean }) {
  const { expired } = useLabels();
  const club = { club: details.clubName };
  if (details.asked) {
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
