import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchBrowserServer } from "./browser.ts";
import { freePort, type RunningServer, startServer } from "./server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Answers `/demo` and `/chromium` with their addresses, and starts them at the first request. */
    browserProject: string;
  }
}

/** Location of the shared demo. */
export interface DemoAddress {
  url: string;
  dataDir: string;
}

/** Starts one demo server and one Chromium for all files of the browser project, at the first request. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let demo: Promise<RunningServer> | undefined;
  let chromium: Promise<BrowserServer> | undefined;
  const answers: Record<string, () => Promise<unknown>> = {
    "/demo": async () => {
      demo ??= startDemo(project.config.env.TMPDIR ?? tmpdir());
      const { url, dataDir } = await demo;
      return { url: named(url), dataDir } satisfies DemoAddress;
    },
    "/chromium": async () => {
      chromium ??= launchBrowserServer();
      return (await chromium).wsEndpoint();
    },
  };
  const door = createServer(async (request, response) => {
    try {
      response.end(JSON.stringify(await answers[request.url ?? ""]?.()));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    }
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  project.provide("browserProject", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  return async () => {
    door.close();
    await Promise.allSettled([demo?.then((server) => server.stop()), chromium?.then((one) => one.close())]);
  };
}

async function startDemo(folder: string): Promise<RunningServer> {
  const port = await freePort();
  return startServer({
    demo: true,
    port,
    dataDir: mkdtempSync(join(folder, "goodside-demo-")),
    env: { APP_URL: named(`http://127.0.0.1:${port}`) },
  });
}

/** Browsers accept passkeys for names only. */
const named = (url: string) => url.replace("127.0.0.1", "localhost");
