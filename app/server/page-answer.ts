import {
  type AppLoadContext,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import {
  type AgnosticDataRouteObject,
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  matchRoutes,
  type StaticHandler,
  type StaticHandlerContext,
} from "@remix-run/router";

type Route = NonNullable<ServerBuild["routes"][string]>;
type Page = Omit<EntryContext, "staticHandlerContext">;
export type Answer = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Answers requests with the routes of a build as Remix's own handler does, which still answers what browsers that
 * hydrate ask of single loaders. It makes what only hydration needs: copies of the request and of its body's stream,
 * every loader's data as JSON and back, and the data of all of them as a script. No page of ours hydrates.
 */
export function answerWith(build: ServerBuild): Answer {
  const other = createRequestHandler(build, "production");
  const routes = dataRoutes(build);
  const handler = createStaticHandler(routes, {
    future: { v7_relativeSplatPath: true, v7_throwAbortReason: true },
  });
  const page: Page = {
    manifest: build.assets,
    routeModules: Object.fromEntries(
      Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, route.module]] : [])),
    ) as EntryContext["routeModules"],
    future: build.future,
    isSpaMode: build.isSpaMode,
    serverHandoffString: "",
    serializeError: ({ message }) => ({ message }),
  };
  const leaves = leavesOf(build);
  const drawsAll = leaves.every(drawsPage);
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    if (searchParams.has("_data")) return other(request, context);
    const leaf = drawsAll ? undefined : matchRoutes(routes, pathname)?.at(-1)?.route;
    const response =
      leaf && !drawsPage(build.routes[leaf.id])
        ? await askRoute({ build, handler, routeId: leaf.id }, request, context)
        : await drawPage({ build, handler, page }, request, context);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

/** As Remix decides what is a page and what only answers. */
const drawsPage = (route: Route | undefined): boolean =>
  route?.module.default != null || route?.module.ErrorBoundary != null;

/** The routes without children. */
export function leavesOf({ routes }: ServerBuild): Route[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all.filter(({ id }) => !parents.has(id));
}

/** The routes below another as the router takes them; their loaders get the request itself. */
function dataRoutes(build: ServerBuild, parentId?: string): AgnosticDataRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive, module: { loader, action, handle, ErrorBoundary } }) => {
      const common = {
        id,
        path,
        handle,
        // The root always draws what nothing else does.
        hasErrorBoundary: parentId === undefined || ErrorBoundary != null,
        loader: loader as AgnosticDataRouteObject["loader"],
        action: action as AgnosticDataRouteObject["action"],
      };
      return index
        ? { ...common, index: true as const }
        : { ...common, caseSensitive, children: dataRoutes(build, id) };
    });
}

interface Drawing {
  build: ServerBuild;
  handler: StaticHandler;
  page: Page;
}

interface Asking extends Pick<Drawing, "build" | "handler"> {
  routeId: string;
}

/** What a route without a page answers: a file, JSON, a webhook's receipt. */
async function askRoute(
  { build, handler, routeId }: Asking,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  try {
    const answer: unknown = await handler.queryRoute(request, { routeId, requestContext: context });
    if (answer instanceof Response) return answer;
    throw new Error(`The route ${routeId} answered without a response`);
  } catch (error) {
    if (error instanceof Response) return error;
    noteError(build, error, request, context);
    return isRouteErrorResponse(error)
      ? new Response(error.statusText, { status: error.status, headers: PLAIN })
      : unexpected();
  }
}

async function drawPage(
  { build, handler, page }: Drawing,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const note = (error: unknown) => noteError(build, error, request, context);
  const draw = (drawn: StaticHandlerContext) =>
    build.entry.module.default(
      request,
      drawn.statusCode,
      cookiesOf(drawn),
      { ...page, staticHandlerContext: drawn as EntryContext["staticHandlerContext"] },
      context,
    );
  let drawn: StaticHandlerContext | Response;
  try {
    drawn = await handler.query(request, { requestContext: context });
  } catch (error) {
    note(error);
    return new Response(null, { status: 500 });
  }
  if (drawn instanceof Response) return drawn;
  for (const error of Object.values(drawn.errors ?? {})) if (!wasThrownAsAnswer(error)) note(error);
  drawn.errors = withoutWords(drawn.errors);
  try {
    return await draw(drawn);
  } catch (error) {
    note(error);
    const failed = getStaticContextFromError(handler.dataRoutes, drawn, error);
    failed.errors = withoutWords(failed.errors);
    try {
      return await draw(failed);
    } catch (again) {
      note(again);
      return unexpected();
    }
  }
}

function noteError(build: ServerBuild, error: unknown, request: Request, context: AppLoadContext): void {
  build.entry.module.handleError?.(error, { request, context, params: {} } as LoaderFunctionArgs);
}

const PLAIN = { "Content-Type": "text/plain" };
const unexpected = () => new Response("Unexpected Server Error", { status: 500, headers: PLAIN });

/** A thrown answer, which says itself what is wrong; the router's own have the error that they were made of. */
const wasThrownAsAnswer = (error: unknown): boolean =>
  isRouteErrorResponse(error) && !("error" in error && error.error);

/** What an unexpected error says is for the log only. */
function withoutWords(errors: StaticHandlerContext["errors"]): StaticHandlerContext["errors"] {
  return (
    errors &&
    Object.fromEntries(
      Object.entries(errors).map(([id, error]) => [
        id,
        error instanceof Error && !isRouteErrorResponse(error) ? new Error("Unexpected Server Error") : error,
      ]),
    )
  );
}

/** Of the headers of actions and loaders, those of the outer ones first; a page has no others. */
function cookiesOf({ matches, actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const cookies = matches.flatMap(({ route: { id } }) =>
    [actionHeaders[id], loaderHeaders[id]].flatMap((headers) => headers?.getSetCookie() ?? []),
  );
  const headers = new Headers();
  for (const cookie of new Set(cookies)) headers.append("Set-Cookie", cookie);
  return headers;
}
