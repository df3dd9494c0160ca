import type { ServerBuild } from "@remix-run/node";

/** A route of the build, with its address, including its parents'. */
export interface BuiltRoute {
  id: string;
  path: string;
  methods: ("GET" | "POST")[];
  hasLoader: boolean;
  bare: boolean;
  /** True if it ships the script although it is bare: it takes a password or leads to a payment. */
  scripted: boolean;
  /** The layouts above it that load data of their own. */
  layouts: string[];
}

interface Handle {
  bare?: boolean;
  scripted?: boolean;
  passwords?: boolean;
}

/** Returns the build's own list of routes: those that really answer, whatever routes.ts or a table lists. */
export async function builtRoutes(): Promise<BuiltRoute[]> {
  const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const parents = new Set(routes.map(({ parentId }) => parentId));
  return routes
    .filter(({ id }) => !parents.has(id))
    .map((leaf) => {
      const lineage = [leaf];
      for (let at = build.routes[leaf.parentId ?? ""]; at; at = build.routes[at.parentId ?? ""])
        lineage.unshift(at);
      const { module } = leaf;
      const handles = lineage.map((route) => (route.module.handle ?? {}) as Handle);
      const methods: BuiltRoute["methods"] = [];
      if (module.loader || module.default) methods.push("GET");
      if (module.action) methods.push("POST");
      return {
        id: leaf.id,
        path: `/${lineage.flatMap(({ path }) => path || []).join("/")}`,
        methods,
        hasLoader: module.loader !== undefined,
        bare: handles.some(({ bare }) => bare),
        scripted:
          handles.some(({ scripted }) => scripted) ||
          (handles.some(({ bare }) => bare) && handles.some(({ passwords }) => passwords)),
        layouts: lineage
          .filter((route) => route !== leaf && route.id !== "root" && route.module.loader)
          .map(({ id }) => id),
      };
    });
}
