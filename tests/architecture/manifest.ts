import type { ServerBuild } from "@remix-run/node";

/** One route of the build, with the address that its parents and itself make up. */
export interface BuiltRoute {
  id: string;
  path: string;
  methods: ("GET" | "POST")[];
  hasLoader: boolean;
  bare: boolean;
}

/** The build's own list of routes: what really answers, whatever routes.ts or a table say. */
export async function builtRoutes(): Promise<BuiltRoute[]> {
  const build = (await import(
    new URL("../../build/server/index.js", import.meta.url).pathname
  )) as ServerBuild;
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.id === "root") return [];
    const { module } = route;
    const parts: string[] = [];
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""])
      if (at.path) parts.unshift(at.path);
    const methods: BuiltRoute["methods"] = [];
    if (module.loader || module.default) methods.push("GET");
    if (module.action) methods.push("POST");
    const handle = module.handle as { bare?: boolean } | undefined;
    return [
      {
        id: route.id,
        path: `/${parts.join("/")}`,
        methods,
        hasLoader: module.loader !== undefined,
        bare: handle?.bare === true,
      },
    ];
  });
}
