// The Vite configuration, of the build and of `npm run dev`.
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { browserFiles } from "./scripts/build/browser-files.ts";
import { oneByteSources } from "./scripts/build/one-byte.ts";
import { ignoreAnnotations, processes } from "./scripts/build/processes.ts";
import { resolvesMissingFiles } from "./scripts/dev/missing-files.ts";

export default defineConfig(({ command }) => ({
  configFile: false,
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
    oneByteSources(),
    browserFiles(),
    processes(),
    resolvesMissingFiles(),
  ],
  build: {
    cssMinify: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { onwarn: ignoreAnnotations },
  },
  // Bundled libraries start faster in production; in development Node loads them faster than Vite.
  ssr: { noExternal: command === "build" ? ["temporal-polyfill", "kysely", "zod", "@conform-to/zod"] : [] },
}));
