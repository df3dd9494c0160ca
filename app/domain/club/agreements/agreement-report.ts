import { dateAt } from "#app/domain/values/times.ts";
import { type ListedAgreement, signedAt } from "./agreement-list.server.ts";
import { agreementStatusName } from "./labels.ts";

const HEAD = [
  "Parent Name",
  "Child Name",
  "Team",
  "Status",
  "Signed Date",
  "Sent Date",
  "Email",
  "Reminders Sent",
];

/**
 * The rows of the report with their header: a row for each parent, dates as YYYY-MM-DD in the club's zone.
 * @param agreements `email` null where the reader may not see it
 */
export function reportRows(
  agreements: readonly (Omit<ListedAgreement, "email"> & { email: string | null })[],
  timezone: string,
): string[][] {
  const day = (moment: string | null) => (moment ? dateAt(moment, timezone) : "");
  return [
    HEAD,
    ...agreements.map((agreement) => [
      agreement.parentName,
      agreement.children.map(({ name }) => name).join(", "),
      [...new Set(agreement.children.flatMap(({ teamName }) => teamName ?? []))].join(", "),
      agreementStatusName[agreement.status],
      day(signedAt(agreement)),
      day(agreement.sent_at),
      agreement.email ?? "",
      String(agreement.reminders_sent),
    ]),
  ];
}
