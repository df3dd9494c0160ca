/** The worker that prints: laying out a page takes longer than a request should hold the event loop. */
import { workerEntry } from "#app/runtime/worker-pool.server.ts";
import { agreementPdf, receiptPdf } from "./pdf.server.ts";
import type { PrintTask } from "./print-task.ts";

export default workerEntry((task: PrintTask) =>
  task.kind === "receipt" ? receiptPdf(task.receipt) : agreementPdf(task.copy),
);
