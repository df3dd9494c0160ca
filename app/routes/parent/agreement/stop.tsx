import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { noteFormUsed } from "#app/journeys/agreements/open-agreement.server.ts";
import { openLink } from "#app/routes/parent/link/open-link.server.ts";
import {
  parentPageData,
  parentTitle,
  useLabels,
  useParentLink,
} from "#app/routes/parent/link/parent-page.tsx";
import { stopOrUndo } from "#app/routes/parent/link/stop-mails.server.ts";
import { StopPage } from "#app/routes/parent/link/stop-page.tsx";
import { UnknownView } from "./views.tsx";

export const handle = { bare: "parent" };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  parentTitle(data ? agreementCatalogue(data.language).stop.title : "Agreement");

/** Loads what the link stops. Opening it changes nothing: mail programs prefetch links. */
export async function loader(args: LoaderFunctionArgs) {
  const link = await openLink(args);
  const page = parentPageData(link);
  if (!link.opened) return json({ ...page, stop: null }, { status: 404 });
  const { view, contact } = link.opened;
  return { ...page, stop: { stopped: contact.mail_stopped_at !== null, toSign: view === "sign" } };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, opened } = await openLink(args);
  return stopOrUndo(
    args,
    ctx,
    opened && {
      what: "agreement reminders",
      about: opened.agreement.id,
      club: opened,
      parent: { agreementId: opened.agreement.id, contactId: opened.contact.id },
      noteUse: () => noteFormUsed(opened),
    },
  );
}

export default function StopReminders() {
  const { stop } = useLoaderData<typeof loader>();
  const words = useLabels().stop;
  const link = useParentLink();
  if (!stop) return <UnknownView />;
  const back = stop.toSign ? { text: words.sign, href: link("/parent/agreement/:token") } : null;
  return <StopPage words={words} stopped={stop.stopped} back={back} />;
}
