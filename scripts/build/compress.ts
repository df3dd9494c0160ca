import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const CLIENT_FILES = "build/client";
const TEXT = /\.(css|js|svg|txt|json|webmanifest)$/;
/** At their highest levels, which are too slow to use on a request. */
const codings = {
  br: promisify(brotliCompress),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Writes `.br` and `.gz` files beside the browser's text files; app/server/static-files.ts serves them. */
export function compressedFiles(): Plugin {
  let root = "";
  let isServer = false;
  return {
    name: "compressed-files",
    apply: "build",
    configResolved(config) {
      root = config.root;
      isServer = Boolean(config.build.ssr);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      // Remix builds the server last and moves its stylesheets to the browser's files.
      async handler() {
        if (isServer) await compressFiles(join(root, CLIENT_FILES));
      },
    },
  };
}

export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  for (const [extension, compress] of Object.entries(codings)) {
    const compressed = await compress(bytes);
    if (compressed.length < bytes.length) await writeFile(`${path}.${extension}`, compressed);
  }
}
