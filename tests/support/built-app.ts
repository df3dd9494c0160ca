import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constants, Script } from "node:vm";
import * as argon2 from "@node-rs/argon2";
import type { ServerBuild } from "@remix-run/node";

const url = new URL("../../build/server/index.js", import.meta.url);
/** The built module as a function; `instead` replaces some of its imports. */
type Module = (url: string, instead: Record<string, object>) => Promise<ServerBuild>;
const shared = globalThis as { builtApp?: Module };

/**
 * Creates a new copy of the built app, which remembers the settings that it reads first. As a module, each copy would
 * be compiled anew, which takes longer than the tests of most files; the copies of one process share the compiled code.
 * @param hashesOnce hash a password, and compare it with a hash, once: each takes 20 ms of a core
 */
export function builtApp(hashesOnce: boolean): Promise<ServerBuild> {
  shared.builtApp ??= compile(readFileSync(url, "utf8"));
  return shared.builtApp(url.href, hashesOnce ? { "@node-rs/argon2": rememberedHashes() } : {});
}

function rememberedHashes(): Pick<typeof argon2, "hash" | "verify"> {
  const known = new Map<string, Promise<unknown>>();
  const once = <Work extends (...args: never[]) => Promise<unknown>>(name: string, work: Work) =>
    ((...args) => {
      const key = JSON.stringify([name, ...args]);
      const answer = known.get(key) ?? work(...args);
      known.set(key, answer);
      return answer;
    }) as Work;
  return { hash: once("hash", argon2.hash), verify: once("verify", argon2.verify) };
}

function compile(source: string): Module {
  const imported: string[] = [];
  const body = source
    .replace(/^import ([^"]+) from (".+");$/gm, (_, bound: string, from: string) => {
      imported.push(`__instead[${from}] ?? import(${from})`);
      return boundTo(bound, `__imports[${imported.length - 1}]`);
    })
    .replaceAll("import.meta.url", "__url")
    .replace(
      /^export (\{[^}]*\});?\s*$/m,
      (_, exported: string) => `return ${exported.replaceAll(/([\w$]+) as ([\w$]+)/g, "$2: $1")};`,
    );
  return new Script(
    `(async function (__url, __instead) { "use strict"; const __imports = await Promise.all([${imported}]);${body}\n})`,
    { filename: fileURLToPath(url), importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  ).runInThisContext() as Module;
}

/** Converts `a, { b as c }` to a declaration: `const { default: a, b: c } = …`. */
function boundTo(bound: string, from: string): string {
  const whole = /\* as ([\w$]+)/.exec(bound)?.[1];
  if (whole) return `const ${whole} = ${from};`;
  const named = /\{(.*)\}/s.exec(bound)?.[1]?.replaceAll(" as ", ": ");
  const main = /^[\w$]+/.exec(bound)?.[0];
  return `const { ${[main && `default: ${main}`, named].filter(Boolean).join(", ")} } = ${from};`;
}
