import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.ts";

/**
 * The settings of everything that runs in this process, made before any module of the app is read: the app reads its
 * settings once, and nothing may be measured in, or written into, the data folder of the project itself.
 */
export const dataDir = mkdtempSync(join(tmpdir(), "goodside-bench-"));
atEnd(() => rmSync(dataDir, { recursive: true, force: true }));

Object.assign(process.env, { APP_MODE: "test", DATA_DIR: dataDir, APP_URL: "http://127.0.0.1" });
