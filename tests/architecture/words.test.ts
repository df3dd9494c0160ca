import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Source, sourcesIn } from "./sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const everything = sourcesIn("app", "migrations", "scripts", "sandbox", "bench", "tests");
const style = readFileSync(new URL("../../docs/style.md", import.meta.url), "utf8");

describe("names", () => {
  const refused = cellsOf("refused in names").flatMap((cell) => cell.split(/,\s*/));
  // `say…` refuses every name that begins so, takeTurns only itself, a plain word each name that has it.
  const prefixes = refused.filter((word) => word.endsWith("…")).map((word) => word.slice(0, -1));
  const whole = refused.filter((word) => /[a-z][A-Z]/.test(word));
  const words = refused.filter((word) => /^[a-z]+$/.test(word));
  /** Methods of Kysely's compiler, which our compiler overrides. */
  const inherited = ["visitBinaryOperation", "visitNode", "visitRaw", "visitSelectModifier"];
  const isRefused = (name: string) =>
    !inherited.includes(name) &&
    (whole.includes(name) ||
      prefixes.some((prefix) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length))) ||
      wordsOf(name).some((word) => words.includes(word)));

  test("no identifier uses a word that docs/style.md refuses", () => {
    const used = everything
      // Skips parsing files without such a word, which takes longer than looking.
      .filter(({ text }) => [...new Set(text.match(/[\w$]+/g))].some(isRefused))
      .flatMap((source) =>
        [...identifiersOf(source)].filter(isRefused).map((name) => `${source.path}: ${name}`),
      );
    expect(used).toEqual([]);
  });

  test("the words of an identifier, and those of the table", () => {
    expect(wordsOf("announceNews")).toEqual(["announce", "news"]);
    expect(wordsOf("CLUB_NEWS")).toEqual(["club", "news"]);
    expect(["clubNews", "ToldGame", "sayPrice", "turnTo", "VerificationFace"].filter(isRefused)).toHaveLength(
      5,
    );
    expect(["saying", "standings", "surface", "game"].filter(isRefused)).toEqual([]);
  });
});

test("only documented messages have an emoji", () => {
  const documented = [
    /❌ Password must be at least/,
    /❌ Passwords do not match/,
    /❌ Failed to send (individual reminder|bulk reminders)/,
    /✅ Reminder sent successfully to/,
    // '✅ 12 reminder emails sent successfully!'
    /✅ (12 reminder emails|" : ""}\$\{count\(sent\)\} \$\{kind\})/,
  ];
  const others = everything
    .filter(({ path }) => path.startsWith("app/"))
    .flatMap(({ path, text }) => text.split("\n").map((line) => ({ path, line })))
    .filter(
      ({ line }) => /\p{Emoji_Presentation}/u.test(line) && !documented.some((words) => words.test(line)),
    );
  expect(others).toEqual([]);
});

describe("comments", () => {
  const comments = everything.flatMap(({ path, text }) =>
    commentsOf(text).map((comment) => ({ path, comment })),
  );

  test("no comment has a phrase that docs/style.md refuses", () => {
    const phrases = cellsOf("not in a comment").flatMap((cell) => cell.split(/,\s*/));
    expect(phrases.length).toBeGreaterThan(2);
    const pattern = new RegExp(`\\b(${phrases.join("|")})\\b`, "i");
    const used = comments.filter(({ comment }) => pattern.test(comment));
    expect(used.map(({ path, comment }) => `${path}: ${pattern.exec(comment)?.[0]}`)).toEqual([]);
  });

  test("a file that one names is there", () => {
    const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    const names = new Set(tracked.split("\n").map((path) => basename(path)));
    // A name in capitals, as in scripts/NAME.ts, matches any; a suffix, as .slow.test.ts, all that have it.
    const named = /(?<![\w.*-])[\w/-]*\w(?:\.\w+)*\.(?:tsx?|mjs|md|css)\b/g;
    const gone = comments.flatMap(({ path, comment }) =>
      [...comment.matchAll(named)]
        .map(([file]) => basename(file))
        .filter((file) => !names.has(file) && !/^[A-Z]+\./.test(file))
        .map((file) => `${path}: ${file}`),
    );
    expect(gone).toEqual([]);
  });

  describe("in native English", () => {
    /** Returns the comment's words on one line. */
    const wordsIn = (comment: string) =>
      comment
        .replace(/^\/\*+\s*|\s*\*\/$/g, "")
        .replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ")
        .replace(/^(?:\/\/|\*)\s*/, "");
    const offences = (refused: (words: string) => RegExpExecArray | null) =>
      comments.flatMap(({ path, comment }) => {
        const found = refused(wordsIn(comment))?.[0];
        return found === undefined ? [] : [`${path}: ${found}`];
      });

    test("no comment begins with a word that makes it a fragment", () => {
      const opener = /^(?:What|Who|Whose|Whether|Whom|Of|How|Where|Which|So|Else|Also|Again)\b.{0,40}/;
      expect(offences((words) => opener.exec(words))).toEqual([]);
      expect(opener.test("Of the club; null without one.")).toBe(true);
    });

    test("no comment has a phrase that no native speaker writes", () => {
      const phrase =
        /\b(?:for|of|to|from|by|with|than|as) who\b|\bstands (?:in|there)\b|\bso many\b|\bby (?:itself|themselves|then)\b|\ball the same\b|\bmore or less\b|\band the like\b|\bas far as\b|\b(?:is|are) to be\b|\b(?:nobody|nothing) waits\b|\btick(?:s|ed)?\b|\bthe documents' /i;
      expect(offences((words) => phrase.exec(words))).toEqual([]);
      expect(phrase.test("Null for who is written to.")).toBe(true);
      expect(phrase.test("Null for a person to whom nobody writes.")).toBe(false);
    });

    test("a function's begins with a verb", () => {
      const noVerb = everything.flatMap(({ path, text }) =>
        docstringsOfFunctions(text)
          .filter((comment) => !startsWithVerb(wordsIn(comment)))
          .map((comment) => `${path}: ${wordsIn(comment).slice(0, 60)}`),
      );
      expect(noVerb).toEqual([]);
      expect(docstringsOfFunctions("/** The sum. */\nexport function sum() {}\n")).toHaveLength(1);
      expect(["Returns the sum.", "@throws Error", "Does it."].every(startsWithVerb)).toBe(true);
      expect(["The sum.", "Whether it is.", "As a browser does."].some(startsWithVerb)).toBe(false);
    });
  });

  test("comments are found in both forms", () => {
    expect(commentsOf("/** One. */\nconst a = '/* no */';\n  // Two,\n  // still two.\n")).toEqual([
      "/** One. */",
      "// Two,\n  // still two.",
    ]);
  });
});

test("a test's title is a whole statement, without the describe around it", () => {
  const fragment =
    /(?:\b(?:test|it)(?:\.\w+)*\((?:[^"`\n]*\)\()?|\]\)\()\s*["`]((?:is|are|has|have|of|to|from|with|for|by|that|which|who|whose|whom|says|shows|but|nor|also|again)\b[^"`\n]*)["`],/g;
  const fragments = everything
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(fragment)].map(([, title]) => `${path}: ${title}`));
  expect(fragments).toEqual([]);
  const written = (title: string) => `test("${title}", () => {`;
  expect(written("is cut").match(fragment)).toHaveLength(1);
  expect(written("a long name is truncated").match(fragment)).toBeNull();
});

/** Returns the filled cells of a column of a table of docs/style.md, without their backticks. */
function cellsOf(column: string): string[] {
  const lines = style
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const head = lines.findIndex((cells) => cells.includes(column));
  const index = lines[head]?.indexOf(column) ?? -1;
  const rows = lines.slice(head + 2);
  const end = rows.findIndex((cells) => cells.length < 2);
  return rows
    .slice(0, end)
    .map((cells) => cells[index] ?? "")
    .filter(Boolean);
}

/** Lists the comments on lines of their own; consecutive `//` lines are one. */
function commentsOf(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm)].map(
    ([, comment = ""]) => comment,
  );
}

/** Finds docstrings right before a function or a constant that holds one. */
function docstringsOfFunctions(text: string): string[] {
  const before =
    /^[ \t]*(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n[ \t]*(?:export )?(?:default )?(?:async )?(?:function\b|const \w+(?:: [^=\n]+)? = (?:async )?(?:\([^;\n]*(?:=>|\($|\(\n)|\w+ =>))/gm;
  return [...text.matchAll(before)].map(([, comment = ""]) => comment);
}

/** Tells whether a docstring begins with a verb in the third person, or only has tags. */
function startsWithVerb(words: string): boolean {
  const [first = ""] = words.split(/[\s.,:;]/);
  return (
    words.startsWith("@") ||
    (/^[A-Z][a-z]+s$/.test(first) && !/^(?:As|Its|This|Always|Plus|Previous)$/.test(first))
  );
}

function identifiersOf({ path, text }: Source): Set<string> {
  const names = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, collect);
  };
  collect(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[ _#]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}
