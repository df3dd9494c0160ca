/** Prints in a worker, because laying out a page takes longer than a request should hold the event loop. */
import { workerEntry } from "#app/runtime/worker-pool.server.ts";
import { agreementPdf, receiptPdf } from "./pdf.server.ts";
import type { PrintTask } from "./print-task.ts";
import { certificatesPdf } from "./printables/certificates.server.ts";
import { printable } from "./printables/printable.server.ts";
import { reportPdf } from "./report-pdf.server.ts";

export default workerEntry((task: PrintTask) => {
  switch (task.kind) {
    case "receipt":
      return receiptPdf(task.receipt);
    case "report":
      return reportPdf(task.report);
    case "printable":
      return printable(task.task);
    case "certificates":
      return certificatesPdf(task.task);
    case "agreement":
      return agreementPdf(task.copy);
  }
});
