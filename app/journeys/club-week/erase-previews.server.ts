import { inTransaction } from "#app/db/engine.server.ts";
import { eraseOldPreviews } from "#app/domain/club/imports/import-previews.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";

/** Erases what an abandoned import would have brought (product.md#imports). @returns when the next one's time comes */
export function erasePreviews({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => eraseOldPreviews(tx, at));
}
