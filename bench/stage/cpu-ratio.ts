import type { Figure } from "../row.ts";
import { openApp } from "./app.ts";
import { season } from "./season.ts";
import { type Server, startServer } from "./server.ts";

const WARM_UP = 250;
const ROUNDS = 5;
const REQUESTS = 100;
const AT_ONCE = 4;

let servers: Promise<{ app: Server; anchor: Server }> | undefined;

/** Ours and the anchor, over the same data. */
function both() {
  servers ??= (async () => {
    const { dataDir } = await season();
    const app = await openApp();
    const anchor = await startServer("anchor", dataDir, "/dashboard");
    return { app, anchor };
  })();
  return servers;
}

/** CPU a request of ours against the anchor's, for one page as its manager sees it: measured in turn. */
export async function cpuAgainstAnchor(path: string): Promise<Figure> {
  const { app, anchor } = await both();
  const { cookies } = await season();
  await sameAnswer(app, anchor, path, cookies.manager);
  await load(app, path, cookies.manager, WARM_UP);
  await load(anchor, path, cookies.manager, WARM_UP);
  const spent = { app: 0, anchor: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    spent.app += await load(app, path, cookies.manager, REQUESTS);
    spent.anchor += await load(anchor, path, cookies.manager, REQUESTS);
  }
  const each = (ms: number) => (ms / (ROUNDS * REQUESTS)).toFixed(2);
  return { figure: spent.app / spent.anchor, note: `${each(spent.app)} ms against ${each(spent.anchor)} ms` };
}

/** @returns the CPU time that the server took for it, in milliseconds. */
async function load(server: Server, path: string, cookie: string, requests: number): Promise<number> {
  const before = server.cpuMs();
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await server.ask(path, { Cookie: cookie });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return server.cpuMs() - before;
}

/** Two servers that show something else would compare nothing. */
async function sameAnswer(app: Server, anchor: Server, path: string, cookie: string): Promise<void> {
  const shown = async (server: Server) => {
    const { status, body } = await server.ask(path, { Cookie: cookie, "Accept-Encoding": "identity" });
    if (status !== 200) throw new Error(`${path} answered ${status}:\n${body}`);
    const html = body.toString();
    return (
      html
        .slice(html.indexOf("<body"))
        .replaceAll("<!-- -->", "")
        // Only ours says that this is no production.
        .replace(/<aside class="demo-bar".*?<\/aside>/, "")
        .replace(/<\/body>.*$/s, "")
    );
  };
  const [ours, stock] = [await shown(app), await shown(anchor)];
  if (ours !== stock) throw new Error(`${path} is not the same page:\n${firstDifference(ours, stock)}`);
}

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  return `ours:   ${part(one)}\nanchor: ${part(other)}`;
}
