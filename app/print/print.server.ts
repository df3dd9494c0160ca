import { env } from "#app/config/env.server.ts";
import { WorkerPool } from "#app/runtime/worker-pool.server.ts";
import type { AgreementCopy, PrintTask, Receipt } from "./print-task.ts";
import type { CertificatesTask, PrintableTask } from "./printables/content.ts";
import type { ReportPrint } from "./report-print.ts";

let pool: WorkerPool<PrintTask, Uint8Array> | undefined;

/**
 * Returns the worker's file: built, this module is part of build/server/index.js or keeps its own address
 * (scripts/build/processes.ts).
 */
function workerFile(): URL {
  const fromSources = /\.ts\b/.test(import.meta.url);
  if (!fromSources) return new URL("../processes/print.js", import.meta.url);
  const entry = env().production ? "../../build/processes/print.js" : "./print-worker.server.ts";
  return new URL(entry, import.meta.url);
}

/**
 * Prints a signed agreement as a PDF with its evidence inside (product/evidence.md#evidence).
 * @throws WorkerDied, and Error if the evidence holds no signature
 */
export const printAgreement = (copy: AgreementCopy) => print({ kind: "agreement", copy });

/**
 * Prints the receipt of a payment or refund as a PDF (product/billing.md#billing).
 * @throws WorkerDied
 */
export const printReceipt = (receipt: Receipt) => print({ kind: "receipt", receipt });

/**
 * Prints a report of a club as a PDF (product/reports.md#reports-as-pdf).
 * @throws WorkerDied
 */
export const printReport = (report: ReportPrint) => print({ kind: "report", report });

/**
 * Prints a sheet of a club as a PDF, or draws its first page (product/printables.md#printables).
 * @throws WorkerDied
 */
export const printPrintable = (task: PrintableTask) => print({ kind: "printable", task });

/**
 * Prints certificates of what teams have earned, a page each (product/rewards.md#certificates).
 * @throws WorkerDied
 */
export const printCertificates = (task: CertificatesTask) => print({ kind: "certificates", task });

async function print(task: PrintTask): Promise<Uint8Array<ArrayBuffer>> {
  pool ??= new WorkerPool({ entry: workerFile(), threads: 1, memoryMb: 256 });
  return new Uint8Array(await pool.run(task));
}

/** Finishes current prints, as part of a graceful stop. */
export async function closePrintPool(): Promise<void> {
  await pool?.close();
}
