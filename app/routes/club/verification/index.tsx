import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { describeVerification } from "#app/domain/control/verification/describe.server.ts";
import { documentProblems } from "#app/domain/control/verification/labels.ts";
import { readUploads } from "#app/forms/read-uploads.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { MOST_DOCUMENTS, type Sent, sendDocuments } from "#app/journeys/verification/documents.server.ts";
import { title } from "#app/ui/title.ts";
import { VerificationPage } from "./verification-page.tsx";

export const meta = () => title("Verification");

const MAX_BYTES = 50 * 1024 * 1024;
/** A message after a redirect holds no more. */
const MOST_LETTERS = 400;

/** Where a club shows how many players it has (product.md#verification). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  return json(await describeVerification(control, row));
}

/** Takes documents: anything else is refused by name, the others are stored. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const limits = { field: "documents", maxBytes: MAX_BYTES, maxFiles: MOST_DOCUMENTS };
  const uploads = await readUploads(args.request, limits);
  if (!uploads.ok) return refuse(formProblems[uploads.problem], uploads.problem === "no-room" ? 507 : 422);
  try {
    if (uploads.files.length === 0) return refuse("Choose at least one document");
    const sent = await sendDocuments(ctx, uploads.files);
    const refused = sent.filter((one) => !one.ok);
    if (refused.length > 0) return refuseSome(refused, sent.length - refused.length);
    const names = sent.map(({ name }) => name).join(", ");
    return redirectWith("/verification", `Uploaded: ${names}`);
  } finally {
    await uploads.discard();
  }
}

const formProblems = {
  "too-many": `At most ${MOST_DOCUMENTS} documents can be sent`,
  broken: "The upload broke off. Please choose the documents again",
  "no-room": "We have no room for the documents at the moment. Please try again later",
} as const;

function problemOf(sent: Sent): string {
  if (sent.ok) return "";
  if (sent.problem === "too-many")
    return `${sent.name} was not taken: at most ${MOST_DOCUMENTS} documents can be sent`;
  if (sent.problem === "decided")
    return `${sent.name} was not taken: the verification is in review or decided`;
  return `${sent.name} ${documentProblems[sent.problem]}`;
}

/** Names what was not taken. Where others were stored, the page is loaded anew: it lists them. */
function refuseSome(refused: readonly Sent[], taken: number) {
  const message = refused.map(problemOf).join(". ");
  if (taken === 0) return refuse(message);
  const kept = taken === 1 ? "The other document was uploaded" : `The other ${taken} were uploaded`;
  return redirectWith("/verification", `${message.slice(0, MOST_LETTERS)}. ${kept}.`, "bad");
}

function refuse(message: string, status = 422) {
  const reply: FormReply = { errors: { documents: message }, values: {} };
  return json(reply, { status });
}

export default function Verification() {
  return <VerificationPage verification={useLoaderData<typeof loader>()} />;
}
