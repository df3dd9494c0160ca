/** Sort orders of earned rewards. The first is the default. */
export const earnedOrders = ["newest", "oldest", "value", "team"] as const;
export const earnedOrderName: Record<(typeof earnedOrders)[number], string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  value: "Highest value first",
  team: "By team",
};

/**
 * The filters of the list of earned rewards. An empty program or team means all (product/rewards.md#earned-rewards).
 */
export interface EarnedFilters {
  status: "awarded" | "taken-back";
  program: string;
  team: string;
  order: (typeof earnedOrders)[number];
  /** The page number, from 1. */
  page: number;
}

/** Reads the filters from a query string. Missing or unknown values fall back to the defaults. */
export function readEarnedFilters(search: URLSearchParams): EarnedFilters {
  const page = Number(search.get("page"));
  return {
    status: search.get("status") === "taken-back" ? "taken-back" : "awarded",
    program: search.get("program") ?? "",
    team: search.get("team") ?? "",
    order: earnedOrders.find((order) => order === search.get("order")) ?? "newest",
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, MOST_PAGES) : 1,
  };
}

/** The highest page that an address may ask for. */
const MOST_PAGES = 10_000;

/** Returns the query string for these filters, without the defaults. */
export const earnedQuery = ({ status, program, team, order, page }: EarnedFilters) => ({
  tab: "earned",
  status: status === "awarded" ? undefined : status,
  program: program || undefined,
  team: team || undefined,
  order: order === "newest" ? undefined : order,
  page: page === 1 ? undefined : String(page),
});
