/** The orders of the list of earned rewards, the first by itself. */
export const earnedOrders = ["newest", "oldest", "value", "team"] as const;
export const earnedOrderName: Record<(typeof earnedOrders)[number], string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  value: "Highest value first",
  team: "By team",
};

/** What the list of earned rewards shows; '' is all of them (product.md#earned-rewards). */
export interface EarnedFilters {
  status: "awarded" | "taken-back";
  program: string;
  team: string;
  order: (typeof earnedOrders)[number];
  /** From 1. */
  page: number;
}

/** The filters of an address; what it does not name, or names wrongly, is as at the start. */
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

/** No address asks for rows behind this page. */
const MOST_PAGES = 10_000;

/** The query of an address with these filters. */
export const earnedQuery = ({ status, program, team, order, page }: EarnedFilters) => ({
  tab: "earned",
  status: status === "awarded" ? undefined : status,
  program: program || undefined,
  team: team || undefined,
  order: order === "newest" ? undefined : order,
  page: page === 1 ? undefined : String(page),
});
