import { Worker } from "node:worker_threads";
import { type Counts, takeOverCounts } from "#app/observability/metrics.server.ts";
import { type Failure, fromFailure } from "./failure.server.ts";

/** A thread holds its memory for so long after its last piece of work: the next step of an import comes soon, or never. */
const IDLE_MS = 60_000;

/** What a thread is asked, and what it answers: plain values only. */
export interface Question {
  name: string;
  input: unknown;
}
export type Answer = { counts: Counts } & ({ value: unknown } | { failure: Failure });

/** The thread ended before it had answered: what it was doing is rolled back, and the next work gets another thread. */
export class ThreadEnded extends Error {
  override name = "ThreadEnded";
  readonly code = "THREAD_ENDED";
}

/**
 * A worker thread that is started when it is first needed, does one thing after the other, and is ended when nobody
 * has needed it for a minute. Its death is the failure of the one piece of work that it was doing.
 */
export class WarmThread {
  readonly #file: URL;
  readonly #memoryMb: number;
  #worker: Worker | undefined;
  #asked: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** @param memoryMb what its objects may take; more ends the thread, not the process. */
  constructor(file: URL, { memoryMb }: { memoryMb: number }) {
    this.#file = file;
    this.#memoryMb = memoryMb;
  }

  /**
   * Has one thing done, after those that were asked for before.
   * @param transfer buffers in `input` that are handed over instead of copied.
   * @throws what the work threw, as far as it can cross; ThreadEnded
   */
  run(question: Question, transfer: ArrayBuffer[] = []): Promise<unknown> {
    const done = this.#last.then(() => this.#ask(question, transfer));
    const over = () => this.#rest();
    this.#last = done.then(over, over);
    return done;
  }

  /** Ends the thread once it has done what it was asked. It starts again when somebody needs it. */
  async end(): Promise<void> {
    for (let last: unknown; last !== this.#last; await last) last = this.#last;
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #ask(question: Question, transfer: ArrayBuffer[]): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#asked = { resolve, reject };
      worker.postMessage(question, transfer);
    });
    takeOverCounts(answer.counts);
    if ("failure" in answer) throw fromFailure(answer.failure);
    return answer.value;
  }

  /** An idle thread keeps no process alive. */
  #rest(): void {
    this.#asked = undefined;
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      name: "imports",
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    const lost = (cause?: unknown) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#asked?.reject(new ThreadEnded("A worker thread ended in the middle of its work", { cause }));
    };
    worker.on("message", (answer: Answer) => this.#asked?.resolve(answer));
    worker.once("error", lost);
    worker.once("exit", () => lost());
    return worker;
  }
}
