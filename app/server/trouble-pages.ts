import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { type Answer, answerWith } from "./page-answer.ts";
import { isJsonCall } from "./refuse.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

/** The same build with some of its routes. */
export function only(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const kept = <Entry>(routes: Record<string, Entry>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}

/**
 * Lets addresses without a page (downloads, forms that only redirect) answer a full disk, and a browser that may not
 * open them, like every other address. Remix draws an error only where a page was asked for.
 */
export function withTroublePages(build: ServerBuild): ServerBuild {
  // No address matches the root alone: Remix draws its error page, which entry.server turns into the trouble's.
  let draw: Answer | undefined;
  const answering =
    (handler: Handler): Handler =>
    async (args) => {
      try {
        return await handler(args);
      } catch (error) {
        const shown = error instanceof Response ? isRefusedPage(error, args.request) : isTrouble(error);
        if (!shown || isJsonCall(new URL(args.request.url).pathname)) throw error;
        build.entry.module.handleError?.(error, args);
        const page = new Request(new URL("/trouble", args.request.url), { headers: args.request.headers });
        draw ??= answerWith(only(build, new Set(["root"])));
        return draw(page, args.context);
      }
    };
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && answered(route, answering)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

/** Whether somebody followed a link to what they may not open. */
const isRefusedPage = ({ status }: Response, { method, headers }: Request): boolean =>
  (status === 403 || status === 404) &&
  method === "GET" &&
  (headers.get("Accept") ?? "").includes("text/html");

/** The build has a copy of its own of every class. */
const isTrouble = (error: unknown): boolean =>
  outOfResourcesStatus(error) !== null || (error instanceof Error && error.name === "ClubUnavailable");

function answered(route: Route, answering: (handler: Handler) => Handler): Route {
  const { default: page, loader, action } = route.module;
  if (page !== undefined) return route;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader && { loader: answering(loader as Handler) as typeof loader }),
      ...(action && { action: answering(action as Handler) as typeof action }),
    },
  };
}
