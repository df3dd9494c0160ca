import { index, type RouteConfig, route } from "@remix-run/route-config";

/** Every address, by the shell it is drawn in, in reading order. An address that is not here is a 404. */
export default [
  // site: for anybody
  index("routes/site/home.tsx"),
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
