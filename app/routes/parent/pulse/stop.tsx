import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import { isOpen } from "#app/domain/club/pulse/answers.server.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { UnknownView } from "#app/routes/parent/agreement/views.tsx";
import { openPulse } from "#app/routes/parent/link/open-link.server.ts";
import { parentPageData, parentTitle } from "#app/routes/parent/link/parent-page.tsx";
import { stopOrUndo } from "#app/routes/parent/link/stop-mails.server.ts";
import { StopPage } from "#app/routes/parent/link/stop-page.tsx";
import { now } from "#app/runtime/clock.server.ts";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? pulseCatalogue(data.language).stop.title : "Question");

/** Loads what the link stops. Opening it changes nothing: mail programs prefetch links. */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openPulse(args);
  const page = parentPageData(link);
  if (!link.opened) return json({ ...page, stop: null }, { status: 404 });
  const { contact, pulse } = link.opened;
  return { ...page, stop: { stopped: contact.mail_stopped_at !== null, open: isOpen(pulse, now()) } };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, opened } = await openPulse(args);
  return stopOrUndo(
    args,
    ctx,
    opened && {
      what: "pulse mails",
      about: opened.invitation.id,
      club: opened,
      parent: { agreementId: opened.agreementId, contactId: opened.contact.id },
    },
  );
}

export default function StopPulseMails() {
  const { stop, language, token } = useLoaderData<typeof loader>();
  const words = pulseCatalogue(language).stop;
  if (!stop) return <UnknownView />;
  const back = stop.open
    ? { text: words.back, href: href("/parent/pulse/:token", { token, lang: language }) }
    : null;
  return <StopPage words={words} stopped={stop.stopped} back={back} />;
}
