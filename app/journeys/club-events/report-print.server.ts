import type { ClubEvent } from "#app/db/outbox.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { enqueue } from "#app/queue/queue.server.ts";

/** Puts the making of a report's PDF on the queue. */
export const deliverReportPrint = (
  { control, club }: ClubFileContext,
  { printId }: Extract<ClubEvent, { kind: "report-print" }>,
): Promise<void> =>
  enqueue(control, {
    kind: "report.print",
    key: `report-print:${printId}`,
    payload: { clubCode: club.code, printId },
  });
