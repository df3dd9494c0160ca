import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { formatPrice, type PlanId, planOf } from "#app/domain/control/billing/plans.ts";
import { askAgain, verifiableAgain } from "#app/domain/control/verification/again.server.ts";
import { type Asked, isReview, reviewSchema } from "#app/domain/control/verification/decide.server.ts";
import { formatSize } from "#app/domain/control/verification/describe.server.ts";
import { NOTES_MAX, priorityLabels, statusLabels } from "#app/domain/control/verification/labels.ts";
import {
  reviewedClub,
  verificationHistory,
} from "#app/domain/control/verification/staff-verifications.server.ts";
import { daysLeft, priorityOf, verificationNumber } from "#app/domain/control/verification/verification.ts";
import { documentsOf } from "#app/domain/control/verification/verifications.server.ts";
import { promisedBy, promiseText } from "#app/domain/values/day-promise.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { isReadable } from "#app/journeys/verification/documents.server.ts";
import { decideClubReview } from "#app/journeys/verification/review.server.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden, PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { shownSteps, VerificationHistory } from "./history.tsx";

export const meta = () => title("Review");
export const handle = { frames: true };

/** Loads one club's documents, and the decision about them (product/verification.md#verification-center). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_verifications");
  const club = await reviewedClub(control, args.params.clubCode ?? "");
  if (!club) throw notFound();
  const documents = club.id ? await documentsOf(control, club.id) : [];
  const steps = await verificationHistory(control, club.code);
  const opensClubs = platformMay(admin.role, "manage_clubs");
  const plan = planOf(club.plan);
  const days = daysLeft(club.verification_due_at, now());
  const reviewer = [club.first_name, club.last_name].filter(Boolean).join(" ");
  const asked = new URL(args.request.url).searchParams.get("document");
  const read = documents.find((document) => document.id === asked && isReadable(document));
  return {
    clubCode: club.code,
    read: read ? { id: read.id, name: read.name } : null,
    name: club.name,
    number: club.number === null ? null : verificationNumber(club.number),
    status: club.status,
    opensClubs,
    history: shownSteps(steps, now(), opensClubs),
    club: [
      ["Contact", club.contact_name],
      ["Email", club.email],
      ["Phone", club.phone || "Not given"],
      ["Place", `${club.city}, ${club.state}`],
    ] as [string, string][],
    package: [
      ["Package", `${plan.name}, ${plan.description.toLowerCase()}`],
      ["At sign-up", `${count(club.estimated_players)} players, estimated`],
      ...(club.players_before == null
        ? []
        : [["Before", `${count(club.players_before)} players, verified`] as [string, string]]),
      ["Actual", club.actual_players === null ? "Not decided" : `${count(club.actual_players)} players`],
      ["Deadline", formatDateInFull(new Date(club.verification_due_at), "UTC")],
      ["Priority", priorityLabels[priorityOf(days)]],
      ["Status", statusLabels[club.status]],
      ["Submitted", club.submitted_at ? formatMoment(club.submitted_at, "UTC") : "Not yet"],
    ] as [string, string][],
    decision: club.reviewed_at
      ? { by: reviewer || "Somebody", at: formatMoment(club.reviewed_at, "UTC"), notes: club.notes ?? "" }
      : null,
    toDecide:
      club.status === "in_review" && club.submitted_at
        ? toDecide({ ...club, submitted_at: club.submitted_at, documents: documents.length }, now())
        : null,
    unpaid: club.unpaid === 1,
    again: (await verifiableAgain(control, club.code, now())) !== null,
    version: club.version ?? 0,
    documents: documents.map(({ id, name, type, bytes }) => ({
      id,
      name,
      type: type.toUpperCase(),
      size: formatSize(bytes),
      readable: isReadable({ type }),
    })),
  };
}

/** Lists what the reviewer has to decide, and by when, with what is known. */
function toDecide(
  club: { submitted_at: string; plan: PlanId; estimated_players: number; documents: number },
  at: Date,
) {
  const until = promisedBy(club.submitted_at);
  const { late, text } = promiseText(until, at);
  const { name, description } = planOf(club.plan);
  const documents = club.documents === 1 ? "Does the document" : `Do the ${count(club.documents)} documents`;
  return {
    late,
    title: `Decide by ${formatMoment(until.toISOString(), "UTC")}: ${text}`,
    question: `${documents} show how many players the club has, and does that number fit the ${name} package that it paid for (${description.toLowerCase()})? At sign-up it estimated ${count(club.estimated_players)}.`,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_verifications");
  const clubCode = args.params.clubCode ?? "";
  const reading = await readForm(args.request, reviewSchema);
  if (!reading.ok) return reading.answer;
  const { value: review } = reading;
  const here = href("/admin/verification/:clubCode", { clubCode });
  if (!isReview(review))
    return (await askAgain(control, clubCode, admin.id))
      ? redirectWith(here, "Asked. The club has 30 days, and reads so by email.")
      : redirectWith(here, "The club cannot be asked again now.", "bad");
  const decided = await decideClubReview(control, clubCode, { review, adminId: admin.id });
  if (decided.ok) return redirectWith(href("/admin/verification"), "Decided. The club reads it by email.");
  switch (decided.problem) {
    case "not-shown":
      return json<Confirmation>({ ...decided.asks, notes: review.notes ?? "", version: review.version });
    case "use-adjust":
      return reading.refuse({
        decision: "That number of players needs another package. Choose Adjust, which settles the price",
      });
    case "use-approve":
      return reading.refuse({
        decision: "That number of players fits the package that the club paid for. Choose Approve",
      });
    default:
      return redirectWith(
        here,
        decided.problem === "changed"
          ? "Somebody else decided, or the club changed it, while you looked. This is how it stands now."
          : "The club has not submitted its documents.",
        "bad",
      );
  }
}

/** An adjustment that is not stored yet: the reviewer sees what moves, and confirms. */
type Confirmation = Asked & { notes: string; version: number };

export default function Review() {
  const review = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply | Confirmation>();
  return reply && "shown" in reply ? (
    <ConfirmAdjustment review={review} asked={reply} />
  ) : (
    <ReviewPage review={review} />
  );
}

export type ReviewData = ReturnType<typeof useLoaderData<typeof loader>>;

function ReviewPage({ review }: { review: ReviewData }) {
  const { clubCode, name, number, status, decision, documents } = review;
  return (
    <AdminPage
      title={number ? `${number}: ${name}` : name}
      lead={<a href={href("/admin/verification")}>Verification Center</a>}
      actions={
        review.opensClubs ? (
          <>
            <ButtonLink href={href("/admin/clubs/:clubCode", { clubCode })}>Club</ButtonLink>{" "}
            <ButtonLink href={href("/admin/clubs/:clubCode/money", { clubCode })}>Money</ButtonLink>
          </>
        ) : null
      }
    >
      {review.toDecide ? (
        <Notice tone={review.toDecide.late ? "bad" : "minor"} title={review.toDecide.title}>
          <p>{review.toDecide.question}</p>
        </Notice>
      ) : null}
      {decision ? (
        <Notice title={`Decided by ${decision.by}, ${decision.at}`}>
          {decision.notes ? <p>{decision.notes}</p> : null}
          {review.unpaid ? <p>The invoice for the difference is not paid.</p> : null}
        </Notice>
      ) : null}
      <div className="beside">
        <div>
          <h2>Documents</h2>
          {documents.length === 0 ? (
            <p className="muted">The club has sent none, or they were deleted 90 days after the decision.</p>
          ) : (
            <RowTable
              caption="Documents: a PDF opens in this page, others by a download"
              columns={[
                { name: "Document", place: "name" },
                { name: "Size", place: "state" },
                { name: "Type", place: "left" },
              ]}
              rows={documents.map((document) => ({
                key: document.id,
                href: document.readable
                  ? `${href("/admin/verification/:clubCode", { clubCode, document: document.id })}#document`
                  : href("/admin/verification/:clubCode/documents/:documentId", {
                      clubCode,
                      documentId: document.id,
                    }),
                cells: [document.name, document.size, document.type],
              }))}
            />
          )}
          {review.read ? <ReadDocument clubCode={clubCode} read={review.read} /> : null}
          {status === "pending" ? (
            <p>The club has not submitted its documents for review.</p>
          ) : (
            <Decision review={review} />
          )}
          {status === "pending" || status === "rejected" ? (
            <p>
              <ButtonLink href={href("/admin/verification/:clubCode/deadline", { clubCode })}>
                Remind or Extend the Deadline
              </ButtonLink>
            </p>
          ) : null}
          {review.again ? <AskAgain review={review} /> : null}
        </div>
        <div>
          <Card title="Club">
            <Facts facts={review.club} />
          </Card>
          <Card title="Package">
            <Facts facts={review.package} />
          </Card>
        </div>
      </div>
      <VerificationHistory steps={review.history} />
    </AdminPage>
  );
}

/** Shows one document in a frame without scripts and without our origin. */
function ReadDocument({ clubCode, read }: { clubCode: string; read: { id: string; name: string } }) {
  const documentId = read.id;
  return (
    <section id="document">
      <h3>{read.name}</h3>
      <p className="row">
        <a href={href("/admin/verification/:clubCode/documents/:documentId", { clubCode, documentId })}>
          Download
        </a>{" "}
        <a href={href("/admin/verification/:clubCode", { clubCode })}>Close</a>
      </p>
      <iframe
        className="email-preview"
        title={`The document “${read.name}”`}
        src={href("/admin/verification/:clubCode/documents/:documentId/page", { clubCode, documentId })}
      />
    </section>
  );
}

function Decision({ review }: { review: ReviewData }) {
  return (
    <>
      <h2>{review.decision ? "Decide again" : "Your decision"}</h2>
      <PostForm>
        <Hidden name="version" value={String(review.version)} />
        <RadioField
          name="decision"
          label="Decision"
          choices={[
            {
              value: "approve",
              label: "Approve",
              hint: "The number of players fits the package that was paid",
            },
            {
              value: "adjust",
              label: "Adjust",
              hint: "Another package fits. You see what is refunded or invoiced before it is",
            },
            {
              value: "reject",
              label: "Reject",
              hint: "The club is asked for other documents. An unpaid invoice is withdrawn",
            },
          ]}
          required
        />
        <TextField
          name="actualPlayers"
          label="Number of players in the documents"
          inputMode="numeric"
          width="short"
          needed="to approve or adjust"
        />
        <TextArea
          name="notes"
          label="Notes"
          hint="The club reads them"
          maxLength={NOTES_MAX}
          needed="to reject"
        />
        <FormButtons submit="Submit Review" back={href("/admin/verification")} />
      </PostForm>
    </>
  );
}

function AskAgain({ review }: { review: ReviewData }) {
  return (
    <>
      <h2>Another year</h2>
      <p>
        The number was decided in an earlier year. The club can send new documents by itself, once in each
        year; you can ask for them too. The number that is verified counts until you decide anew.
      </p>
      <ButtonForm confirm={`Ask ${review.name} to verify its players again within 30 days?`}>
        <Hidden name="decision" value="again" />
        <Hidden name="version" value={String(review.version)} />
        <Buttons>
          <SubmitButton look="secondary">Ask Again</SubmitButton>
        </Buttons>
      </ButtonForm>
    </>
  );
}

function ConfirmAdjustment({ review, asked }: { review: ReviewData; asked: Confirmation }) {
  const { planBefore, plan, differenceCents, nextYearCents, players, shown, notes, version } = asked;
  const packages = `${planOf(planBefore).name} → ${planOf(plan).name}`;
  const moves = movesOf(differenceCents);
  const back = href("/admin/verification/:clubCode", { clubCode: review.clubCode });
  return (
    <AdminPage title="Adjust the Package?" lead={<a href={back}>{review.name}</a>} width="text">
      <p>
        <strong>
          {packages}, {moves}.
        </strong>
      </p>
      <Facts
        facts={[
          ["Players in the documents", count(players)],
          ["Package that was paid", planOf(planBefore).name],
          ["Package that fits", planOf(plan).name],
          ["Money", moves.charAt(0).toUpperCase() + moves.slice(1)],
          ...(nextYearCents > 0
            ? [["Next year, which is booked", `Invoice ${formatPrice(nextYearCents)}`] as const]
            : []),
          ["Notes for the club", notes || "None"],
        ]}
      />
      <p>
        {differenceCents < 0
          ? "The refund goes out at once and cannot be taken back."
          : differenceCents > 0
            ? "The club gets the invoice by email, payable within 7 days."
            : "The club reads the new package by email."}
        {review.unpaid ? " The invoice that waits is withdrawn, and the club is told." : ""}
      </p>
      {asked.contested && planOf(plan).priceCents < planOf(planBefore).priceCents ? (
        <Notice tone="bad" title="A payment is contested at the bank">
          <p>
            Stripe refunds nothing of it now, and what you adjust now is not refunded later either. If the
            club should get the difference back, wait for the bank’s decision and adjust then.
          </p>
        </Notice>
      ) : null}
      <PostForm reply={undefined}>
        <Hidden name="decision" value="adjust" />
        <Hidden name="actualPlayers" value={String(players)} />
        <Hidden name="notes" value={notes} />
        <Hidden name="version" value={String(version)} />
        <Hidden name="shown" value={shown} />
        <FormButtons submit={buttonOf(differenceCents)} look="danger" back={back} />
      </PostForm>
    </AdminPage>
  );
}

function movesOf(cents: number): string {
  if (cents === 0) return "nothing is paid or refunded";
  return cents > 0
    ? `invoice ${formatPrice(cents)}`
    : `refund ${formatPrice(-cents)} to where the payment came from`;
}

function buttonOf(cents: number): string {
  if (cents === 0) return "Change the Package";
  return cents > 0 ? `Invoice ${formatPrice(cents)}` : `Refund ${formatPrice(-cents)}`;
}
