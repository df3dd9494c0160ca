import { useLoaderData } from "@remix-run/react";
import { staffForm, versionBy } from "#app/auth/form.server.ts";
import {
  findMessage,
  messageSchema,
  messageVersion,
  saveMessage,
} from "#app/domain/control/contact/contact-messages.server.ts";
import { messageFields } from "#app/domain/control/contact/fields.ts";
import { contactCategories, messageStates } from "#app/domain/control/contact/labels.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { choicesOf, RadioField, TextArea } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Message");

const inputs = inputsOf(messageFields);

/** Shows one message of the contact form, and staff's actions on it (product/pages.md#contact-messages). */
const form = staffForm({
  may: "manage_clubs",
  schema: messageSchema,
  find: ({ control }, { messageId = "" }) => findMessage(control, messageId),
  change: ({ ctx, found, value }) =>
    saveMessage(ctx.control, found.id, { form: value, adminId: ctx.admin.id }),
  version: versionBy(messageVersion, messageFields),
  saved: () => ["/admin/messages", "Message saved."],
});
export const action = form.action;
export const loader = form.loader(({ found: message }) => {
  const { id, category, name, email, subject, state, note, handled_at, first_name, last_name } = message;
  return {
    ...{ id, category, name, email, subject, state, note },
    paragraphs: message.message.split(/\n+/),
    when: formatMoment(message.created_at, "UTC"),
    handled: handled_at
      ? `${[first_name, last_name].filter(Boolean).join(" ") || "Somebody"}, ${formatMoment(handled_at, "UTC")}`
      : null,
    version: messageVersion(message),
  };
});
const states = choicesOf(messageStates);

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
        <RadioField {...inputs.state} choices={states} value={message.state} />
        <TextArea
          {...inputs.note}
          hint="For your colleagues. The sender never sees it"
          value={message.note}
          rows={4}
        />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </PostForm>
    </AdminPage>
  );
}
