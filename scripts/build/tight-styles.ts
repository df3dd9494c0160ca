import { readFileSync } from "node:fs";
import type { CSSOptions, Plugin } from "vite";

const TOKENS = new URL("../../app/styles/tokens.css", import.meta.url);

// PostCSS comes with Vite, so its types do, too.
type Settings = Exclude<NonNullable<CSSOptions["postcss"]>, string>;
type StylePlugin = Extract<
  NonNullable<Settings["plugins"]>[number],
  { postcssPlugin: string; plugins?: never }
>;
type Root = Parameters<NonNullable<StylePlugin["OnceExit"]>>[0];
type AtRule = Parameters<Parameters<Root["walkAtRules"]>[0]>[0];

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

const isSameLayer = (next: CssNode | undefined, layer: CssNode) =>
  next?.type === "atrule" &&
  next.name === "layer" &&
  next.nodes !== undefined &&
  next.params === layer.params;

const names = [...new Set(readFileSync(TOKENS, "utf8").match(/--[a-z-]+(?=:)/g))];
const shortNames = new Map(names.map((name, index) => [name, `--${(index + 10).toString(36)}`]));

const shorten = (text: string) => text.replace(/--[a-z-]+/g, (name) => shortNames.get(name) ?? name);
