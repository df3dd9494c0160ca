import type { CertificatesTask, PrintableTask } from "./printables/content.ts";
import type { ReportPrint } from "./report-print.ts";

/** Task of the printing worker. */
export type PrintTask =
  | { kind: "agreement"; copy: AgreementCopy }
  | { kind: "receipt"; receipt: Receipt }
  | { kind: "report"; report: ReportPrint }
  | { kind: "printable"; task: PrintableTask }
  | { kind: "certificates"; task: CertificatesTask };

/** Data of a printed signed copy, as plain values: it is sent to the printing worker, and waits in a mail. */
export interface AgreementCopy {
  /** The agreement's exported evidence, which the PDF shows and contains as a file. */
  evidence: string;
  /** IANA zone of the club. */
  timezone: string;
  /** Address of the page that checks a copy. */
  verifyUrl: string;
}

/** Name of the file attached to a copy. */
export const EVIDENCE_FILE = "evidence.json";

/** Data of a printed receipt, as plain values: it is sent to the printing worker. */
export interface Receipt {
  title: string;
  /** Recipient of the money, line by line. */
  from: readonly string[];
  /** Payer. */
  to: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  total: readonly [label: string, amount: string];
  note: string;
  /** ISO-8601 UTC, of the movement: the same receipt gives the same file. */
  at: string;
}
