import { readFile } from "node:fs/promises";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  addContacts,
  MOST_BULK_ENTRIES,
  readBulkAddresses,
} from "#app/domain/club/contacts/add-contacts.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { withMeantAddresses } from "#app/forms/people-in-text.ts";
import { ADDRESS_MEANT, askedAddresses, keptAddresses } from "#app/forms/read-form.server.ts";
import { readUpload } from "#app/forms/read-upload.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { ParentsNav } from "#app/routes/club/agreements/parents-nav.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { detectEncoding, textOf } from "#app/spreadsheets/encoding.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { FileField, TextArea } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Bulk Entry");

export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "contacts.import");
  return null;
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const result = await addBulk(ctx, args.request);
  return result.ok ? redirectWith(href("/agreements"), result.summary) : result.answer;
}

export default function Bulk() {
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Bulk Entry"
      lead="Email addresses only, from a CSV file or typed in. Names and children can follow later."
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: "Email Collection", href: "/email-collection" },
        { label: "Bulk Entry" },
      ]}
    >
      <ParentsNav />
      {reply?.summary ? (
        <Notice tone="good">
          <p role="status">{reply.summary}</p>
        </Notice>
      ) : null}
      <PostForm encType="multipart/form-data">
        <TextArea
          name="emails"
          label="Email addresses"
          rows={10}
          hint="One a line, or with commas or semicolons between them. 'Ann Cole <ann@home.example>' works, too."
        />
        <FileField
          name="file"
          label="Or a CSV file of addresses"
          hint="At most 1 MB. It is not kept. With names, children and teams, use the import on the page before."
          accept=".csv,.txt,text/csv,text/plain"
        />
        <FormButtons submit="Add Addresses" back={href("/email-collection")} />
      </PostForm>
      {reply?.rejected && reply.rejected > 0 ? (
        <p>
          {pluralize(reply.rejected, "entry", "entries")} in the field above: correct what is an address, and
          delete the rest.
        </p>
      ) : null}
    </ClubPage>
  );
}

const MAX_BYTES = 1024 * 1024;

const TOO_MANY = `At most ${count(MOST_BULK_ENTRIES)} addresses at a time: import a longer list as a file instead`;
/** Most rejected entries that are shown again; an answer of thousands would be larger than the page. */
const MOST_KEPT = 200;
const LONGEST_KEPT = 300;
const shortened = (entry: string) =>
  entry.length > LONGEST_KEPT ? `${entry.slice(0, LONGEST_KEPT)}…` : entry;
/** Returns the typed text, unless it is too long to correct by hand. */
const keepable = (typed: string) => (typed.length > MOST_BULK_ENTRIES * 50 ? "" : typed);
const rejectedMessage = (rejected: number) =>
  `${pluralize(rejected, "entry is", "entries are")} no email address: ${
    rejected > MOST_KEPT ? `the first ${MOST_KEPT} are` : "kept"
  } here to correct`;

/** A refusal that also reports what was done. */
type BulkReply = FormReply & { summary?: string; rejected?: number };

type Result = { ok: true; summary: string } | { ok: false; answer: TypedResponse<BulkReply> };

/** Adds the valid addresses, asks about mistyped ones and returns the rest (product/parents.md#email-collection). */
async function addBulk(ctx: ClubContext, request: Request): Promise<Result> {
  const upload = await readUpload(request, { name: "file", maxBytes: MAX_BYTES, store: true });
  if (!upload.ok) return refuse({ values: {}, errors: { file: "Choose a file of at most 1 MB" } });
  try {
    const entered = String(upload.form.get("emails") ?? "");
    const typed = upload.form.has(ADDRESS_MEANT) ? withMeantAddresses(entered) : entered;
    const file = upload.file ? await textOfFile(upload.file.path) : "";
    if (file === null)
      return refuse({ values: { emails: typed }, errors: { file: "Choose a CSV or text file" } });
    const read = readBulkAddresses(`${typed}\n${file}`);
    if (!read.ok) return refuse({ values: { emails: keepable(typed) }, errors: { emails: TOO_MANY } });
    const { duplicates, rejected } = read;
    const addressTyped = keptAddresses(upload.form);
    const emails = read.contacts.map(({ email }) => email);
    const asked = askedAddresses(emails, addressTyped).slice(0, MOST_KEPT);
    const unsure = new Set(asked.map((address) => address.typed));
    const contacts = read.contacts.filter(({ email }) => !unsure.has(email));
    const back = [
      ...read.contacts.filter(({ email }) => unsure.has(email)).map(entryOf),
      ...rejected.slice(0, MOST_KEPT).map(shortened),
    ];
    if (contacts.length === 0 && back.length === 0)
      return refuse({ values: {}, errors: { emails: "Enter at least one email address" } });
    const reply: BulkReply = {
      values: { emails: back.join("\n") },
      errors: rejected.length > 0 ? { emails: rejectedMessage(rejected.length) } : {},
      rejected: rejected.length,
      asked: asked.length > 0 ? asked : undefined,
      addressTyped,
    };
    if (contacts.length === 0) return refuse(reply);
    const about = { source: "manual" as const, by: ctx.user.name, at: nowIso() };
    const added = await changeClub(ctx, (tx) => addContacts(tx, contacts, about));
    const known = contacts.length - added.contacts;
    const summary = summaryOf({ added: added.contacts, known, duplicates });
    if (back.length === 0) return { ok: true, summary };
    return { ok: false, answer: json<BulkReply>({ ...reply, summary }) };
  } finally {
    await upload.discard();
  }
}

const refuse = (reply: BulkReply): Result => ({ ok: false, answer: json(reply, { status: 422 }) });

async function textOfFile(path: string): Promise<string | null> {
  const bytes = await readFile(path);
  const encoding = await detectEncoding(bytes);
  if (!encoding) return null;
  const slices: string[] = [];
  for await (const slice of textOf(bytes, encoding)) slices.push(slice);
  return slices.join("");
}

/** Formats a parent as the field accepts one. */
const entryOf = ({ name, email }: { name: string; email: string }) => (name ? `${name} <${email}>` : email);

function summaryOf({ added, known, duplicates }: { added: number; known: number; duplicates: number }) {
  const also = [
    known > 0 ? `${count(known)} on your list already` : "",
    duplicates > 0 ? `${count(duplicates)} entered twice` : "",
  ].filter(Boolean);
  return `${pluralize(added, "parent")} added${also.length > 0 ? `, ${also.join(", ")}` : ""}.`;
}
