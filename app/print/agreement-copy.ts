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
