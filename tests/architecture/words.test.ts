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
  /** Methods of Kysely's compiler, which a compiler of ours overrides. */
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

  test("comments are found in both forms", () => {
    expect(commentsOf("/** One. */\nconst a = '/* no */';\n  // Two.\n")).toEqual(["/** One. */", "// Two."]);
  });
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

/** Comments on lines of their own. */
function commentsOf(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*)/gm)].map(([, comment = ""]) => comment);
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
