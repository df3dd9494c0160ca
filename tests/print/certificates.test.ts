import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { closePrintPool, printCertificates } from "#app/print/print.server.ts";
import { certificatesPdf } from "#app/print/printables/certificates.server.ts";
import type { CertificatesTask, PrintedCertificate } from "#app/print/printables/content.ts";
import { hasTool } from "#tests/support/has-tool.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

afterAll(closePrintPool);

const EARNED: PrintedCertificate = {
  ...{ id: "e1", teamId: "t1", teamName: "Hawks", ageGroup: "U-12", recipient: "" },
  ...{ reward: "$25 gift card", program: "Fall Heroes", programType: "team", type: "streak" },
  ...{ scoreThreshold: 20, gameCount: 1, improvementPercent: 25, consecutiveGames: 3 },
  ...{ countsAfter: "any", criteria: "3 perfect games in a row", score: 20, byGame: true },
  ...{ opponent: "Wolves", gameDate: "2026-10-03", status: "awarded", strip: "xmsp-ppp" },
  ...{ earnedAt: "2026-10-05T12:00:00.000Z", awardedAt: "2026-10-05T12:00:00.000Z", awardedOn: "2026-10-05" },
};
const task = (
  change: Partial<PrintedCertificate> = {},
  language: CertificatesTask["language"] = "en",
): CertificatesTask => ({
  language,
  content: { clubName: "Lakeside FC", initials: "LF", accent: "#0d6e45", logo: null },
  certificates: [{ ...EARNED, ...change }],
});

/** Lists the texts of a PDF's structure and information: ASCII as it is, others as UTF-16. */
const strings = (pdf: string) =>
  [...pdf.matchAll(/\(((?:[^()\\]|\\.)*)\)/gs)].map(([, inside = ""]) => {
    const text = inside.replace(/\\(.)/gs, (_, sign: string) => ({ n: "\n", r: "\r" })[sign] ?? sign);
    return text.startsWith("\u00fe\u00ff")
      ? Buffer.from(text.slice(2), "latin1").swap16().toString("utf16le")
      : text;
  });

const folder = temporaryFolder();
async function wordsOf(of: CertificatesTask): Promise<string> {
  const path = join(folder, "certificate.pdf");
  writeFileSync(path, await certificatesPdf(of));
  return execFileSync("pdftotext", ["-raw", path, "-"], { encoding: "utf8" }).replace(/\s+/g, " ").trim();
}

// product/rewards.md#certificates
test.each([
  [
    "en",
    "Three perfect games in a row: Hawks, Lakeside FC",
    "Last 8 games: 4 perfect, 1 minor, 1 major, 2 not rated",
  ],
  [
    "es",
    "Tres partidos perfectos seguidos: Hawks, Lakeside FC",
    "Últimos 8 partidos: 4 perfectos, 1 con faltas leves, 1 con faltas graves, 2 sin calificar",
  ],
] as const)(
  "a certificate in %s is one tagged page of landscape letter with its fonts, and small",
  async (language, title, alt) => {
    const bytes = await certificatesPdf(task({}, language));
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/DisplayDocTitle true/);
    expect(text).toContain(`/Lang (${language}-US)`);
    expect(text).toMatch(/\/MediaBox \[0 0 792 612\]/);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(text).toMatch(/\/FontFile2 /);
    expect(text).not.toMatch(/\/BaseFont \/Helvetica/);
    const read = strings(text);
    expect(read).toContain(title);
    expect(read).toContain(alt);
    expect(bytes.length).toBeLessThan(300_000);
    expect(Buffer.from(await certificatesPdf(task({}, language))).equals(Buffer.from(bytes))).toBe(true);
  },
);

test("fifty certificates with many letters are one small file, made by the worker", async () => {
  const names = ["Águilas", "Ørn", "Žluťásci", "Орлы", "Αετοί"];
  const certificates = Array.from({ length: 50 }, (_, index) => ({
    ...EARNED,
    teamName: `${names[index % names.length]} ${index}`,
  }));
  const pdf = await printCertificates({ ...task(), certificates });
  expect(pdf.length).toBeLessThan(300_000);
});

test.each([
  ["a name without end", { teamName: "x".repeat(80), program: "y".repeat(80), opponent: "z".repeat(80) }],
  ["a reason of many words", { type: "custom", criteria: "For calm words. ".repeat(30), byGame: false }],
  ["no game at all", { strip: "", byGame: false, type: "custom", criteria: "For cheering" }],
  ["letters that the font lacks", { teamName: "李小龍 🎉", recipient: "\u202Egnp.exe" }],
] as const)("%s has a certificate too", async (_, change) => {
  const bytes = await certificatesPdf(task(change));
  expect(
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
});

test.runIf(hasTool("pdftotext"))("a certificate is read in one order, from the club to the day", async () => {
  expect(await wordsOf(task())).toBe(
    "LF Lakeside FC Three perfect games in a row Thank you to the families of Hawks U-12 Your last three games " +
      "were rated 20 of 20, the latest on October 3, 2026. You let the players play, the coaches coach and the " +
      "referee referee. Your reward: $25 gift card 20 Your last 8 games, the newest on the right " +
      "For the club October 5, 2026 Date Fall Heroes",
  );
});

test.runIf(hasTool("pdftotext")).each([
  [
    "a perfect game",
    { type: "perfect_game" },
    "Perfect game",
    "rated 20 of 20 against Wolves on October 3, 2026.",
  ],
  ["a game of less", { type: "perfect_game", score: 15 }, "A good game", "rated 15 of 20"],
  [
    "several games",
    { type: "perfect_game", gameCount: 4, score: 18.333 },
    "Four good games",
    "averaged 18.3 of 20",
  ],
  ["an improvement", { type: "improvement" }, "Better every time", "at least 25% better"],
  [
    "a milestone",
    { type: "milestone", score: 16 },
    "Well done, game after game",
    "averaged 16 of 20 points so far",
  ],
  ["a season", { type: "season_end", score: 16 }, "A good season", "16 of 20 points this season"],
  ["parents", { programType: "parent" }, "Thank you to the parents of Hawks", "20 of 20"],
  [
    "one adult",
    { programType: "individual", recipient: "Kim Lee", type: "custom", criteria: "Calmed everybody" },
    "Thank you to Kim Lee Hawks, U-12 Calmed everybody",
    "Your reward",
  ],
] as const)("%s is thanked with words of their own", async (_, change, headline, why) => {
  const words = await wordsOf(task(change));
  expect(words).toContain(headline);
  expect(words).toContain(why);
});

test.runIf(hasTool("pdftotext"))(
  "a talk and a 0 are not mentioned on paper, and a preview is marked as one",
  async () => {
    const talk = await wordsOf(task({ countsAfter: "talk", reward: "Three clean games after a hard talk" }));
    expect(talk).not.toMatch(/talk|Your reward/);
    const zero = await wordsOf(
      task({ countsAfter: "zero", type: "season_end", reward: "Most improved after a 0" }),
    );
    expect(zero).toContain("Most improved sideline");
    expect(zero).not.toMatch(/after a 0|Your reward/);
    const preview = await wordsOf(task({ status: "pending", awardedOn: "", awardedAt: null }));
    expect(preview).toContain("Preview: not awarded yet");
    expect(await wordsOf(task())).not.toContain("Preview");
  },
);
