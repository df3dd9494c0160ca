import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { publicContext } from "#app/auth/guards.server.ts";
import { maySendContactMessage, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { emailAddress, line, oneOf, optionalParagraph } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { sendContactMessage } from "#app/journeys/contact/send-contact-message.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

const messageSchema = z.object({
  submission: line("This form is out of date. Reload the page and try again.", 60),
  name: line("Enter your name"),
  email: emailAddress(),
  category: oneOf(["sales", "support", "billing", "general"], "Choose a category"),
  subject: line("Enter a subject", 150),
  message: optionalParagraph(5000).refine((text) => text.length > 0, "Enter your message"),
});

export async function loadMessage(args: LoaderFunctionArgs) {
  await publicContext(args);
  const sent = new URL(args.request.url).searchParams.has("sent");
  return json({ view: "message" as const, sent, submission: newId() });
}

export async function submitMessage(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const reading = await readForm(args.request, messageSchema);
  if (!reading.ok) return reading.answer;
  if (!(await maySendContactMessage(client.ip))) {
    note(THROTTLED);
    return reading.refuse(
      { "": "You have sent several messages already. Please wait an hour, or write us an email." },
      429,
    );
  }
  const { submission, ...message } = reading.value;
  await sendContactMessage(control, { ...message, submission_key: submission });
  return redirect("/contact?sent=true", 303);
}
