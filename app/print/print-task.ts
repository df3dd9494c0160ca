import type { AgreementCopy } from "./agreement-copy.ts";
import type { Receipt } from "./receipt.ts";

/** What the printing worker is handed. */
export type PrintTask = { kind: "agreement"; copy: AgreementCopy } | { kind: "receipt"; receipt: Receipt };
