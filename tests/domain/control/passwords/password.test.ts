import { availableParallelism } from "node:os";
import { expect, test, vi } from "vitest";

const work = vi.hoisted(() => ({ verified: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = (await original()) as typeof import("@node-rs/argon2");
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      work.verified += 1;
      return real.verify(...args);
    },
  };
});
const { hashPassword, needsRehash, verifyPassword, TooBusy } = await import(
  "#app/domain/control/passwords/password.server.ts"
);

test("a full queue before the first sign-in does not refuse later ones, with or without an account", async () => {
  const stored = await hashPassword("Sideline-2026");
  const rush = Array.from({ length: availableParallelism() + 64 }, () => hashPassword("Sideline-2026"));
  const first = verifyPassword(stored, "Sideline-2026");
  const ends = await Promise.allSettled([...rush, first, verifyPassword(null, "Sideline-2026")]);
  expect(ends.some((end) => end.status === "rejected" && end.reason instanceof TooBusy)).toBe(true);
  expect(await verifyPassword(null, "Sideline-2026")).toBe(false);
});

test("a password matches its own hash only, and costs the same work without an account", async () => {
  const stored = await hashPassword("Sideline-2026");
  const costs: number[] = [];
  for (const [hash, password, fits] of [
    [stored, "Sideline-2026", true],
    [stored, "sideline-2026", false],
    [undefined, "Sideline-2026", false],
    [null, "nobody has this password", false],
  ] as const) {
    work.verified = 0;
    expect(await verifyPassword(hash, password)).toBe(fits);
    costs.push(work.verified);
  }
  expect(costs).toEqual([1, 1, 1, 1]);
});

test("a hash with other parameters needs a rehash", async () => {
  expect(needsRehash(await hashPassword("Sideline-2026"))).toBe(false);
  expect(needsRehash("$argon2id$v=19$m=4096,t=3,p=1$c2FsdA$aGFzaA")).toBe(true);
});
