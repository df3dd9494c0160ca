import { backUpOne } from "../backup/one.ts";
import { migrateOne } from "../migrate/one.ts";
import { fetchCopy } from "../restore/fetch.ts";
import { verifyOne } from "../verify/one.ts";

/** What the crew can do with one file. Each takes and gives plain values: they cross between threads. */
export const tasks = { backUp: backUpOne, migrate: migrateOne, fetch: fetchCopy, verify: verifyOne };

export type Task = keyof typeof tasks;
export type TaskOf<Name extends Task> = Parameters<(typeof tasks)[Name]>[0];
export type Answer<Name extends Task> = Awaited<ReturnType<(typeof tasks)[Name]>>;
