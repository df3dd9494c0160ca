import type { CertificatesTask, PrintableTask } from "./printables/content.ts";
import type { ReportPrint } from "./report-print.ts";

/** What the printing worker is handed. */
export type PrintTask =
  | { kind: "agreement"; copy: AgreementCopy }
  | { kind: "receipt"; receipt: Receipt }
  | { kind: "report"; report: ReportPrint }
  | { kind: "printable"; task: PrintableTask }
  | { kind: "certificates"; task: CertificatesTask };

/** All that a signed copy is printed from, as plain values: it crosses to the printing worker, and waits in a mail. */
export interface AgreementCopy {
  /** The agreement's exported evidence; what the PDF shows is read from it, and it is the file inside. */
  evidence: string;
  /** IANA zone of the club. */
  timezone: string;
  /** Where a copy is checked. */
  verifyUrl: string;
}

/** What the file inside a copy is called. */
export const EVIDENCE_FILE = "evidence.json";

/** All that a receipt is printed from, as plain values: it crosses to the printing worker. */
export interface Receipt {
  title: string;
  /** Who received the money, line by line. */
  from: readonly string[];
  /** Who paid it. */
  to: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  total: readonly [label: string, amount: string];
  note: string;
  /** ISO-8601 UTC, of the movement: the same receipt gives the same file. */
  at: string;
}
