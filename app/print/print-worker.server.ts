/** The worker that prints: laying out a page takes longer than a request should hold the event loop. */
import { workerEntry } from "#app/runtime/worker-pool.server.ts";
import type { AgreementCopy } from "./agreement-copy.ts";
import { agreementPdf } from "./agreement-pdf.server.ts";

export default workerEntry((copy: AgreementCopy) => agreementPdf(copy));
