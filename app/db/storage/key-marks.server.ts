import { createHmac } from "node:crypto";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { type KeySettings, keysOfFolder } from "#app/runtime/installation-key.server.ts";
import type { ControlDb } from "../control/schema.ts";

/**
 * The keys that something here may be sealed with (product/security.md#secrets): one, or two while everything is sealed
 * again. A mark tells keys apart and opens nothing.
 */
const PREFIX = "installation key ";

/** A data folder or database as its operator knows it. */
interface Held {
  dataDir: string;
  /** The settings of this process if left out. */
  settings?: KeySettings;
  /** The command that goes on without a key that is lost. */
  lost?: string;
}

const markOf = (key: string) =>
  `${PREFIX}${createHmac("sha256", key).update("mark of an installation key").digest("base64url").slice(0, 22)}`;

async function marksIn(control: ControlDb): Promise<string[]> {
  const rows = await control
    .selectFrom("meta")
    .select("key")
    .where("key", ">=", PREFIX)
    .where("key", "<", `${PREFIX}~`)
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key);
}

/** The state of the installation's key; `unmarked` until the first start that knows of marks. */
export type KeyState = "unmarked" | "fits" | "sealing" | "missing";

/** @returns `sealing`: the keys fit, and some things are sealed with an earlier one; `missing`: a key is not given */
export async function keyState(control: ControlDb, keys: readonly string[]): Promise<KeyState> {
  const marks = await marksIn(control);
  if (marks.length === 0) return "unmarked";
  const given = new Set(keys.map(markOf));
  if (marks.some((mark) => !given.has(mark))) return "missing";
  return marks.length > 1 || marks[0] !== markOf(keys[0] ?? "") ? "sealing" : "fits";
}

/** @throws Error in words for the operator if the data is sealed with a key that is not given */
export async function refuseWrongKey(control: ControlDb, { dataDir, settings }: Held): Promise<void> {
  const problem = await keyProblem(control, { dataDir, settings });
  if (problem) throw new Error(problem);
}

/** Says in words what is wrong with the keys; null if they fit. */
export async function keyProblem(
  control: ControlDb,
  { dataDir, settings, lost = "npm run seal-again -- --lost-key" }: Held,
): Promise<string | null> {
  const keys = keysOfFolder(dataDir, settings);
  if ((await keyState(control, keys)) !== "missing") return null;
  const file = installationKeyFile(dataDir);
  const ifLost = `If it is lost for good: ${lost}`;
  if (keys.length === 0) return `${file} is missing: this data is sealed with a key. ${WAY_ON} ${ifLost}`;
  const marks = await marksIn(control);
  if (keys.some((key) => marks.includes(markOf(key))))
    return `Part of this data is still sealed with an earlier key. Give that one as INSTALLATION_KEY_PREVIOUS, and run npm run seal-again. ${ifLost}`;
  return `INSTALLATION_KEY is not the key that this data is sealed with. ${WAY_ON} ${ifLost}`;
}

const WAY_ON =
  "Give the right one as INSTALLATION_KEY, or as INSTALLATION_KEY_PREVIOUS if you have changed it.";

/** Notes that this key seals from now on. Idempotent. */
export async function addKeyMark(control: ControlDb, key: string): Promise<void> {
  await control
    .insertInto("meta")
    .values({ key: markOf(key), value: nowIso() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/** Notes that everything is sealed with this key, and with no other. */
export async function keepOnlyKeyMark(control: ControlDb, key: string): Promise<void> {
  await addKeyMark(control, key);
  await control
    .deleteFrom("meta")
    .where("key", ">=", PREFIX)
    .where("key", "<", `${PREFIX}~`)
    .where("key", "<>", markOf(key))
    .execute();
}
