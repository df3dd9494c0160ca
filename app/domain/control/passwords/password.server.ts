import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's default) as OWASP asks for: 19 MiB, two passes, about 12 ms on the project's kind of machine. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One core is left to those who are signed in already. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAITING_ROOM = 60;

/** The queue of passwords to be hashed is full: refuse the form with 503. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_ROOM) throw new TooBusy("Too many sign-ins at once");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @throws TooBusy */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

let nobody: Promise<string> | undefined;

/**
 * Whether a password fits a stored hash. Where there is none, it takes as long and says no, so that time does
 * not tell which accounts exist.
 * @throws TooBusy
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // Not in turn: a queue that is full just now would refuse every name without an account from now on.
  nobody ??= hash("nobody has this password", PARAMETERS);
  const known = stored ?? (await nobody);
  const fits = await inTurn(() => verify(known, password));
  return fits && stored != null;
}

/** Whether a stored hash was made with other parameters than today's: hash the password anew when it is at hand. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}
