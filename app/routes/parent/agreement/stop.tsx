import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { stopRemindersSchema } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { maySendAgreementForm, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { agreementCatalogue, fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { noteFormUsed } from "#app/journeys/agreements/open-agreement.server.ts";
import { stopParentMails } from "#app/journeys/pulse/stop-mails.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { openLink } from "./open-link.server.ts";
import { ParentPage, parentPageData, parentTitle, useLabels, useParentLink } from "./parent-page.tsx";
import { UnknownView } from "./views.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? agreementCatalogue(data.language).stop.title : "Agreement");

/** Says what the link stops. Opening it changes nothing: mail programs open links unasked. */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  if (!link.opened) return json({ ...page, stop: null }, { status: 404 });
  const { view, contact } = link.opened;
  return json({ ...page, stop: { stopped: contact.mail_stopped_at !== null, toSign: view === "sign" } });
}

/**
 * A button of the page, or the mail program's own 'Unsubscribe' (RFC 8058), which sends no cookie and expects no
 * redirect. The token alone is the authority.
 */
export async function action(args: ActionFunctionArgs) {
  const { ctx, opened } = await openLink(args);
  const again = redirect(addressOf(args.request), 303);
  if (!opened) return again;
  const reading = await readForm(args.request, stopRemindersSchema);
  if (!reading.ok) return again;
  const { do: change, "List-Unsubscribe": oneClick } = reading.value;
  if (!change && oneClick !== "One-Click") return again;
  const { control, db, club, agreement } = opened;
  if (!(await maySendAgreementForm(ctx.client.ip, agreement.id))) {
    ctx.note(THROTTLED);
    throw new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
  }
  const stopped = change !== "undo";
  const parent = { agreementId: agreement.id, contactId: opened.contact.id };
  await stopParentMails({ control, db, club }, parent, stopped);
  if (change) await noteFormUsed(opened);
  ctx.note({ event: "agreement reminders", stopped });
  return change ? again : new Response("Stopped", { status: 200 });
}

export default function StopReminders() {
  const { stop: view, clubName } = useLoaderData<typeof loader>();
  const { stop } = useLabels();
  const link = useParentLink();
  if (!view) return <UnknownView />;
  const club = { club: clubName ?? "" };
  return (
    <ParentPage title={stop.title}>
      {view.stopped ? (
        <Notice tone="good">
          <p role="status">{fillIn(stop.done, club)}</p>
        </Notice>
      ) : (
        <p>{fillIn(stop.lead, club)}</p>
      )}
      <ButtonForm>
        <Hidden name="do" value={view.stopped ? "undo" : "stop"} />
        <Buttons>
          <SubmitButton look={view.stopped ? "secondary" : "primary"}>
            {view.stopped ? stop.undo : stop.submit}
          </SubmitButton>
        </Buttons>
      </ButtonForm>
      {view.toSign ? (
        <p>
          <a href={link("/parent/agreement/:token")}>{stop.sign}</a>
        </p>
      ) : null}
    </ParentPage>
  );
}
