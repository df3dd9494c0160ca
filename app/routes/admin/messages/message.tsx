import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { messageSchema } from "#app/domain/control/contact/contact-form.server.ts";
import { findMessage, messageVersion } from "#app/domain/control/contact/contact-messages.server.ts";
import { contactCategories, messageStates } from "#app/domain/control/contact/labels.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { saveMessage } from "#app/journeys/contact/change-message.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Message");

/** One message of the contact form, and what staff did about it (product.md#contact-messages). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const message = await findMessage(control, args.params.messageId ?? "");
  if (!message) throw notFound();
  const { id, category, name, email, subject, state, note, handled_at, first_name, last_name } = message;
  return json({
    ...{ id, category, name, email, subject, state, note },
    paragraphs: message.message.split(/\n+/),
    when: formatMoment(message.created_at, "UTC"),
    handled: handled_at
      ? `${[first_name, last_name].filter(Boolean).join(" ") || "Somebody"}, ${formatMoment(handled_at, "UTC")}`
      : null,
    version: messageVersion(message),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_clubs");
  const messageId = args.params.messageId ?? "";
  if (!(await findMessage(control, messageId))) throw notFound();
  const reading = await readForm(args.request, messageSchema);
  if (!reading.ok) return reading.answer;
  const result = await saveMessage(control, messageId, { form: reading.value, adminId: admin.id });
  if (result.ok) return redirectWith("/admin/messages", "Message saved.");
  if (result.problem === "not-found") throw notFound();
  const { state, note } = reading.value;
  return reading.refuseStale({
    version: messageVersion(result.stored),
    differences: differencesOf({ state, note }, result.stored, {
      state: { label: "State", read: (value) => messageStates[value] },
      note: { label: "Note" },
    }),
  });
}

const states = Object.entries(messageStates).map(([value, label]) => ({ value, label }));

export default function Message() {
  const message = useLoaderData<typeof loader>();
  const answer = `mailto:${encodeURIComponent(message.email)}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`;
  return (
    <AdminPage title={message.subject} lead={<a href="/admin/messages">All messages</a>}>
      <Facts
        facts={[
          ["From", message.name],
          ["Email", message.email],
          ["Category", contactCategories[message.category]],
          ["Received", `${message.when}`],
          ["Last change", message.handled ?? "None yet"],
        ]}
      />
      <blockquote className="card">
        {message.paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text, which never move
          <p key={index}>{paragraph}</p>
        ))}
      </blockquote>
      <Buttons>
        <ButtonLink href={answer}>Answer by Email</ButtonLink>
      </Buttons>
      <PostForm>
        <Version value={message.version} />
        <RadioField name="state" label="State" choices={states} value={message.state} required />
        <TextArea
          name="note"
          label="Note"
          hint="For your colleagues. The sender never sees it"
          value={message.note}
          rows={4}
          maxLength={2000}
        />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </PostForm>
    </AdminPage>
  );
}
