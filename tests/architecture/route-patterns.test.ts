import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { routePatterns } from "#app/server/route-pattern.ts";
import { runs } from "#tests/support/runs.ts";
import { builtRoutes } from "./manifest.ts";

const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
const routeOf = routePatterns(build.routes);
const routes = (await builtRoutes()).map(({ id, path }) => ({ id, path }));

test("the log and the metrics name the route that Remix matches, for any address", () => {
  const words = [
    ...new Set(routes.flatMap(({ path }) => path.split("/").filter((part) => !part.startsWith(":")))),
  ];
  const part = fc.oneof(
    fc.constantFrom(...words.filter(Boolean)),
    fc.constantFrom("abc", "NEW", "x.csv", "é"),
  );
  const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`);
  fc.assert(
    fc.property(path, (address) => {
      const chosen = matchRoutes(routes, encodeURI(address))?.at(-1)?.route.path ?? "/*";
      expect(routeOf(encodeURI(address))).toBe(chosen === "/*" ? "(none)" : chosen);
    }),
    { numRuns: runs(200, 2_000) },
  );
});

test("every route has its own name", () => {
  for (const { path } of routes) {
    if (path === "/*") continue;
    expect(routeOf(path.replace(/:\w+/g, "a1b2"))).toBe(path);
  }
});
