/** Serves the anchor as Remix's express template does: compression, static files, request log, Remix. */
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import { requestContext } from "#app/server/request-context.ts";

const root = new URL("../../build/anchor/", import.meta.url);
const build = (await import(new URL("server/index.js", root).href)) as ServerBuild;
const server = express();
server.disable("x-powered-by");
server.use(compression());
server.use(
  "/assets",
  express.static(fileURLToPath(new URL("client/assets", root)), { immutable: true, maxAge: "1y" }),
);
server.use((req, res, next) => {
  res.on("finish", () => console.log(`${req.method} ${req.originalUrl} ${res.statusCode}`));
  next();
});
const handler = createRequestHandler({
  build,
  mode: "production",
  // Our loaders require it.
  getLoadContext: (req, res) => {
    Object.assign(res.locals, { requestId: "anchor", notes: {} });
    return { ...requestContext(req, res) };
  },
});
server.all("*", handler);
const listening = server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("SIGTERM", () => {
  listening.close(() => process.exit(0));
  listening.closeAllConnections();
});
