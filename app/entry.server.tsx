import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  HandleErrorFunction,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { KeptPage, LiteMode } from "#app/ui/shell/root-data.ts";
import { ClubUnavailable } from "./db/club-unavailable.server.ts";
import { log } from "./observability/log.server.ts";
import { redactAddress } from "./observability/redact.ts";
import type { PageHandle } from "./root.tsx";
import { outOfResourcesStatus } from "./runtime/out-of-resources.server.ts";
import { pageHeaders } from "./server/page-headers.server.ts";
import { accentStyle } from "./styles/accent.server.ts";
import {
  adminStyle,
  bareStyle,
  extraStyles,
  fieldStyle,
  landingStyle,
  parentStyle,
} from "./styles/inline.server.ts";
import { InlineStyles } from "./styles/inline-styles.ts";
import { ReferenceNumber } from "./ui/shell/error-page.tsx";

export * as metrics from "./observability/metrics.server.ts";
export { health, stop } from "./server/health.server.ts";
export { pageTag } from "./server/page-tag.server.ts";

/** Renders whole pages to static markup: streaming would hold memory for its abort timer, and no page hydrates. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  const trouble = troubles.get(context);
  if (trouble) return handleTrouble(trouble, { request, headers, remix, context });
  return renderPage(request, status, headers, remix, context);
}

const inlineStyles = {
  bare: bareStyle.css,
  field: fieldStyle.css,
  parent: parentStyle.css,
  landing: landingStyle.css,
  admin: adminStyle.css,
};

/** Status of requests whose page replaces their answer, from `handleError` to the page. */
const troubles = new WeakMap<AppLoadContext, number>();

/**
 * Answers with an error page for an address without a page of its own, or for a machine that cannot save or open
 * anything now.
 */
function handleTrouble(
  status: number,
  page: { request: Request; headers: Headers; remix: EntryContext; context: AppLoadContext },
): Response {
  const { staticHandlerContext: drawn } = page.remix;
  const error = { status, statusText: "", data: "", internal: false };
  drawn.errors = Object.fromEntries(Object.keys(drawn.errors ?? {}).map((route) => [route, error]));
  if (status >= 500) page.headers.set("Retry-After", "120");
  return renderPage(page.request, status, page.headers, page.remix, page.context);
}

function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Response {
  const accent = context.clubColor ? accentStyle(context.clubColor) : undefined;
  const { extra: named, frames } = handleOf(remix);
  const extra = named && extraStyles[named];
  const html = renderToStaticMarkup(
    <ReferenceNumber.Provider value={context.requestId}>
      <InlineStyles.Provider value={{ ...inlineStyles, extra: extra?.css, accent: accent?.css }}>
        <LiteMode.Provider value={context.lite === true}>
          <KeptPage.Provider value={context.kept === true}>
            <RemixServer context={remix} url={request.url} />
          </KeptPage.Provider>
        </LiteMode.Provider>
      </InlineStyles.Provider>
    </ReferenceNumber.Provider>,
  );
  pageHeaders(headers, { extra, accent, frames, lite: context.lite });
  // Remix drops the headers of thrown answers. An overloaded form recovers in seconds; broken things take longer.
  const refused = !remix.staticHandlerContext.errors;
  if (status === 503 && !headers.has("Retry-After")) headers.set("Retry-After", refused ? "10" : "120");
  const body = `<!DOCTYPE html>${[422, 429].includes(status) || (status === 503 && refused) ? titledAsError(html) : html}`;
  const bodiless = request.method === "HEAD" || context.sendPage !== undefined;
  if (request.method !== "HEAD") context.sendPage?.(body);
  return new Response(bodiless ? null : body, { status, headers });
}

function handleOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle {
  return (routeModules[staticHandlerContext.matches.at(-1)?.route.id ?? ""]?.handle ?? {}) as PageHandle;
}

/** Marks a refused form in the title, which screen readers read first. */
function titledAsError(html: string): string {
  return html.replace(/<title[^>]*>/, "$&Error: ");
}

/**
 * Logs unexpected errors with their stack and the request's number, which the error page shows. Thrown answers (404,
 * 403, 503), aborted requests and bodies over the limit are not errors.
 */
export const handleError: HandleErrorFunction = (
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (error instanceof Response) {
    if (context) troubles.set(context, error.status);
    return;
  }
  if (error instanceof Error && error.name === "BodyTooLarge") return;
  const trouble = error instanceof ClubUnavailable ? 503 : outOfResourcesStatus(error);
  if (trouble && context) troubles.set(context, trouble);
  const { pathname } = new URL(request.url);
  log.error(
    { requestId: context?.requestId, method: request.method, path: redactAddress(pathname), err: error },
    "unexpected error",
  );
};
