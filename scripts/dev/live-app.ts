import { statSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { Express } from "express";
import type { Logger } from "pino";
import { createServer, type ViteDevServer } from "vite";
import type { Env } from "#app/config/env.server.ts";
import type { AppBuild } from "#app/server/app.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Modules that the app is loaded from: the pages with their entry, and the server around them. */
const BUILD = "virtual:remix/server-build";
const SERVER = "/app/server/app.ts";
const DROPPED_WITHIN_MS = 100;
const WATCHED = /^(app|migrations|sandbox|scripts)\//;

interface Options {
  settings: Env;
  log: Logger;
  /** @param path of the source file, from the project's root. */
  onChange(path: string): void;
}

interface Loaded {
  app: Express;
  stop(): Promise<void>;
}

/**
 * The whole express app, loaded by Vite from the sources and loaded again at the first request after a change. Only
 * modules that import a changed file are evaluated again. If the database handles are among them, the old ones are
 * closed: requests on the old app end first, so that no handle is closed in use and none is left open.
 */
export class LiveApp {
  readonly #options: Options;
  #vite: Promise<ViteDevServer>;
  #created: (vite: ViteDevServer) => void = () => {};
  #loaded: Loaded | undefined;
  #loading: Promise<Loaded> | undefined;
  #loadFailed = false;
  /** True if files were added or removed since the last load began. */
  #filesCame = false;
  readonly #running = new Set<ServerResponse>();

  constructor(options: Options) {
    this.#options = options;
    this.#vite = new Promise((resolve) => {
      this.#created = resolve;
    });
  }

  /** Starts Vite, whose socket to the browser shares the server's port, and loads the app. */
  async start(server: Server): Promise<void> {
    const vite = await createServer({
      root,
      configFile: join(root, "remix.config.js"),
      appType: "custom",
      logLevel: "warn",
      server: {
        middlewareMode: true,
        hmr: { server, overlay: false },
        cors: false,
        // The databases are beside the sources.
        fs: { allow: ["app", "public"].map((folder) => join(root, folder)) },
        watch: {
          ignored: ["bench", "build", "data", "docs", "tests"].map((folder) => join(root, folder, "**")),
        },
      },
      plugins: [withoutPrebundling],
    });
    vite.watcher.on("all", (event, file) => {
      const path = relative(root, file);
      if (!WATCHED.test(path)) return;
      if (event === "change") repeatDropped(vite, file);
      else this.#filesCame = true;
      vite.ws.send({ type: "full-reload" });
      this.#options.onChange(path);
    });
    this.#created(vite);
    await this.#current().catch((error) =>
      this.#options.log.error({ err: error }, "the app cannot be loaded"),
    );
  }

  readonly handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const { app } = await this.#current();
      // The client may have left while the app loaded: its body would never end, nor its response close.
      if (res.closed || req.destroyed) return;
      this.#running.add(res);
      res.once("close", () => this.#running.delete(res));
      app(req, res);
    } catch (error) {
      await this.#showFailure(req, res, error);
    }
  };

  async stop(): Promise<void> {
    await this.#loaded?.stop();
    await (await this.#vite).close();
  }

  async #current(): Promise<Loaded> {
    const vite = await this.#vite;
    if (this.#loaded && !this.#loading && [BUILD, SERVER].every((url) => isLoaded(vite, url)))
      return this.#loaded;
    this.#loading ??= this.#loadLatest(vite).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Loads again if files changed meanwhile: Vite would keep the result, or the error, of the old ones. */
  async #loadLatest(vite: ViteDevServer): Promise<Loaded> {
    for (;;) {
      await Promise.all(
        [...this.#running].map((res) => new Promise((resolve) => res.once("close", resolve))),
      );
      if (this.#loadFailed) invalidateFailed(vite);
      this.#filesCame = false;
      const before = invalidatedAt(vite);
      const [result] = await Promise.allSettled([this.#load(vite)]);
      this.#loadFailed = result.status === "rejected";
      if (invalidatedAt(vite) !== before) invalidateEntries(vite);
      else if (result.status === "fulfilled") return result.value;
      else if (!this.#filesCame) throw result.reason;
    }
  }

  async #load(vite: ViteDevServer): Promise<Loaded> {
    const build = (await vite.ssrLoadModule(BUILD)) as ServerBuild;
    const { createApp } = (await vite.ssrLoadModule(SERVER)) as typeof import("#app/server/app.ts");
    const entry = build.entry.module as unknown as Omit<AppBuild, "build">;
    // A new `stop` comes with new handles, or with the same ones, which the next request opens again.
    if (this.#loaded && this.#loaded.stop !== entry.stop) await this.#loaded.stop();
    const { settings, log } = this.#options;
    const app = createApp({ settings, app: { ...entry, build }, files: vite.middlewares, log });
    this.#loaded = { app, stop: entry.stop };
    return this.#loaded;
  }

  /** Shows a page that reloads itself after the next change. */
  async #showFailure(req: IncomingMessage, res: ServerResponse, error: unknown): Promise<void> {
    const vite = await this.#vite;
    vite.middlewares(req, res, () => {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const text = stack.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      res.writeHead(500, { "Content-Type": "text/html; charset=utf-8" });
      res.end(`<!DOCTYPE html><script type="module" src="/@vite/client"></script><pre>${text}</pre>`);
    });
  }
}

const graphOf = (vite: ViteDevServer) =>
  (vite.environments.ssr as ViteDevServer["environments"]["ssr"]).moduleGraph;

function moduleOf(vite: ViteDevServer, url: string) {
  const graph = graphOf(vite);
  return [url, `\0${url}`]
    .map((id) => graph.getModuleById(id) ?? graph.urlToModuleMap.get(id))
    .find((module) => module !== undefined);
}

const isLoaded = (vite: ViteDevServer, url: string) => moduleOf(vite, url)?.ssrModule != null;

/** Returns the time of the last change in the app's files: an invalidation reaches all importers. */
const invalidatedAt = (vite: ViteDevServer) =>
  Math.max(
    ...[BUILD, SERVER].flatMap((url) => {
      const module = moduleOf(vite, url);
      return module ? [module.lastHMRTimestamp, module.lastInvalidationTimestamp] : [0];
    }),
  );

/** Repeats a change that the watcher drops because it follows another one of the same file within 50 ms. */
function repeatDropped(vite: ViteDevServer, file: string): void {
  const modified = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  const before = modified();
  setTimeout(() => {
    if (modified() === before) return;
    vite.watcher.emit("change", file);
    vite.watcher.emit("all", "change", file);
  }, DROPPED_WITHIN_MS);
}

function invalidateEntries(vite: ViteDevServer): void {
  for (const url of [BUILD, SERVER]) {
    const module = moduleOf(vite, url);
    if (module) graphOf(vite).invalidateModule(module);
  }
}

/**
 * Invalidates failed modules: Vite keeps a module's error, and does not know which modules imported a file that did not
 * exist.
 */
function invalidateFailed(vite: ViteDevServer): void {
  const graph = graphOf(vite);
  for (const module of graph.idToModuleMap.values()) if (module.ssrError) graph.invalidateModule(module);
}

/** Remix asks Vite to bundle React for the browser, where no page loads it. */
const withoutPrebundling = {
  name: "without-prebundling",
  enforce: "post",
  config(config: { optimizeDeps?: object }) {
    config.optimizeDeps = { noDiscovery: true, include: [] };
  },
} as const;
