import type { LoaderFunctionArgs } from "@remix-run/node";
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
import { contactCategories, type MessageState, messageStates } from "#app/domain/control/contact/labels.ts";
import { promisedBy, promiseText } from "#app/domain/values/day-promise.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { keyIn } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Messages");

/** Lists messages of the contact form (product/pages.md#contact-messages). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const search = new URL(args.request.url).searchParams;
  const state = keyIn(messageStates, search.get("state"));
  const category = keyIn(contactCategories, search.get("category"));
  const before = messageCursorIn(search.get("before"));
  const [found, waiting] = await Promise.all([
    listMessages(control, { state, category, before }),
    newMessages(control),
  ]);
  const shown = found.slice(0, MESSAGES_A_PAGE);
  const at = now();
  const last = found.length > MESSAGES_A_PAGE ? shown.at(-1) : undefined;
  return {
    messages: shown.map((message) => ({
      ...message,
      status: messageStatus(message, at),
      when: formatRowMoment(message.created_at, "UTC", at),
    })),
    waiting,
    filter: { state: state ?? undefined, category: category ?? undefined },
    isFirst: before === null,
    next: last ? messageCursorText({ at: last.created_at, id: last.id }) : null,
  };
}

/** Maps the message's state to a status; a new one past the promised day is overdue. */
function messageStatus(message: { state: MessageState; created_at: string }, at: Date): ShownStatus {
  const text = messageStates[message.state];
  if (message.state !== "new") return { kind: message.state === "answered" ? "done" : "plain", text };
  const promise = promiseText(promisedBy(message.created_at), at);
  return { kind: "act", text: promise.late ? promise.text : text };
}

interface ShownStatus {
  kind: StatusKind;
  text: string;
}

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
      <FilterBar
        action={href("/admin/messages")}
        count={
          <>
            {pluralize(messages.length, "message")} on this page. Times are UTC.
            {filter.state || filter.category ? (
              <>
                {" "}
                <a href={href("/admin/messages")}>Show all</a>
              </>
            ) : null}
          </>
        }
      >
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
      </FilterBar>
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
        <RowTable
          caption="Messages, newest first"
          columns={[
            { name: "Subject", place: "name" },
            { name: "State", place: "state" },
            { name: "Received", place: "left" },
            { name: "From", place: "line" },
            { name: "Category", place: "more" },
          ]}
          rows={messages.map((message) => ({
            key: message.id,
            href: href("/admin/messages/:messageId", { messageId: message.id }),
            cells: [
              message.subject,
              <Status key="state" kind={message.status.kind}>
                {message.status.text}
              </Status>,
              message.when,
              message.name,
              contactCategories[message.category],
            ],
          }))}
        />
      )}
      <PageLinks
        before={isFirst ? null : ["Newest", href("/admin/messages", filter)]}
        after={next === null ? null : ["Older", href("/admin/messages", { ...filter, before: next })]}
      />
    </AdminPage>
  );
}
