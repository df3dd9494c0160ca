import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { requestContext } from "./request-context.ts";
import { cutByFirstWord } from "./route-groups.ts";

/** Hands requests to Remix. */
export function pages(build: ServerBuild): RequestHandler {
  const buildFor = cutByFirstWord(build);
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    const part = buildFor(req.path);
    let handler = handlers.get(part);
    if (!handler) {
      handler = createRequestHandler({
        build: part,
        mode: "production",
        getLoadContext: (...request) => ({ ...requestContext(...request) }),
      }) as RequestHandler;
      handlers.set(part, handler);
    }
    return handler(req, res, next);
  };
}
