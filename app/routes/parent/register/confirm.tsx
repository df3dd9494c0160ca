import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openLinkedClub } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import {
  childrenOfForm,
  confirmRegistration,
  findRegistration,
} from "#app/domain/club/registrations/registrations.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { findLink } from "#app/domain/control/links/links.server.ts";
import { registrationCatalogue } from "#app/domain/values/registration-text.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ParentPage, parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { openPublicPage, pageData } from "./open-page.server.ts";
import { useRegistration } from "./pages.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(registrationCatalogue(data?.language ?? "en").confirm.title);

/** Opens the link of a confirmation email; null if it is dead. */
async function openConfirmation(args: LoaderFunctionArgs) {
  const { page, ...ctx } = await openPublicPage(args);
  const found = await findLink(ctx.control, "registration", args.params.token, now());
  const club = found.ok ? await findClub(ctx.control, found.link.club_code ?? "") : null;
  if (!found.ok || !club) return { page, ctx, opened: null };
  ctx.note({ club: club.code });
  const db = await openLinkedClub(args, ctx, { clubCode: club.code, clubColor: club.color });
  const registration = await findRegistration(db, found.link.subject_id);
  return { page, ctx, opened: registration ? { club, db, registration } : null };
}

/** Asks for one press. Opening the link changes nothing: mail programs prefetch links. */
export async function loader(args: LoaderFunctionArgs) {
  const { page, opened } = await openConfirmation(args);
  if (!opened) return json({ ...page, view: "gone" as const, children: [] }, { status: 404 });
  const view = opened.registration.status === "unconfirmed" ? ("ask" as const) : ("done" as const);
  const children = view === "ask" ? await childrenOfForm(opened.db, opened.registration.id) : [];
  return { ...pageData(page.language, opened.club.name), view, children };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, opened } = await openConfirmation(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  if (opened) {
    const { club, db, registration } = opened;
    await changeClub({ control: ctx.control, db, club }, (tx) =>
      confirmRegistration(tx, registration.id, nowIso()),
    );
    ctx.note({ event: "registration confirmed" });
  }
  return redirect(addressOf(args.request), 303);
}

export default function Confirm() {
  const { view, children } = useLoaderData<typeof loader>();
  const { labels, fill } = useRegistration();
  const { confirm } = labels;
  if (view === "gone") return <ParentPage title={confirm.goneTitle} lead={confirm.gone} />;
  if (view === "done") {
    return (
      <ParentPage title={confirm.doneTitle}>
        <Notice tone="good">
          <p role="status">{fill(confirm.done)}</p>
        </Notice>
        <p>{confirm.next}</p>
      </ParentPage>
    );
  }
  return (
    <ParentPage title={confirm.title} lead={fill(confirm.lead)}>
      <ul>
        {children.map((child) => (
          <li key={child}>{child}</li>
        ))}
      </ul>
      <ButtonForm>
        <SubmitButton>{confirm.submit}</SubmitButton>
      </ButtonForm>
      <p>{confirm.not}</p>
    </ParentPage>
  );
}
