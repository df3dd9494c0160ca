import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { promises } from "../promises.ts";

const root = new URL("../..", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

const promised = promises.flatMap(({ said }) => said.map(([source, sentence]) => ({ source, sentence })));

/**
 * Returns a source as its readers see it: without comments and the samples of emails, which end their kinds, on one
 * line.
 */
const textOf = (path: string) =>
  read(path)
    .replace(/^ {2}sample: (?:(?!^ {2}words: )[\s\S])*?^\}\);/gm, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ")
    .replace(/^\s*\/\/.*$/gm, " ")
    .replaceAll('{" "}', " ")
    .replace(/\s+/g, " ");

/** Tells whether a later version of the same legal text is in the folder. */
function isEarlier(path: string): boolean {
  const [, text, number] = /(\/legal\/\w+-)(\d+)\.tsx$/.exec(path) ?? [];
  return text !== undefined && existsSync(new URL(`app/routes/site${text}${Number(number) + 1}.tsx`, root));
}

/** Public pages, the sign-up and every mail; earlier versions of legal texts are not promises any more. */
const sources = ["app/routes/site", "app/routes/account/signup", "app/mail/emails"]
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .concat("app/domain/control/billing/plans.ts")
  .filter((path) => /\.tsx?$/.test(path) && !isEarlier(path));

/** Times, shares and money that a reader can hold us to. */
const PROMISE =
  /\b(?:\d+(?:\.\d+)?|one|two|three|four|five)[ -](?:to \d+ )?(?:business )?(?:hour|day|month|year|minute)s?\b|\d%|next hour|same day|[Nn]othing renews|money back/g;

test("every promised sentence is in its source", () => {
  expect(promised.length).toBeGreaterThan(60);
  expect(promised.filter(({ source, sentence }) => !textOf(source).includes(sentence))).toEqual([]);
});

test("every promise names a test that exists, or the page at which people keep it", () => {
  const wrong = promises.filter(({ keptBy }) =>
    "people" in keptBy
      ? !keptBy.people.startsWith("app/routes/") || !existsSync(new URL(keptBy.people, root))
      : !keptBy.test.startsWith("tests/") ||
        !keptBy.title ||
        !existsSync(new URL(keptBy.test, root)) ||
        !read(keptBy.test).includes(keptBy.title),
  );
  expect(wrong).toEqual([]);
});

test("every time and every share that a page, a mail or a legal text names is in the list", () => {
  const missing = sources.flatMap((source) => {
    const text = textOf(source);
    const kept = promised.filter((row) => row.source === source);
    const inList = (index: number) =>
      kept.some(({ sentence }) => {
        for (let from = text.indexOf(sentence); from >= 0; from = text.indexOf(sentence, from + 1))
          if (from <= index && index < from + sentence.length) return true;
        return false;
      });
    return [...text.matchAll(PROMISE)]
      .filter(({ index }) => !inList(index))
      .map(({ index }) => `${source}: …${text.slice(Math.max(0, index - 50), index + 50)}…`);
  });
  expect(missing).toEqual([]);
});
