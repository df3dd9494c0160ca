// The Vite configuration, of the build and of `npm run dev`.
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { browserFiles } from "./scripts/build/browser-files.ts";
import { future } from "./scripts/build/future.ts";
import { oneByteSources } from "./scripts/build/one-byte.ts";
import { ignoreWarnings, processes } from "./scripts/build/processes.ts";
import { resolvesMissingFiles } from "./scripts/dev/missing-files.ts";

export default defineConfig(({ command }) => ({
  configFile: false,
  plugins: [remix({ future }), oneByteSources(), browserFiles(), processes(), resolvesMissingFiles()],
  build: {
    cssMinify: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { onwarn: ignoreWarnings },
  },
  // Bundled libraries start faster in production; in development Node loads them faster than Vite.
  ssr: { noExternal: command === "build" ? ["temporal-polyfill", "kysely", "zod", "@conform-to/zod"] : [] },
}));
