import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { clockFile } from "#app/runtime/clock.server.ts";

/** The app's clock for the stubs: an offset in a file that every process of the app reads. */
export class SandboxClock {
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = clockFile(dataDir);
  }

  /** Returns how far the app's clock is ahead of the real one, in milliseconds. */
  offset(): number {
    if (!existsSync(this.#file)) return 0;
    const offset = Number(readFileSync(this.#file, "utf8"));
    return Number.isFinite(offset) ? offset : 0;
  }

  now(): Date {
    return new Date(Date.now() + this.offset());
  }

  nowSeconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  moveForward(milliseconds: number): void {
    this.#write(this.offset() + milliseconds);
  }

  backToReal(): void {
    rmSync(this.#file, { force: true });
  }

  /** Renamed into place, so that no reader sees half a number. */
  #write(offset: number): void {
    const beside = `${this.#file}.new`;
    writeFileSync(beside, String(Math.round(offset)));
    renameSync(beside, this.#file);
  }
}
