import { fileURLToPath } from "node:url";
import { move, Piscina, transferableSymbol, valueSymbol } from "piscina";
import { type Counts, handOverCounts, takeOverCounts } from "#app/observability/metrics.server.ts";
import { MINUTE_MS } from "./durations.ts";

/** Idle workers end after this time and free their memory. */
const IDLE_MS = MINUTE_MS;

interface WorkerPoolOptions {
  /** A module whose default export is a `workerEntry`. TypeScript is compiled in the worker. */
  entry: URL;
  threads: number;
  /** A worker whose heap grows beyond this ends; the process does not. */
  memoryMb?: number;
  errorClasses?: ErrorClasses;
}

type Outcome<Value> = { counts: Counts } & ({ value: Value } | { error: PackedError });

/** The worker ended before it answered. Its transaction is rolled back, and the next task gets a new worker. */
export class WorkerDied extends Error {
  override name = "WorkerDied";
  readonly code = "WORKER_DIED";
}

/** Worker threads that start with the first task, and each do one task at a time. */
export class WorkerPool<Task, Value> {
  readonly #options: WorkerPoolOptions;
  #pool: Piscina<Task, Outcome<Value>> | undefined;
  #running = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a task after those that wait already.
   * @param options.transfer buffers in `task` that are transferred instead of copied.
   * @param options.signal ends the task, and its worker, when it is aborted.
   * @throws WorkerDied, also for an aborted task, and the task's error
   */
  async run(task: Task, options: { transfer?: ArrayBuffer[]; signal?: AbortSignal } = {}): Promise<Value> {
    const outcome = await this.#post(task, options);
    takeOverCounts(outcome.counts);
    if ("error" in outcome) throw unpackError(outcome.error, this.#options.errorClasses);
    return outcome.value;
  }

  /** Ends the workers once their tasks are done. The next task starts new ones. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const pool = this.#pool;
    this.#pool = undefined;
    await pool?.close();
  }

  async #post(
    task: Task,
    { transfer = [], signal }: { transfer?: ArrayBuffer[]; signal?: AbortSignal },
  ): Promise<Outcome<Value>> {
    clearTimeout(this.#idle);
    this.#running += 1;
    try {
      this.#pool ??= this.#start();
      return await this.#pool.run(task, { transferList: transfer, signal: signal ?? null });
    } catch (cause) {
      throw new WorkerDied("A worker ended in the middle of its task", { cause });
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  #start(): Piscina<Task, Outcome<Value>> {
    const { entry, threads, memoryMb } = this.#options;
    const isTypeScript = entry.pathname.endsWith(".ts");
    const file = isTypeScript ? new URL("./worker-from-sources.mjs", import.meta.url) : entry;
    const pool = new Piscina<Task, Outcome<Value>>({
      filename: fileURLToPath(file),
      workerData: { entry: entry.href },
      execArgv: [],
      // piscina replaces a dead worker only up to the minimum: with fewer, queued tasks would wait forever.
      minThreads: threads,
      maxThreads: threads,
      stricterFIFO: true,
      // An idle worker keeps its event loop, so its log lines are written at once.
      atomics: "disabled",
      resourceLimits: memoryMb ? { maxOldGenerationSizeMb: memoryMb } : {},
    });
    // A replacement that cannot even start: piscina would never answer the queued tasks.
    pool.on("error", () => {
      if (this.#pool === pool) this.#pool = undefined;
      void pool.destroy();
    });
    return pool;
  }
}

/** Makes a worker's default export from the function that does its tasks. A returned Uint8Array is transferred. */
export function workerEntry<Task, Value>(work: (task: Task) => Promise<Value>) {
  return async (task: Task) => {
    const result = await work(task).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: packError(error) }),
    );
    const bytes = "value" in result && result.value instanceof Uint8Array ? [result.value.buffer] : [];
    const outcome: Outcome<Value> = { ...result, counts: await handOverCounts() };
    return move({ [transferableSymbol]: bytes, [valueSymbol]: outcome });
  };
}

/** An error for transfer between threads, where structured cloning would drop its class and its fields. */
interface PackedError {
  name: string;
  message: string;
  stack: string | undefined;
  /** Own fields with plain values, such as `code`. */
  fields: Record<string, unknown>;
  cause: PackedError | undefined;
}

/** Error classes that survive the transfer, by their name; any other error arrives as a plain `Error`. */
type ErrorClasses = Record<string, { prototype: Error }>;

function packError(thrown: unknown): PackedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  const plain = Object.entries(error).filter(([, value]) => Object(value) !== value);
  return {
    name,
    message,
    stack,
    fields: Object.fromEntries(plain),
    cause: cause === undefined ? undefined : packError(cause),
  };
}

function unpackError(packed: PackedError, classes: ErrorClasses = {}): Error {
  const { name, message, stack, fields, cause } = packed;
  const error = new Error(message, cause && { cause: unpackError(cause, classes) });
  Object.setPrototypeOf(error, classes[name]?.prototype ?? Error.prototype);
  return Object.assign(error, { name, stack }, fields);
}
