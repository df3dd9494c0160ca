import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, the library's default: about 12 ms on a small server. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One core stays free for signed-in users. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAITING_ROOM = 60;

/** The queue of passwords to hash is full; answer 503. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

let running = 0;
const waiting: (() => void)[] = [];

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
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
  return inQueue(() => hash(password, PARAMETERS));
}

let dummyHash: Promise<string> | undefined;

/**
 * Tells whether a password matches a stored hash. Without one it takes the same time and returns false, so that timing
 * does not reveal which accounts exist.
 * @throws TooBusy
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // Outside the queue: a rejection for a full queue would be memoized for every name without an account.
  dummyHash ??= hash("nobody has this password", PARAMETERS);
  const known = stored ?? (await dummyHash);
  const matches = await inQueue(() => verify(known, password));
  return matches && stored != null;
}

/** Tells whether a stored hash has outdated parameters; the next sign-in replaces it. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}
