import { readFileSync } from "node:fs";
import type { CSSOptions, Plugin } from "vite";

const TOKENS = new URL("../../app/styles/tokens.css", import.meta.url);

/** As far as this needs PostCSS, which Vite brings. */
interface AtRule {
  type: string;
  name: string;
  params: string;
  nodes?: unknown[];
  next(): AtRule | undefined;
  remove(): unknown;
  append(nodes: unknown): unknown;
}
interface Root {
  walkAtRules(name: string, each: (rule: AtRule) => void): unknown;
  walkDecls(each: (declaration: { prop: string; value: string }) => void): unknown;
}

/**
 * What minifiers leave to do, for first visits: neighbors of one layer become one block, and the custom properties of
 * tokens.css, which only stylesheets know, get names of a letter. `npm run dev` keeps the long ones.
 */
export function tightStyles(): Plugin {
  return {
    name: "tight-styles",
    apply: "build",
    config: () => ({
      css: {
        postcss: { plugins: [{ postcssPlugin: "tight-styles", OnceExit: tighten }] } as CSSOptions["postcss"],
      },
    }),
  };
}

function tighten(root: Root): void {
  root.walkAtRules("layer", (layer) => {
    for (let next = layer.next(); layer.nodes && isSameLayer(next, layer); next = layer.next()) {
      layer.append(next.nodes ?? []);
      next.remove();
    }
  });
  root.walkDecls((declaration) => {
    declaration.prop = shorten(declaration.prop);
    declaration.value = shorten(declaration.value);
  });
}

const isSameLayer = (next: AtRule | undefined, layer: AtRule): next is AtRule =>
  next?.type === "atrule" &&
  next.name === "layer" &&
  next.nodes !== undefined &&
  next.params === layer.params;

const names = [...new Set(readFileSync(TOKENS, "utf8").match(/--[a-z-]+(?=:)/g))];
const shortNames = new Map(names.map((name, index) => [name, `--${(index + 10).toString(36)}`]));

const shorten = (text: string) => text.replace(/--[a-z-]+/g, (name) => shortNames.get(name) ?? name);
