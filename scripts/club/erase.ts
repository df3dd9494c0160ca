import type { Platform } from "#app/db/storage/platform.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  type ClubErasure,
  findErasure,
  keptPayments,
  orderErasureNow,
} from "#app/domain/control/retention/club-erasures.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { eraseOrderedClub } from "#app/journeys/retention/erase-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Misuse } from "../command/command.ts";

/**
 * Erases a club at once, even if its erasure is scheduled, and prints the certificate
 * (product/privacy.md#erasing-a-club). For an erased club, prints its certificate again.
 * @param options.erase without it nothing is changed
 */
export async function eraseClubNow(
  platform: Platform,
  { code, reason, erase }: { code: string; reason: string | undefined; erase: boolean },
  print: (line: string) => void,
): Promise<void> {
  const { control } = platform;
  const name = code.toUpperCase();
  const club = await findClub(control, code);
  const order = await findErasure(control, code);
  if (!club && !order?.erased_at) throw new Error(`There is no club ${name}`);
  if (club && !erase) {
    print(`${name}: ${club.name} would be erased, with everything in it. Add --erase to do it.`);
    return;
  }
  if (club) {
    if (!order && !reason) throw new Misuse("Who asked, and how? --reason is missing");
    if (!order) await orderErasureNow(control, code, reason ?? "");
    await eraseOrderedClub(platform, code, now());
  }
  const done = await findErasure(control, code);
  if (done) await printCertificate(platform, done, print);
}

async function printCertificate(
  { control }: Platform,
  { club_code: code, ...erasure }: ClubErasure,
  print: (line: string) => void,
): Promise<void> {
  const rows = Object.entries((JSON.parse(erasure.erased_rows ?? "null") ?? {}) as Record<string, number>);
  const payments = await keptPayments(control, code);
  print(`${code.toUpperCase()}: ${erasure.name} was erased at ${erasure.erased_at}`);
  print(`Asked by: ${erasure.reason}`);
  print(`Erased: ${rows.map(([kind, n]) => `${kind} ${n}`).join(", ") || "its file could not be read"}`);
  print(
    `Erased: ${pluralize(erasure.documents ?? 0, "document")}, ${pluralize(erasure.people ?? 0, "account")}`,
  );
  print(
    payments
      ? `Kept by law: ${pluralize(payments.payments, "payment")}, until ${payments.until.slice(0, 10)}`
      : "Kept by law: no payments",
  );
  print(`Older backups hold it until ${erasure.backups_until}`);
}
