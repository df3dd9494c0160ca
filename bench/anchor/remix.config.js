// The anchor: a stock Remix app over the same loaders and views, built and served as Remix's own template does it.
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

const stockEngine = fileURLToPath(new URL("file-engine.server.ts", import.meta.url));

export default defineConfig({
  configFile: false,
  plugins: [
    {
      name: "stock-engine",
      enforce: "pre",
      resolveId: (id, importer) =>
        id.endsWith("/file-engine.server.ts") && importer !== stockEngine ? stockEngine : undefined,
    },
    remix({
      appDirectory: "bench/anchor",
      buildDirectory: "build/anchor",
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
      },
    }),
  ],
  build: { cssMinify: true, target: "es2022" },
  ssr: { noExternal: ["temporal-polyfill"] },
});
