import { env } from "#app/config/env.server.ts";
import { closePlatform, platform } from "#app/db/storage/platform.server.ts";
import type { Answer, Order } from "./machine.ts";
import { World } from "./world.ts";

/** Process of a machine (machine.ts): runs any number of orders at once, until it is released. */

const open = await platform();
const world = new World(env().dataDir, open, closePlatform);

async function doneWith(order: Order): Promise<Omit<Answer, "id">> {
  if ("ask" in order) {
    const response = await world.ask(order.ask.path, order.ask.options);
    return {
      response: {
        status: response.status,
        headers: [...response.headers],
        text: await response.text(),
      },
    };
  }
  const [module, name, more] = order.call;
  const exported: Record<string, unknown> = await import(module);
  const work = exported[name];
  if (typeof work !== "function") throw new Error(`${module} has no ${name}`);
  return { result: await work(open, ...more) };
}

process.on("message", async (order: Order) => {
  const answer = await doneWith(order).catch((error: unknown) => ({ error: String(error) }));
  process.send?.({ id: order.id, ...answer });
});
process.once("disconnect", () => void closePlatform().finally(() => process.exit(0)));
process.send?.({ id: 0 });
