/** The worker that checks evidence: a stranger's file may have 50 MB, and is judged line by line. */
import { createReadStream } from "node:fs";
import { readEvidenceFile } from "#app/domain/club/evidence/read-evidence-file.server.ts";
import { workerEntry } from "#app/runtime/worker-pool.server.ts";

export default workerEntry((path: string) => readEvidenceFile(createReadStream(path)));
