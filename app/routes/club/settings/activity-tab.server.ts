import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { auditFilterIn, cursorIn, isFiltered } from "#app/domain/values/audit/filter.ts";
import { AUDIT_TOPICS } from "#app/domain/values/audit/kinds.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readClubAudit } from "#app/journeys/audit/club-audit.server.ts";
import type { SettingsContext } from "./settings-context.ts";

const ROWS_A_PAGE = 50;

export type ActivityTab = Awaited<ReturnType<typeof load>>;

/** Loads the club's log, newest first (product/security.md#audit). */
export async function load(ctx: SettingsContext, request: Request) {
  const search = new URL(request.url).searchParams;
  const filter = auditFilterIn(search);
  const cursor = cursorIn(search.get("before"));
  const { rows, next, people } = await readClubAudit(ctx, { filter, cursor, limit: ROWS_A_PAGE });
  return {
    rows: rows.map((row) => ({ ...row, when: formatMoment(row.at, ctx.club.timezone) })),
    next,
    people,
    filter,
    filtered: isFiltered(filter),
    isFirst: cursor === null,
    // The platform's staff have a list of their own.
    topics: Object.entries(AUDIT_TOPICS)
      .filter(([value]) => value !== "staff")
      .map(([value, label]) => ({ value, label })),
  };
}

/** Refuses: the list has no form that changes anything. */
export const act = async (_ctx: SettingsContext, _request: Request): Promise<Response> =>
  redirect(href("/club/settings", { tab: "activity" }), 303);
