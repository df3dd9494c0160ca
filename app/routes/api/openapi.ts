import type { LoaderFunctionArgs } from "@remix-run/node";
import { hashOf } from "#app/runtime/ids.server.ts";
import { openApiDocument } from "./document.server.ts";

/** Sends the document of the JSON calls; browsers and proxies keep it for an hour. */
export function loader({ request }: LoaderFunctionArgs) {
  const { text, etag } = document();
  const headers = { ETag: etag, "Cache-Control": "public, max-age=3600" };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "application/json; charset=utf-8" } });
}

let made: { text: string; etag: string } | undefined;

/** Builds the document once per process. */
function document() {
  if (!made) {
    const text = JSON.stringify(openApiDocument());
    made = { text, etag: `"${hashOf(text)}"` };
  }
  return made;
}
