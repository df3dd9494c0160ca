import { layout, type RouteConfig, route } from "@remix-run/route-config";

const ours = "../../app/routes/club";

/** Only the compared pages: a stock router gets slower with every route. */
export default [
  layout(`${ours}/layout.tsx`, { id: "routes/club/layout" }, [
    route("dashboard", `${ours}/dashboard/index.tsx`, { id: "dashboard" }),
    route("teams", `${ours}/teams/index.tsx`, { id: "teams" }),
    route("rating", `${ours}/ratings/index.tsx`, { id: "rating" }),
    route("leaderboard", `${ours}/leaderboard/index.tsx`, { id: "leaderboard" }),
  ]),
] satisfies RouteConfig;
