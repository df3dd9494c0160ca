import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { stopRemindersSchema } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { isOpen } from "#app/domain/club/pulse/answers.server.ts";
import { maySendAgreementForm } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { fillIn } from "#app/domain/values/agreement-text/catalogue.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { stopParentMails } from "#app/journeys/pulse/stop-mails.server.ts";
import { ParentPage, parentTitle } from "#app/routes/parent/agreement/parent-page.tsx";
import { UnknownView } from "#app/routes/parent/agreement/views.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { openLink, tooMany } from "./open-link.server.ts";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? pulseCatalogue(data.language).stop.title : "Question");

/** Says what the link stops. Opening it changes nothing: mail programs open links unasked. */
export async function loader(args: LoaderFunctionArgs) {
  const { opened, page } = await openLink(args);
  if (!opened) return json({ ...page, stop: null }, { status: 404 });
  const { contact, pulse } = opened;
  return json({ ...page, stop: { stopped: contact.mail_stopped_at !== null, open: isOpen(pulse, now()) } });
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
  const { control, db, club, agreementId, contact, invitation } = opened;
  if (!(await maySendAgreementForm(ctx.client.ip, invitation.id))) throw tooMany(ctx);
  const stopped = change !== "undo";
  await stopParentMails({ control, db, club }, { agreementId, contactId: contact.id }, stopped);
  ctx.note({ event: "pulse mails", stopped });
  return change ? again : new Response("Stopped", { status: 200 });
}

export default function StopPulseMails() {
  const { stop: view, clubName, language, token } = useLoaderData<typeof loader>();
  const { stop } = pulseCatalogue(language);
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
      {view.open ? (
        <p>
          <a href={href("/parent/pulse/:token", { token, lang: language })}>{stop.back}</a>
        </p>
      ) : null}
    </ParentPage>
  );
}
