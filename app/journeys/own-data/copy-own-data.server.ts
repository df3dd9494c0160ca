import type { ClubDb } from "#app/db/club/schema.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { type ClubOwnData, ownDataIn } from "#app/domain/club/own-data/own-data.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  accountForCopy,
  adminInvitationsForCopy,
  clubsForCopy,
  emailChangesForCopy,
  keysForCopy,
  mailsForCopy,
  messagesForCopy,
  sessionsForCopy,
} from "#app/domain/control/own-data/own-data.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type CopiedData, describeAccount, describeClub } from "./describe-own-data.ts";

type Copy = { ok: true; data: CopiedData } | { ok: false; problem: "often" | "no-person" };

/**
 * Everything that is kept of a person, and nothing of others, as words and values that become JSON or plain text
 * (product.md#own-data). A club whose file cannot be opened is named with that. At most 10 an hour, counted first.
 */
export async function copyOwnData({ control, clubs }: Platform, accountId: string): Promise<Copy> {
  if (!(await mayUse("own-copy", accountId))) return { ok: false, problem: "often" };
  const account = await accountForCopy(control, accountId);
  const { email } = account;
  if (!email) return { ok: false, problem: "no-person" };
  const [places, sessions, emails, mails, messages, invitations, keys] = await Promise.all([
    clubsForCopy(control, accountId),
    sessionsForCopy(control, accountId),
    emailChangesForCopy(control, accountId),
    mailsForCopy(control, email),
    messagesForCopy(control, email),
    adminInvitationsForCopy(control, email),
    keysForCopy(control, accountId),
  ]);
  const read = (db: ClubDb) => ownDataIn(db, { accountId, email });
  const described: CopiedData[] = [];
  for (const place of places) {
    const file = await clubs.use(place.code, read).catch(unavailable);
    described.push(describeClub(place, file));
  }
  const at = now();
  const actor = { kind: "account", id: accountId } as const;
  await inTransaction(control, (tx) =>
    recordAccountAudit(tx, accountId, { kind: "account.copied", actor, at }),
  );
  const data = describeAccount(
    { account, clubs: described, sessions, emails, mails, messages, invitations, keys },
    at.toISOString(),
  );
  return { ok: true, data };
}

/** null: the copy says that this club's part is missing. */
function unavailable(error: unknown): ClubOwnData | null {
  if (error instanceof ClubUnavailable) return null;
  throw error;
}

/** A copy as plain text that anybody can read: a line for each value, lists indented under their name. */
export const asText = (data: CopiedData): string => `${linesOf(data, "").join("\n")}\n`;

function linesOf(data: CopiedData, indent: string): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (Array.isArray(value)) return listOf(name, value as readonly CopiedData[], indent);
    if (value !== null && typeof value === "object")
      return [`${indent}${name}:`, ...linesOf(value as CopiedData, `${indent}  `)];
    return [
      `${indent}${name}: ${inWords(value as string | number | boolean | null).replaceAll("\n", `\n${indent}  `)}`,
    ];
  });
}

function listOf(name: string, items: readonly CopiedData[], indent: string): string[] {
  const heading = `${indent}${name} (${items.length})`;
  const parts = items.flatMap((item) => [...linesOf(item, `${indent}  `), ""]);
  return ["", heading, ...parts];
}

function inWords(value: string | number | boolean | null): string {
  if (value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
