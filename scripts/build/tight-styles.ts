import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const TOKENS = new URL("../../app/styles/tokens.css", import.meta.url);

/** As far as this needs PostCSS, which Vite brings. */
interface CssNode {
  type: string;
  name?: string;
  params?: string;
  nodes?: CssNode[];
  next(): CssNode | undefined;
  remove(): void;
  append(...nodes: CssNode[]): void;
}
interface CssRoot {
  walkAtRules(name: string, each: (rule: CssNode) => void): void;
  walkDecls(each: (declaration: { prop: string; value: string }) => void): void;
}

/**
 * What minifiers leave to do, for first visits: neighbors of one layer become one block, and the custom properties of
 * tokens.css, which only stylesheets know, get names of a letter. `npm run dev` keeps the long ones.
 */
export function tightStyles(): Plugin {
  return {
    name: "tight-styles",
    apply: "build",
    config: () => ({ css: { postcss: { plugins: [{ postcssPlugin: "tight-styles", OnceExit: tighten }] } } }),
  };
}

export function tighten(root: CssRoot): void {
  root.walkAtRules("layer", (layer) => {
    for (let next = layer.next(); layer.nodes && isSameLayer(next, layer); next = layer.next()) {
      layer.append(...(next?.nodes ?? []));
      next?.remove();
    }
  });
  root.walkDecls((declaration) => {
    declaration.prop = shorten(declaration.prop);
    declaration.value = shorten(declaration.value);
  });
}

const isSameLayer = (next: CssNode | undefined, layer: CssNode) =>
  next?.type === "atrule" &&
  next.name === "layer" &&
  next.nodes !== undefined &&
  next.params === layer.params;

const names = [...new Set(readFileSync(TOKENS, "utf8").match(/--[a-z-]+(?=:)/g))];
const shortNames = new Map(names.map((name, index) => [name, `--${(index + 10).toString(36)}`]));

const shorten = (text: string) => text.replace(/--[a-z-]+/g, (name) => shortNames.get(name) ?? name);
