// The Vite configuration, under the name that the design card gives it.
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { processes, withoutComments } from "./scripts/build/processes.ts";

export default defineConfig({
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
    processes(),
  ],
  build: {
    cssMinify: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { onwarn: withoutComments },
  },
  ssr: { noExternal: ["temporal-polyfill", "kysely", "zod", "@conform-to/zod"] },
});
