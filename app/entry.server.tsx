import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { pageHeaders } from "./page-headers.server.ts";
import { inlineStyles } from "./styles/inline.server.ts";
import { InlineStyles } from "./styles/inline-styles.ts";

export { health, stop } from "./health.server.ts";

/** The page is rendered whole: no stream, and so no timer that would hold its memory for five seconds. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  _context: AppLoadContext,
): Response {
  const html = renderToString(
    <InlineStyles.Provider value={inlineStyles}>
      <RemixServer context={remix} url={request.url} />
    </InlineStyles.Provider>,
  );
  pageHeaders(headers);
  return new Response(request.method === "HEAD" ? null : `<!DOCTYPE html>${html}`, { status, headers });
}
