import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "vite";
import { BUILT_PROCESSES } from "./fresh.mjs";
import { oneByteSources } from "./one-byte.ts";

const ENTRIES = {
  start: "scripts/start.ts",
  serve: "scripts/serve.ts",
  jobs: "scripts/jobs.ts",
  "scripts-worker": "scripts/workers/worker.ts",
  imports: "app/journeys/imports/import-worker.server.ts",
  evidence: "app/journeys/evidence/check-worker.server.ts",
  print: "app/print/print-worker.server.ts",
};

/**
 * Builds the long-running processes and the workers along with the pages. Compiling TypeScript while it loads would
 * cost each of them a thread, some 80 MB and a second at the start.
 */
export function processes(): Plugin {
  let root = "";
  let isServer = false;
  return {
    name: "processes",
    apply: "build",
    configResolved(config) {
      root = config.root;
      isServer = Boolean(config.build.ssr);
    },
    async closeBundle() {
      if (isServer) await buildProcesses(root);
    },
  };
}

async function buildProcesses(root: string): Promise<void> {
  const outDir = join(root, BUILT_PROCESSES);
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [sourceAddresses(outDir), oneByteSources()],
    build: {
      ssr: true,
      outDir,
      target: "es2022",
      rollupOptions: {
        onwarn: ignoreWarnings,
        // The image has none.
        external: [/\/sandbox\//],
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" },
      },
    },
    ssr: { noExternal: ["temporal-polyfill", "kysely", "zod"] },
  });
}

/** Warnings about zod's annotations, whose text Rollup cannot parse, and about the chunks of browser-files.ts. */
const IGNORED = ["INVALID_ANNOTATION", "EMPTY_BUNDLE"];

/** Passes all other warnings of Rollup on. */
export function ignoreWarnings(warning: { code?: string }, warn: (warning: never) => void): void {
  if (!IGNORED.includes(warning.code ?? "")) warn(warning as never);
}

/** Keeps `import.meta.url` the address of the source file, so that files relative to it are found after the build. */
function sourceAddresses(outDir: string): Plugin {
  return {
    name: "source-addresses",
    resolveImportMeta(property, { moduleId, chunkId }) {
      if (property !== "url") return null;
      const path = relative(dirname(join(outDir, chunkId)), moduleId);
      return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
    },
  };
}
