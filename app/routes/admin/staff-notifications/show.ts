import { href } from "#app/config/addresses.ts";
import {
  notificationPriorities,
  notificationStatuses,
  type StaffNotificationStatus,
} from "#app/domain/control/staff-notifications/labels.ts";
import type { StaffNotification } from "#app/domain/control/staff-notifications/notifications.server.ts";
import type { StatusKind } from "#app/ui/status.tsx";

/** Combines a notification's status and urgency; one that needs no action is plain. */
export function shownStatus({ status, priority, action }: StaffNotification): {
  kind: StatusKind;
  text: string;
} {
  if (status === "solved") return { kind: "done", text: "Solved" };
  if (status === "read" || action === 0) return { kind: "plain", text: notificationStatuses[status] };
  const text = priority === "urgent" || status !== "failed" ? notificationPriorities[priority] : "Failed";
  return { kind: KINDS[status] ?? "act", text };
}

const KINDS: Partial<Record<StaffNotificationStatus, StatusKind>> = { failed: "bad" };

/** Returns the page where a person acts on a notification, with its label. */
export function actionOf(notification: StaffNotification): { label: string; to: string } {
  const { kind, subject_id: id, club_code: clubCode, type, action } = notification;
  const label = type === "email_failed" ? "View Error" : action === 1 ? "Take Action" : "View Details";
  return { label, to: targetOf(kind, id, clubCode) };
}

function targetOf(kind: string, id: string, clubCode: string | null): string {
  const code = clubCode ?? "";
  switch (kind) {
    case "submitted":
    case "due":
    case "overdue":
    case "decided":
      return href("/admin/verification/:clubCode", { clubCode: code });
    case "club-down":
      return href("/admin/clubs/:clubCode/copies", { clubCode: code });
    case "held":
      return href("/admin/billing/held/:sessionId", { sessionId: id });
    case "payment":
      return href("/admin/clubs/:clubCode/money", { clubCode: code });
    case "invoice":
      return href("/admin/billing/invoices/:invoiceId", { invoiceId: id });
    case "refund":
      return href("/admin/billing/refunds/:orderId", { orderId: id });
    case "dispute":
      return `${href("/admin/billing")}#disputes`;
    case "ledger":
      return `${href("/admin/billing")}#ledger`;
    case "words":
      return href("/admin/email-templates/:template", { template: id });
    case "failed":
      return href("/admin/mails", failedOf(id));
    case "job":
    case "behind":
    case "retention":
      return href("/admin/jobs");
    default:
      return href("/admin");
  }
}

/** Parses the template and the club of emails that failed together. */
function failedOf(id: string) {
  const [template, club] = id.split(" ");
  return { template, club: club || undefined };
}

/** Returns the page that resends failed emails after a preview; delivered ones are never resent. */
export const resendAddress = ({ type, subject_id: id }: StaffNotification): string | null =>
  type === "email_failed" ? href("/admin/mails/resend", failedOf(id)) : null;
