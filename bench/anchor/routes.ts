import { type RouteConfig, route } from "@remix-run/route-config";

const ours = "../../app/routes/club";

/** The pages that are compared, and nothing else: the fewer routes, the faster a stock router is. */
export default [
  route("dashboard", `${ours}/dashboard.tsx`, { id: "dashboard" }),
  route("teams", `${ours}/teams/index.tsx`, { id: "teams" }),
  route("rating", `${ours}/rating/list.tsx`, { id: "rating" }),
  route("leaderboard", `${ours}/leaderboard.tsx`, { id: "leaderboard" }),
] satisfies RouteConfig;
