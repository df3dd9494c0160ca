import type { Platform } from "../db/platform.server.ts";

/** Does one kind of job. It may run twice (a crash, two processes) and must bear it. Throwing means: again later. */
export type JobHandler = (platform: Platform, payload: unknown) => Promise<void>;

/** Who does what the queue holds. */
export const jobHandlers: Record<string, JobHandler> = {};
