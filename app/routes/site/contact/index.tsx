import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { contactSchema } from "#app/domain/control/contact/contact-form.server.ts";
import { sendContactMessage } from "#app/domain/control/contact/contact-messages.server.ts";
import { TOO_MANY_MESSAGES } from "#app/domain/control/contact/labels.ts";
import { maySendContactMessage, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { title } from "#app/ui/title.ts";
import { ContactPage } from "./contact-page.tsx";
import { pageOfLink } from "./documented-links.ts";

export const meta = () => title("Contact");

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const query = new URL(args.request.url).searchParams;
  leaveToPageOf(query, 302);
  return json({ sent: query.has("sent"), submission: newId() });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  // 307 repeats the POST: a form that was open while its page moved here is not lost.
  leaveToPageOf(new URL(args.request.url).searchParams, 307);
  const reading = await readForm(args.request, contactSchema);
  if (!reading.ok) return reading.answer;
  if (!(await maySendContactMessage(client.ip))) {
    note(THROTTLED);
    return reading.refuse({ "": TOO_MANY_MESSAGES }, 429);
  }
  const { submission, ...message } = reading.value;
  await sendContactMessage(control, { ...message, submission_key: submission });
  return redirect("/contact?sent=true", 303);
}

/** Temporary and never stored, because the address may carry a token. @throws Response */
function leaveToPageOf(query: URLSearchParams, status: 302 | 307): void {
  const page = pageOfLink(query);
  if (page) throw redirect(page, { status, headers: { "Cache-Control": "no-store" } });
}

export default function Contact() {
  const { sent, submission } = useLoaderData<typeof loader>();
  return <ContactPage sent={sent} submission={submission} />;
}
