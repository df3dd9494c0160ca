import { dirname, join, relative } from "node:path";
import { build, type Plugin } from "vite";
import { BUILT_PROCESSES } from "./fresh.mjs";

const ENTRIES = {
  serve: "scripts/serve.ts",
  jobs: "scripts/jobs.ts",
  "scripts-worker": "scripts/workers/worker.ts",
  imports: "app/journeys/schedule-import/import-worker.server.ts",
};

/**
 * Bundles what runs long or often, together with the pages: web process, jobs process and worker threads. Compiling
 * TypeScript at load costs each process a thread of its own, some 80 MB and a second of its start.
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
    plugins: [sourceAddresses(outDir)],
    build: {
      ssr: true,
      outDir,
      target: "es2022",
      rollupOptions: {
        onwarn: withoutComments,
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "parts/[name]-[hash].js" },
      },
    },
    ssr: { noExternal: ["temporal-polyfill", "kysely", "zod"] },
  });
}

/** Rollup warns about each comment of Zod's between its bundler hints; these warnings are dropped. */
export function withoutComments(warning: { code?: string }, warn: (warning: never) => void): void {
  if (warning.code !== "INVALID_ANNOTATION") warn(warning as never);
}

/** Keeps `import.meta.url` the source's address, so that files are found from there, built or not. */
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
