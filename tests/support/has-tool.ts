import { spawnSync } from "node:child_process";

/** Tells whether a program is installed. */
export const hasTool = (name: string): boolean => spawnSync(name, ["-h"]).error === undefined;
