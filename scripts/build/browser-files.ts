import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|js|svg|txt|json|webmanifest)$/;
/** At their highest levels, which are too slow to use on a request: the scripts and the stylesheet shrink by 73%. */
const codings = {
  br: promisify(brotliCompress),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};
/** Modules that Remix bundles for browsers that hydrate. */
const HYDRATES = /\?__remix-build-client-route$|\/entry\.client\.[jt]sx?$/;

/**
 * Leaves in `build/client` what pages link, with `.br` and `.gz` files for app/server/static-files.ts. No page hydrates
 * (docs/decisions/003), and Remix's modules and list of routes would show strangers every address.
 */
export function browserFiles(): Plugin {
  let root = "";
  let isServer = false;
  return {
    name: "browser-files",
    apply: "build",
    configResolved(config) {
      root = config.root;
      isServer = Boolean(config.build.ssr);
    },
    transform: (_code, id) => (!isServer && HYDRATES.test(id) ? { code: "export {};", map: null } : null),
    generateBundle: {
      // Runs after Vite has written the list of the chunks, which Remix reads.
      order: "post",
      handler(_options, bundle) {
        if (isServer) return;
        for (const [name, { type }] of Object.entries(bundle)) if (type === "chunk") delete bundle[name];
      },
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      // Remix builds the server last: its scripts and stylesheets are those that pages link.
      async handler() {
        if (!isServer) return;
        const [client, server] = [join(root, "build/client"), join(root, "build/server")];
        await keepLinked(join(client, "assets"), join(server, "assets"));
        await rm(join(client, ".vite"), { recursive: true });
        await compressFiles(client);
      },
    },
  };
}

/** Replaces Remix's list of the routes by the files that the server's pages link. */
async function keepLinked(assets: string, linked: string): Promise<void> {
  for (const name of await readdir(assets)) if (name.startsWith("manifest-")) await rm(join(assets, name));
  for (const name of await readdir(linked)) await rename(join(linked, name), join(assets, name));
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
