import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutByAddress } from "#app/server/route-groups.ts";
import { runs } from "#tests/support/runs.ts";

process.env.APP_MODE = "test";
const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
const buildFor = cutByAddress(build);

type Node = { id: string; path?: string; index?: boolean; children?: Node[] };
const below = (of: ServerBuild, parent: string): Node[] =>
  Object.values(of.routes)
    .filter(({ parentId }) => (parentId ?? "") === parent)
    .map(({ id, path, index }) => (index ? { id, index } : { id, path, children: below(of, id) }));
const treeOf = (of: ServerBuild) => below(of, "");

const whole = treeOf(build);
const words = [...new Set(Object.values(build.routes).flatMap(({ path }) => path?.split("/") ?? []))];

/** The routes that match a path, with their parameters. */
const found = (routes: Node[], path: string) =>
  matchRoutes(routes as never, path)?.map(({ route, params }) => ({ id: (route as Node).id, params }));

const mangled = (word: string) =>
  fc.constantFrom(
    word,
    word.toUpperCase(),
    word.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`),
    `${word}x`,
  );
const word = fc.oneof(fc.constantFrom(...words).chain(mangled), fc.constantFrom("", "a1", "%C3%A9", "a%2Fb"));
const path = fc.array(word, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);

test("a part of the build matches every address as the whole build does", () => {
  fc.assert(
    fc.property(path, (address) => {
      expect(found(treeOf(buildFor(address)), address)).toEqual(found(whole, address));
    }),
    { numRuns: runs(200, 2_000) },
  );
});

test("the parts are small", () => {
  expect(Object.keys(buildFor("/dashboard").routes)).toHaveLength(4);
  expect(Object.keys(buildFor("/rating/1").routes).length).toBeLessThan(10);
  expect(Object.keys(buildFor("/club/login").routes)).toHaveLength(4);
});
