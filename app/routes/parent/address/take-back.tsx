import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openLinkedClub } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { findLink } from "#app/domain/control/links/links.server.ts";
import { agreementCatalogue, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { takeBackByLink } from "#app/journeys/agreements/take-address-back.server.ts";
import { ParentPage, parentTitle, useLabels } from "#app/routes/parent/link/parent-page.tsx";
import { openPublicPage, pageData } from "#app/routes/parent/register/open-page.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(agreementCatalogue(data?.language ?? "en").addressBack.title);

/** Opens the link of an email to a former address; null if it has expired. */
async function openLeftAddress(args: LoaderFunctionArgs) {
  const { page, ...ctx } = await openPublicPage(args);
  const found = await findLink(ctx.control, "address-back", args.params.token, now());
  const club = found.ok ? await findClub(ctx.control, found.link.club_code ?? "") : null;
  if (!found.ok || !club) return { page, ctx, opened: null };
  ctx.note({ club: club.code });
  args.context.clubColor = club.color;
  return { page: pageData(page.language, club.name), ctx, opened: { club, link: found.link } };
}

/** Asks for one press (product/parents.md#contacts). Opening the link changes nothing: mail programs prefetch links. */
export async function loader(args: LoaderFunctionArgs) {
  const { page, opened } = await openLeftAddress(args);
  const done = new URL(args.request.url).searchParams.get("done");
  if (done === "yes" || done === "taken") return { ...page, view: done, email: "" };
  if (!opened) return json({ ...page, view: "gone" as const, email: "" }, { status: 404 });
  return { ...page, view: "ask" as const, email: opened.link.email };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, page, opened } = await openLeftAddress(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const back = (done?: "yes" | "taken") =>
    redirect(
      href("/parent/address/:token", { token: args.params.token ?? "", lang: page.language, done }),
      303,
    );
  if (!opened) return back();
  const { club, link } = opened;
  const db = await openLinkedClub(args, ctx, { clubCode: club.code, clubColor: club.color });
  const result = await takeBackByLink({ control: ctx.control, db, club }, link);
  ctx.note({ event: "parent's address taken back", done: result.ok });
  if (!result.ok) return back(result.problem === "taken" ? "taken" : undefined);
  return back("yes");
}

export default function TakeAddressBack() {
  const { view, email, clubName } = useLoaderData<typeof loader>();
  const { addressBack: labels } = useLabels();
  const fill = (text: string) => fillIn(text, { club: clubName ?? labels.someClub });
  if (view === "gone") return <ParentPage title={labels.goneTitle} lead={labels.gone} />;
  if (view === "taken") return <ParentPage title={labels.takenTitle} lead={fill(labels.taken)} />;
  if (view === "yes") {
    return (
      <ParentPage title={labels.doneTitle}>
        <Notice tone="good">
          <p role="status">{fill(labels.done)}</p>
        </Notice>
      </ParentPage>
    );
  }
  return (
    <ParentPage title={labels.title} lead={fill(labels.lead)}>
      <p>
        <strong>{email}</strong>
      </p>
      <p>{fill(labels.after)}</p>
      <ButtonForm>
        <SubmitButton>{labels.submit}</SubmitButton>
      </ButtonForm>
      <p>{labels.not}</p>
    </ParentPage>
  );
}
