import type { Plugin } from "vite";

/**
 * Writes what a server's file has beyond Latin-1 as escapes. V8 keeps the text of each file, with two bytes a letter as
 * soon as one is beyond it: a few hundred quotes and dashes would cost a web process 5 of 50 MB of heap.
 */
export function oneByteSources(): Plugin {
  let isServer = false;
  return {
    name: "one-byte-sources",
    apply: "build",
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    renderChunk: {
      order: "post",
      handler: (code) => (isServer ? { code: code.replace(/[\u0100-\uffff]/g, escaped), map: null } : null),
    },
  };
}

/** Escapes one unit of UTF-16; an escaped pair means its letter. */
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
