import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { askForLink } from "#app/domain/club/agreements/request-link.server.ts";
import { reopenDeclined } from "#app/domain/club/agreements/sign.server.ts";
import { agreementCatalogue, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { noteFormUsed } from "#app/journeys/agreements/open-agreement.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { openLink } from "#app/routes/parent/link/open-link.server.ts";
import {
  ParentPage,
  parentPageData,
  parentTitle,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { ErrorSummary } from "#app/ui/post-form.tsx";
import { AgreementText, Contents } from "./agreement-text.tsx";
import { loadSignPage, loadViewDetails } from "./load-page.server.ts";
import { sign } from "./sign.server.ts";
import { SignForm } from "./sign-form.tsx";
import { ClosedView, DataLink, EndedView, ExpiredView, SignedView, UnknownView } from "./views.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return parentTitle("Agreement");
  const labels = agreementCatalogue(data.language);
  if (data.view === "sign") return parentTitle(labels.text.title);
  if (data.view === "signed" && data.details.already) return parentTitle(labels.signed.alreadyTitle);
  return parentTitle(fillIn(labels[data.view].title, { club: data.clubName ?? "" }));
};

/** What the link shows (product.md#public-agreement). Opening it changes nothing: mail programs open links unasked. */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  const { opened, language } = link;
  if (!opened) return json({ ...page, view: "unknown" as const }, { status: 404 });
  if (opened.view === "sign") {
    return json({ ...page, view: "sign" as const, ...(await loadSignPage(opened, language)) });
  }
  const already = new URL(args.request.url).searchParams.has("already");
  return json({ ...page, view: opened.view, details: await loadViewDetails(opened, language, already) });
}

/** Signs, or asks the club for a new link. */
export async function action(args: ActionFunctionArgs) {
  const link = await openLink(args);
  const { opened } = link;
  const again = redirect(addressOf(args.request), 303);
  if (!opened) return again;
  const form = await postedForm(args.request);
  if (form.get("intent") === "sign") {
    const answer = await sign(link, opened, form);
    await noteFormUsed(opened);
    return answer;
  }
  if (form.get("intent") === "reopen") {
    const { db, control, agreement, club, link: opening } = opened;
    const about = { id: agreement.id, issue: opening.issue };
    await changeClub({ control, db, club }, (tx) => reopenDeclined(tx, about, nowIso()));
    return again;
  }
  if (["expired", "declined", "withdrawn"].includes(opened.view)) {
    const { db, control, agreement, club } = opened;
    await changeClub({ control, db, club }, (tx) => askForLink(tx, agreement, nowIso()));
  }
  return again;
}

export default function Agreement() {
  const data = useLoaderData<typeof loader>();
  switch (data.view) {
    case "sign":
      return <SignPage />;
    case "signed":
      return <SignedView details={data.details} />;
    case "expired":
      return <ExpiredView details={data.details} />;
    case "declined":
    case "withdrawn":
      return <EndedView details={data.details} kind={data.view} />;
    case "closed":
      return <ClosedView details={data.details} />;
    case "unknown":
      return <UnknownView />;
  }
}

/** The whole text, then the form. A refusal stands on top, where the page begins. */
function SignPage() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { form, problems } = useLabels();
  const link = useParentLink();
  if (data.view !== "sign") return null;
  return (
    <ParentPage
      title={data.title}
      lead={data.lead}
      contents
      before={<ErrorSummary reply={reply} heading={problems.heading} />}
    >
      <Contents label={form.contents} parts={[...data.parts, { id: "sign", heading: form.heading }]} />
      <p className="to-form">
        <a href="#sign">{form.toForm}</a>
      </p>
      <AgreementText parts={data.parts} />
      <SignForm data={data.form} agreeHeading={data.agreeHeading} />
      <p className="muted">{data.version}</p>
      <p>
        <a href={link("/parent/agreement/:token/decline")}>{form.declineLink}</a>
      </p>
      <DataLink />
    </ParentPage>
  );
}
