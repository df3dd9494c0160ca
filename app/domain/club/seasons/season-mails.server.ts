import { z } from "zod";
import type { ClubDb, ClubTx, SeasonMailsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { EMAIL, EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { optionalParagraph, paragraph, theirAddress, tick } from "#app/forms/fields.server.ts";
import { splitAddresses } from "#app/forms/people-in-text.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { seasonMailFields } from "./fields.ts";

// A season as an email to the club's board, who have no account (product/seasons.md#sending-a-season-to-the-board).

/** Addresses of one email. */
export const MOST_ADDRESSES = 10;
/** Emails to boards that a club has sent in 24 hours. */
export const SEASON_MAILS_A_DAY = 30;
/** Days after which an unsent preview is deleted. */
const PREVIEW_DAYS = 7;

export interface SeasonMailFields {
  /** Addresses in lower case, each once. */
  addresses: string[];
  words: string;
  /** True if it also goes to people who already got this season's report. */
  again: boolean;
}

export type SeasonMail = SeasonMailFields & {
  id: string;
  seasonId: string;
  createdByName: string;
  createdAt: string;
  sentAt: string | null;
};

const asSeasonMail = (row: SeasonMailsTable): SeasonMail => ({
  id: row.id,
  seasonId: row.season_id,
  addresses: JSON.parse(row.addresses) as string[],
  words: row.words,
  again: row.again === 1,
  createdByName: row.created_by_name,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});

/** The form 'Send to the Board'. */
export const seasonMailSchema = z.object({
  addresses: theirAddress(
    paragraph(seasonMailFields.addresses).transform((text, context) => {
      const addresses = [
        ...new Set(
          text
            .split("\n")
            .flatMap((line) => splitAddresses(line.trim()))
            .map((address) => address.toLowerCase()),
        ),
      ];
      const wrong = addresses.find((address) => address.length > EMAIL_MAX || !EMAIL.test(address));
      const problem =
        wrong !== undefined
          ? `Check ${wrong.slice(0, 60)}: an address reads name@example.com`
          : addresses.length > MOST_ADDRESSES
            ? `Enter at most ${MOST_ADDRESSES} addresses`
            : null;
      if (problem === null) return addresses;
      context.addIssue({ code: "custom", message: problem });
      return z.NEVER;
    }),
  ),
  words: optionalParagraph(seasonMailFields.words),
  again: tick(),
});

/** Stores an email as a preview, which is sent as it is or not at all. Old previews are deleted. @returns its id */
export async function previewSeasonMail(
  tx: ClubTx,
  seasonId: string,
  fields: SeasonMailFields,
  { by, at }: { by: string; at: Date },
): Promise<string> {
  await tx
    .deleteFrom("season_mails")
    .where("sent_at", "is", null)
    .where("created_at", "<", new Date(at.getTime() - PREVIEW_DAYS * DAY_MS).toISOString())
    .execute();
  const id = newId();
  await tx
    .insertInto("season_mails")
    .values({
      ...{ id, season_id: seasonId, addresses: JSON.stringify(fields.addresses), words: fields.words },
      ...{ again: Number(fields.again), created_by_name: by, created_at: at.toISOString(), sent_at: null },
    })
    .execute();
  return id;
}

/** Finds an email of a season, sent or not. */
export async function findSeasonMail(db: ClubDb, id: string): Promise<SeasonMail | undefined> {
  const row = await db.selectFrom("season_mails").selectAll().where("id", "=", id).executeTakeFirst();
  return row && asSeasonMail(row);
}

/** Lists sent mails and previews of a season, the latest first: a few. */
export async function listSeasonMails(db: ClubDb, seasonId: string): Promise<SeasonMail[]> {
  const rows = await db
    .selectFrom("season_mails")
    .selectAll()
    .where("season_id", "=", seasonId)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(asSeasonMail);
}

/** Splits a preview's addresses into recipients and those left out because they already got this season's report. */
export function recipientsOf(
  { addresses, again }: SeasonMailFields,
  mails: readonly SeasonMail[],
): { to: string[]; had: string[] } {
  const before = new Set(mails.flatMap((mail) => (mail.sentAt ? mail.addresses : [])));
  const had = addresses.filter((address) => before.has(address));
  return { to: again ? addresses : addresses.filter((address) => !before.has(address)), had };
}

/**
 * Sends a preview, once: the same again changes nothing. Only those whom it goes to stay in it; the emails follow with
 * the outbox event.
 */
export async function sendSeasonMail(
  tx: ClubTx,
  id: string,
  at: Date,
): Promise<
  { ok: true; isNew: boolean; recipients: number } | { ok: false; problem: "not-found" | "nobody" }
> {
  const found = await findSeasonMail(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.sentAt) return { ok: true, isNew: false, recipients: found.addresses.length };
  const { to } = recipientsOf(found, await listSeasonMails(tx, found.seasonId));
  if (to.length === 0) return { ok: false, problem: "nobody" };
  await tx
    .updateTable("season_mails")
    .set({ addresses: JSON.stringify(to), sent_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    ...{ kind: "records.season-mailed", subject: found.seasonId, at },
    detail: { count: to.length },
  });
  await recordEvent(tx, { kind: "season-mail", mailId: id });
  return { ok: true, isNew: true, recipients: to.length };
}

/** Forgets whom seasons were sent to, once their time is over. @returns when the next one's is */
export async function eraseSeasonMails(tx: ClubTx, at: Date): Promise<Date | null> {
  await tx
    .deleteFrom("season_mails")
    .where("created_at", "<=", daysBefore(at, KEEP.seasonMailDays).toISOString())
    .execute();
  const { first } = await tx
    .selectFrom("season_mails")
    .select((eb) => eb.fn.min("created_at").as("first"))
    .executeTakeFirstOrThrow();
  return first ? new Date(Date.parse(first) + KEEP.seasonMailDays * DAY_MS) : null;
}
