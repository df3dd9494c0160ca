import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * Gives a file of app/ its final id before it exists: Vite would keep the unresolved one for good. A plugin of the
 * configuration file, because Remix reads the exports of pages with a second Vite that it makes from that file.
 */
export function resolvesMissingFiles(): Plugin {
  return {
    name: "resolves-missing-files",
    enforce: "pre",
    apply: "serve",
    resolveId: (id) =>
      /^\/app\/[^?]+\.tsx?$/.test(id) ? fileURLToPath(new URL(`../..${id}`, import.meta.url)) : undefined,
  };
}
