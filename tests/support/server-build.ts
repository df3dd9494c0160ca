/**
 * Builds `build/server`, or the folder in its argument, for tests that only request pages, in a tenth of the time of
 * `npm run build`: by esbuild, and without the browser's files and the processes. Workers then run from their sources.
 */
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, parse } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { configRoutesToRouteManifest } from "@remix-run/dev/dist/config/routes.js";
import { build, type Loader, type Plugin } from "esbuild";
import config from "#app/routes.ts";
import { BUILT_PROCESSES } from "#scripts/build/fresh.mjs";
import { future } from "#scripts/build/future.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const app = join(root, "app");

/** Writes the module that Remix's plugin provides as `virtual:remix/server-build`. */
function serverBuild(): string {
  const routes = [
    { id: "root", path: "", file: "root.tsx" },
    ...Object.values(configRoutesToRouteManifest(config)),
  ];
  const imports = routes.map(({ file }, index) => `import * as route${index} from "./${file}";`);
  const facts = routes.map(({ file, ...route }, index) => `[${JSON.stringify(route)}, route${index}]`);
  return `
    import * as module from "./entry.server.tsx";
    ${imports.join("\n")}
    const all = [${facts}];
    const byId = (of) => Object.fromEntries(all.map(([route, module]) => [route.id, { ...route, ...of(module) }]));
    export const entry = { module };
    export const routes = byId((module) => ({ module }));
    export const assets = {
      entry: { module: "", imports: [] },
      routes: byId(({ loader, action, ErrorBoundary }) => ({
        module: "",
        hasLoader: Boolean(loader),
        hasAction: Boolean(action),
        hasErrorBoundary: Boolean(ErrorBoundary),
      })),
      url: "",
      version: "",
    };
    export const future = ${JSON.stringify(future)};
    export const [mode, basename, publicPath, assetsBuildDirectory] = ["production", "/", "/", "build/client"];
    export const isSpaMode = false;`;
}

/**
 * Handles Vite's suffixes: a stylesheet or a picture as text, or the address of a file that this build does not write.
 */
const suffixes: Plugin = {
  name: "suffixes",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?(inline|raw|url|worker&url)$/ }, ({ path, importer }) => {
      const [file = "", suffix] = path.split("?");
      return { path: createRequire(importer).resolve(file), namespace: suffix };
    });
    onLoad({ filter: /./, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path),
      loader: "text",
    }));
    onLoad({ filter: /./, namespace: "inline" }, async ({ path }) => {
      const sheet = await build({ entryPoints: [path], bundle: true, minify: true, write: false });
      return { contents: sheet.outputFiles[0]?.text ?? "", loader: "text" };
    });
    const unwritten = ({ path }: { path: string }) => {
      const { name, ext } = parse(path);
      return { contents: `/assets/${name}-unwritten${ext.replace("ts", "js")}`, loader: "text" } as const;
    };
    onLoad({ filter: /./, namespace: "url" }, unwritten);
    onLoad({ filter: /./, namespace: "worker&url" }, unwritten);
  },
};

/** Keeps `import.meta.url` the address of the source file, beside which workers find theirs. */
const sourceAddresses: Plugin = {
  name: "source-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\/app\/.*\.tsx?$/, namespace: "file" }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes("import.meta.url")) return null;
      const contents = text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: extname(path).slice(1) as Loader };
    });
  },
};

const [folder = "build/server"] = process.argv.slice(2);
// `npm start` must not take this for a whole build.
if (folder === "build/server") await rm(join(root, BUILT_PROCESSES), { recursive: true, force: true });
await build({
  stdin: { contents: serverBuild(), resolveDir: app },
  outfile: join(root, folder, "index.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2022",
  packages: "external",
  define: { "import.meta.env.DEV": "false" },
  logLevel: "warning",
  plugins: [suffixes, sourceAddresses],
});
