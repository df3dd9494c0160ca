import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { admin, bare, club, type Pages, site } from "./config/address-table.ts";

const routesOf = (pages: Pages) => {
  const files = Object.values(pages).map(({ file }) => file);
  const isShared = (file: string) => files.indexOf(file) !== files.lastIndexOf(file);
  return Object.entries(pages).map(([path, { file }]) =>
    path === "/"
      ? index(`routes/${file}`)
      : // A route is named after its file, unless several addresses share that.
        route(path.slice(1), `routes/${file}`, isShared(file) ? { id: `${file}${path}` } : {}),
  );
};

/** A layout draws the frame of its area and does not guard its pages. */
export default [
  layout("routes/site/layout.tsx", routesOf(site)),
  layout("routes/admin/layout.tsx", routesOf(admin)),
  layout("routes/club/layout.tsx", routesOf(club)),
  ...routesOf(bare),
] satisfies RouteConfig;
