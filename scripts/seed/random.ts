/** Repeatable random choices, one stream per name (sfc32, seeded from the name by cyrb128). */
export class Random {
  readonly #state: [number, number, number, number];

  constructor(name: string) {
    this.#state = seedOf(name);
    for (let turn = 0; turn < 12; turn += 1) this.word();
  }

  /** 32 random bits. */
  word(): number {
    const s = this.#state;
    const sum = (s[0] + s[1] + s[3]) | 0;
    s[3] = (s[3] + 1) | 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = (s[2] + (s[2] << 3)) | 0;
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + sum;
    s[2] |= 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  share(): number {
    return this.word() / 2 ** 32;
  }

  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** Returns an id like `newId()`: 128 bits in base64url. */
  id(): string {
    const bytes = Buffer.allocUnsafe(16);
    for (let at = 0; at < 16; at += 4) bytes.writeUInt32LE(this.word(), at);
    return bytes.toString("base64url");
  }
}

function seedOf(name: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let at = 0; at < name.length; at += 1) {
    const unit = name.charCodeAt(at);
    a = b ^ Math.imul(a ^ unit, 597399067);
    b = c ^ Math.imul(b ^ unit, 2869860233);
    c = d ^ Math.imul(c ^ unit, 951274213);
    d = a ^ Math.imul(d ^ unit, 2716044179);
  }
  return [a, b, c, d];
}
