import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/**
 * A stub's records by id, in insertion order, in a file of JSON lines where an id's last line counts. Small on
 * purpose: a stub holds a demo, not a business.
 */
export class Records<Item extends { id: string }> {
  readonly #items = new Map<string, Item>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) this.#load();
  }

  get(id: string): Item | undefined {
    return this.#items.get(id);
  }

  /** Oldest first. */
  all(): Item[] {
    return [...this.#items.values()];
  }

  newestFirst(): Item[] {
    return this.all().reverse();
  }

  put(item: Item): Item {
    const before = existsSync(this.#file) ? statSync(this.#file).size : 0;
    try {
      appendFileSync(this.#file, `${JSON.stringify(item)}\n`);
    } catch (error) {
      // On a full disk, half a line would corrupt the next one.
      if (existsSync(this.#file)) truncateSync(this.#file, before);
      throw error;
    }
    this.#items.set(item.id, item);
    return item;
  }

  #load(): void {
    const lines = readFileSync(this.#file, "utf8").split("\n").filter(Boolean);
    for (const line of lines) {
      const item = readLine<Item>(line);
      if (item) this.#items.set(item.id, item);
    }
    if (lines.length > this.#items.size) this.#compact();
  }

  #compact(): void {
    const beside = `${this.#file}.new`;
    writeFileSync(
      beside,
      this.all()
        .map((item) => `${JSON.stringify(item)}\n`)
        .join(""),
    );
    renameSync(beside, this.#file);
  }
}

/** Parses a line; ignores one that was cut off when the process died. */
function readLine<Item>(line: string): Item | undefined {
  try {
    return JSON.parse(line) as Item;
  } catch {
    return undefined;
  }
}
