import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext, type RouteArgs } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { stoppableLabel } from "#app/domain/control/notifications/labels.ts";
import { mailStopSchema } from "#app/domain/control/notifications/preferences.server.ts";
import { changeStop, findMailStop, stopState } from "#app/domain/control/notifications/stop-links.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta: MetaFunction = () => title("Stop these emails");

/** Counts the request first, whatever the token: guessing tokens costs as much as a known one. */
async function openStop(args: RouteArgs & { params: { token?: string } }) {
  const { control, client, note } = await publicContext(args);
  if (!(await mayUse("mail-stop-client", client.ip))) {
    note(THROTTLED);
    throw new Response("Too many requests", { status: 429, statusText: "Too Many Requests" });
  }
  return { control, note, stop: await findMailStop(control, args.params.token ?? "") };
}

/** Loads what the link stops. Opening it changes nothing: mail programs prefetch links. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, stop } = await openStop(args);
  if (!stop) return { stop: null };
  const { clubName, kind } = stop;
  const stopped = await stopState(control, stop);
  return { stop: { clubName, label: stoppableLabel(kind), stopped } };
}

/**
 * Stops mails from the page's button, or the mail program's own 'Unsubscribe' (RFC 8058), which sends no cookie and
 * expects no redirect. The token alone is the authority.
 */
export async function action(args: ActionFunctionArgs) {
  const { control, note, stop } = await openStop(args);
  const again = redirect(href("/mail/stop/:token", { token: args.params.token ?? "unknown" }), 303);
  if (!stop) return again;
  const reading = await readForm(args.request, mailStopSchema);
  if (!reading.ok) return again;
  const { do: change, "List-Unsubscribe": oneClick } = reading.value;
  const isOneClick = oneClick === "One-Click";
  if (!change && !isOneClick) return again;
  await changeStop(control, stop, change ?? "stop-kind");
  note({ event: "mail stopped", change: change ?? "one-click", kind: stop.kind, club: stop.clubCode });
  return change ? again : new Response("Stopped", { status: 200 });
}

/** Stops one kind of a club's mails, or all of them, and undoes it, without signing in. */
export default function MailStop() {
  const { stop } = useLoaderData<typeof loader>();
  if (!stop) return <UnknownLink />;
  const { clubName, label, stopped } = stop;
  return (
    <SitePage title={stopped.all || stopped.kind ? "Emails stopped" : "Stop these emails"} width="narrow">
      {stopped.all ? (
        <>
          <Notice tone="good">
            <p>You get no more notifications of {clubName}. Mail about your account still comes.</p>
          </Notice>
          <Change name="undo-all" look="quiet">{`Undo: get emails of ${clubName} again`}</Change>
        </>
      ) : (
        <>
          {stopped.kind ? (
            <>
              <Notice tone="good">
                <p>
                  You get no more {label} of {clubName}.
                </p>
              </Notice>
              <Change name="undo-kind" look="quiet">{`Undo: get ${label} again`}</Change>
            </>
          ) : (
            <>
              <p>
                You get {label} of {clubName} by email.
              </p>
              <Change name="stop-kind">{`Stop ${label}`}</Change>
            </>
          )}
          <Change name="stop-all" look="quiet">{`Stop all emails of ${clubName}`}</Change>
        </>
      )}
      <p>
        <a href={href("/notifications")}>Choose which emails you get</a> (you sign in for it)
      </p>
    </SitePage>
  );
}

function Change(props: { name: string; look?: "quiet"; children: string }) {
  return (
    <ButtonForm className="inline-form">
      <Hidden name="do" value={props.name} />
      <SubmitButton look={props.look}>{props.children}</SubmitButton>
    </ButtonForm>
  );
}

function UnknownLink() {
  return (
    <SitePage title="Stop these emails" width="narrow">
      <Notice tone="minor">
        <p>
          This link stops nothing: it is not complete, or its account is gone. Open the link at the end of the
          email again, or sign in and choose which emails you get.
        </p>
      </Notice>
      <Buttons>
        <ButtonLink href={href("/notifications")}>Choose which emails you get</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
