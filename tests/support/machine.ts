import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { World } from "./world.ts";

/**
 * Second machine of a world: a process of its own with the whole built app. It shares with the first one only what a
 * real one would: with PostgreSQL the database and the installation's key, with files the data folder.
 */
export interface Machine {
  ask(path: string, options?: AskOptions): Promise<Response>;
  /** Calls an export of a module, with the machine's platform first. */
  call(module: string, name: string, ...more: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

export type AskOptions = Omit<NonNullable<Parameters<World["ask"]>[1]>, "body">;
type Work = { ask: { path: string; options?: AskOptions } } | { call: [string, string, unknown[]] };
export type Order = { id: number } & Work;
export interface Answer {
  id: number;
  error?: string;
  response?: { status: number; headers: [string, string][]; text: string };
  result?: unknown;
}

const file = fileURLToPath(new URL("machine-process.ts", import.meta.url));

export async function startMachine(world: World): Promise<Machine> {
  const { installationKey } = await import("#app/runtime/installation-key.server.ts");
  const own = mkdtempSync(join(tmpdir(), "goodside-machine-"));
  const isShared = process.env.DATABASE_URL !== undefined;
  const child = fork(file, {
    execArgv: ["--import", "tsx", "--disable-warning=ExperimentalWarning"],
    env: {
      ...process.env,
      DATA_DIR: isShared ? own : world.dataDir,
      INSTALLATION_KEY: process.env.INSTALLATION_KEY ?? installationKey(),
    },
  });
  const open = new Map<number, (answer: Answer) => void>();
  child.on("message", (answer: Answer) => open.get(answer.id)?.(answer));
  await once(child, "message");
  let last = 0;
  const send = async (work: Work): Promise<Answer> => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => open.set(id, resolve));
    child.send({ id, ...work } satisfies Order);
    const answer = await answered;
    open.delete(id);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
  return {
    ask: async (path, options) => {
      const { response } = await send({ ask: { path, options } });
      if (!response) throw new Error("No response");
      const { status, headers, text } = response;
      const isBodyless = status === 204 || status === 304 || text === "";
      return new Response(isBodyless ? null : text, { status, headers });
    },
    call: async (module, name, ...more) => (await send({ call: [module, name, more] })).result,
    stop: async () => {
      await ended(child);
      rmSync(own, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}
