import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { describeVerification, type Verification } from "#app/domain/control/verification/describe.server.ts";
import { documentProblems } from "#app/domain/control/verification/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { readUploads } from "#app/forms/read-uploads.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { MOST_DOCUMENTS, type Sent, sendDocuments } from "#app/journeys/verification/documents.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { FileField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Verification");

const MAX_BYTES = 50 * 1024 * 1024;
/** Longest message after a redirect. */
const MOST_LETTERS = 400;

/** Collects proof of a club's number of players (product/verification.md#verification). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  if (!row) throw notFound();
  return describeVerification(control, row);
}

/** Takes documents: invalid ones are refused by name, the others are stored. */
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

/** Names the refused documents. If others were stored, the page is loaded again and lists them. */
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

const LEADS = {
  pending: "Show us how many players your club has. Your club is open meanwhile.",
  in_progress: "We have your documents. A person looks at them within about 24 hours.",
  verified: "Your number of players is verified. There is nothing more to do.",
  needs_adjustment: "Your players need a larger package. The difference is on your billing page.",
} as const;

const LEAD_AGAIN = "Show us how many players your club has this year. Your club is open meanwhile.";

export default function ClubVerification() {
  const verification = useLoaderData<typeof loader>();
  const { view, label, progress, number, reason, open, again, documents, playersBefore } = verification;
  return (
    <ClubPage
      title="Player Count Verification"
      lead={playersBefore !== null && open ? LEAD_AGAIN : LEADS[view]}
      actions={
        <ButtonLink href={href("/dashboard")} look="quiet">
          Back to Dashboard
        </ButtonLink>
      }
    >
      <div className="beside">
        <div>
          <p>
            <Status kind={kinds[view]}>{label}</Status>{" "}
            {number ? <span className="muted">{number}</span> : null}
          </p>
          <p>
            <progress max={100} value={progress} aria-label="Progress of the verification">
              {progress}%
            </progress>{" "}
            {progress}%
          </p>
          {reason ? (
            <Notice tone="bad" title="We need other documents">
              <p>{reason}</p>
            </Notice>
          ) : null}
          {view === "needs_adjustment" ? (
            <Notice tone="minor" title="Billing Adjustment Required">
              <p>
                Your documents show {pluralize(verification.players, "player")}.{" "}
                <a href={href("/club/billing")}>See the invoice for the difference</a>.
              </p>
            </Notice>
          ) : null}
          {again ? (
            <Notice title="Has your number of players changed?">
              <p>
                Once in each paid year you can have it verified again. Your package follows: for a smaller one
                we refund the difference, for a larger one you get an invoice. Until we have decided, nothing
                changes; without new documents, nothing changes at all.
              </p>
            </Notice>
          ) : null}
          {open && playersBefore !== null ? (
            <p>{pluralize(playersBefore, "player")} are verified, and count until we have decided anew.</p>
          ) : null}
          {open || again ? <Upload wanted={open} /> : null}
          <section aria-labelledby="documents">
            <h2 id="documents">Your documents</h2>
            <Documents documents={documents} open={open} />
          </section>
          {open && documents.length > 0 ? (
            <ButtonForm action={href("/verification/submission")}>
              <p>From here on nothing can be changed until we have decided.</p>
              <Buttons>
                <SubmitButton>Submit for Review</SubmitButton>
              </Buttons>
            </ButtonForm>
          ) : null}
        </div>
        <Side verification={verification} />
      </div>
    </ClubPage>
  );
}

const kinds = {
  pending: "act",
  in_progress: "plain",
  verified: "done",
  needs_adjustment: "act",
} as const;

/** @param props.wanted whether we wait for documents */
function Upload({ wanted }: { wanted: boolean }) {
  return (
    <section aria-labelledby="upload">
      <h2 id="upload">
        Document Upload <Badge>{wanted ? "Recommended" : "If it has changed"}</Badge>
      </h2>
      <p>
        A roster or a registration list that shows the number of players. Names may be blacked out. Uploading
        takes about 5 minutes, our manual verification about 24 hours.
      </p>
      <PostForm encType="multipart/form-data">
        <FileField
          name="documents"
          label="Documents"
          hint="PDF, Word or Excel (.pdf, .doc, .docx, .xls, .xlsx), without macros, at most 50 MB each. Only your club’s administrators and our reviewers can open them; we delete them 90 days after the decision."
          accept=".pdf,.doc,.docx,.xls,.xlsx"
          multiple
          required
        />
        <Buttons>
          <SubmitButton look="secondary" busy="Uploading...">
            Upload
          </SubmitButton>
        </Buttons>
      </PostForm>
    </section>
  );
}

function Documents({ documents, open }: Pick<Verification, "documents" | "open">) {
  if (documents.length === 0) return <p className="muted">None.</p>;
  return (
    <DataTable
      caption="Your documents"
      columns={[{ name: "Document" }, { name: "Size" }, { name: "Uploaded" }, { name: "Change" }]}
      rows={documents.map(({ id, name, size, day }) => ({
        key: id,
        cells: [
          <a key="name" href={href("/verification/documents/:documentId", { documentId: id })}>
            {name}
          </a>,
          size,
          day,
          open ? (
            <ButtonForm
              key="remove"
              className="inline-form"
              action={href("/verification/documents/:documentId/removal", { documentId: id })}
              confirm={`Remove ${name}?`}
            >
              <SubmitButton look="quiet">
                Remove<span className="visually-hidden"> {name}</span>
              </SubmitButton>
            </ButtonForm>
          ) : (
            "In review or decided"
          ),
        ],
      }))}
    />
  );
}

function Side({ verification }: { verification: Verification }) {
  const { clubCode, plan, players, verified, due, daysLeft, view } = verification;
  return (
    <div>
      <Card title="Your club">
        <Facts
          facts={[
            ["Club code", <strong key="code">{clubCode}</strong>],
            [
              "Sign-in",
              <a key="sign-in" href={`/club/login?code=${clubCode}`}>
                Club sign-in
              </a>,
            ],
            ["Package", plan],
            [verified ? "Players, verified" : "Players, as you estimated", count(players)],
          ]}
        />
      </Card>
      {view === "verified" ? null : (
        <Card title="Timeline">
          <Facts
            facts={[
              ["Deadline", due],
              [
                "Days remaining",
                daysLeft === 0 ? "The deadline has passed; your club stays open" : String(daysLeft),
              ],
            ]}
          />
        </Card>
      )}
      <Card title="Help">
        <p>
          No document at hand, or a question? <a href={href("/contact")}>Write to us</a>.
        </p>
      </Card>
    </div>
  );
}
