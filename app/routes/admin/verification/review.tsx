import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { decideReview } from "#app/domain/control/verification/decide.server.ts";
import { formatSize } from "#app/domain/control/verification/describe.server.ts";
import { priorityLabels, statusLabels } from "#app/domain/control/verification/labels.ts";
import { reviewSchema } from "#app/domain/control/verification/review-form.server.ts";
import { reviewedClub } from "#app/domain/control/verification/staff-verifications.server.ts";
import { daysLeft, priorityOf, verificationNumber } from "#app/domain/control/verification/verification.ts";
import { documentsOf } from "#app/domain/control/verification/verifications.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { ReviewPage } from "./review-page.tsx";

export const meta = () => title("Review");

/** One club's documents, and the decision about them (product.md#verification-center). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_verifications");
  const club = await reviewedClub(control, args.params.clubCode ?? "");
  if (!club) throw notFound();
  const documents = club.id ? await documentsOf(control, club.id) : [];
  const plan = planOf(club.plan);
  const days = daysLeft(club.verification_due_at, now());
  const reviewer = [club.first_name, club.last_name].filter(Boolean).join(" ");
  return json({
    clubCode: club.code,
    name: club.name,
    number: club.number === null ? null : verificationNumber(club.number),
    status: club.status,
    club: [
      ["Contact", club.contact_name],
      ["Email", club.email],
      ["Phone", club.phone || "Not given"],
      ["Place", `${club.city}, ${club.state}`],
    ] as [string, string][],
    package: [
      ["Package", `${plan.name}, ${plan.description.toLowerCase()}`],
      ["Players, estimated at sign-up", count(club.estimated_players)],
      ["Players, actual", club.actual_players === null ? "Not decided" : count(club.actual_players)],
      ["Deadline", formatDateInFull(new Date(club.verification_due_at), "UTC")],
      ["Priority", priorityLabels[priorityOf(days)]],
      ["Status", statusLabels[club.status]],
      ["Submitted", club.submitted_at ? formatMoment(club.submitted_at, "UTC") : "Not yet"],
    ] as [string, string][],
    decision: club.reviewed_at
      ? { by: reviewer || "Somebody", at: formatMoment(club.reviewed_at, "UTC"), notes: club.notes ?? "" }
      : null,
    unpaid: club.unpaid === 1,
    version: club.version ?? 0,
    documents: documents.map(({ id, name, type, bytes }) => ({
      id,
      name,
      type: type.toUpperCase(),
      size: formatSize(bytes),
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_verifications");
  const clubCode = args.params.clubCode ?? "";
  const reading = await readForm(args.request, reviewSchema);
  if (!reading.ok) return reading.answer;
  const decided = await decideReview(control, clubCode, { review: reading.value, adminId: admin.id });
  if (decided.ok) return redirectWith(href("/admin/verification"), "Decided. The club reads it by email.");
  if (decided.problem === "use-adjust")
    return reading.refuse({
      decision: "That number of players needs another package. Choose Adjust, which settles the price",
    });
  return redirectWith(
    href("/admin/verification/:clubCode", { clubCode }),
    decided.problem === "changed"
      ? "Somebody else decided, or the club changed it, while you looked. This is how it stands now."
      : "The club has not submitted its documents.",
    "bad",
  );
}

export default function Review() {
  return <ReviewPage review={useLoaderData<typeof loader>()} />;
}

export type ReviewData = ReturnType<typeof useLoaderData<typeof loader>>;
