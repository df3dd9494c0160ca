import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  listMessages,
  MESSAGES_A_PAGE,
  messageCursorIn,
  messageCursorText,
  newMessages,
} from "#app/domain/control/contact/contact-messages.server.ts";
import {
  type ContactCategory,
  contactCategories,
  type MessageState,
  messageStates,
} from "#app/domain/control/contact/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Messages");

/** What people wrote through the contact form (product.md#contact-messages). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const search = new URL(args.request.url).searchParams;
  const state = oneOfKeys<MessageState>(messageStates, search.get("state"));
  const category = oneOfKeys<ContactCategory>(contactCategories, search.get("category"));
  const before = messageCursorIn(search.get("before"));
  const [found, waiting] = await Promise.all([
    listMessages(control, { state, category, before }),
    newMessages(control),
  ]);
  const shown = found.slice(0, MESSAGES_A_PAGE);
  const last = found.length > MESSAGES_A_PAGE ? shown.at(-1) : undefined;
  return json({
    messages: shown.map((message) => ({ ...message, when: formatMoment(message.created_at, "UTC") })),
    waiting,
    filter: { state: state ?? undefined, category: category ?? undefined },
    isFirst: before === null,
    next: last ? messageCursorText({ at: last.created_at, id: last.id }) : null,
  });
}

const oneOfKeys = <Key extends string>(labels: Record<Key, string>, text: string | null): Key | null =>
  text !== null && Object.hasOwn(labels, text) ? (text as Key) : null;

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export default function Messages() {
  const { messages, waiting, filter, isFirst, next } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Messages"
      lead={
        waiting === 0
          ? "What people wrote through the contact form. None is new."
          : `What people wrote through the contact form. ${pluralize(waiting, "message")} new.`
      }
    >
      <form method="get" action={href("/admin/messages")} className="filters" aria-label="Filters" noValidate>
        <SelectField
          name="state"
          label="State"
          required
          empty="All states"
          value={filter.state}
          choices={choicesOf(messageStates)}
        />
        <SelectField
          name="category"
          label="Category"
          required
          empty="All categories"
          value={filter.category}
          choices={choicesOf(contactCategories)}
        />
        <SubmitButton look="secondary">Show</SubmitButton>
      </form>
      <p>{pluralize(messages.length, "message")} on this page</p>
      {messages.length === 0 ? (
        <Empty
          title="No messages here"
          action={
            filter.state || filter.category || !isFirst ? (
              <a href={href("/admin/messages")}>Show all messages</a>
            ) : null
          }
        >
          <p>A message appears here as soon as somebody sends the contact form.</p>
        </Empty>
      ) : (
        <DataTable
          caption="Messages, newest first"
          columns={[
            { name: "Received (UTC)" },
            { name: "State" },
            { name: "Category" },
            { name: "From" },
            { name: "Subject", wide: true },
          ]}
          rows={messages.map((message) => ({
            key: message.id,
            cells: [
              message.when,
              <Badge key="state" strong={message.state === "new"}>
                {messageStates[message.state]}
              </Badge>,
              contactCategories[message.category],
              message.name,
              <a key="subject" href={href("/admin/messages/:messageId", { messageId: message.id })}>
                {message.subject}
              </a>,
            ],
          }))}
        />
      )}
      {isFirst && next === null ? null : (
        <nav className="pagination" aria-label="Pages">
          {isFirst ? <span /> : <ButtonLink href={href("/admin/messages", filter)}>Newest</ButtonLink>}
          {next === null ? (
            <span />
          ) : (
            <ButtonLink href={href("/admin/messages", { ...filter, before: next })}>Older</ButtonLink>
          )}
        </nav>
      )}
    </AdminPage>
  );
}
