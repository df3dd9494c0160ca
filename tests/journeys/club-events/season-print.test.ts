import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { seasonWords } from "#app/domain/club/seasons/labels.ts";
import type { SeasonReport } from "#app/domain/club/seasons/season-report.ts";
import { seasonSections } from "#app/journeys/club-events/season-print.server.ts";
import { reportPdf } from "#app/print/report-pdf.server.ts";
import { hasTool } from "#tests/support/has-tool.ts";

const folder = mkdtempSync(join(tmpdir(), "season-print-"));
afterAll(() => rmSync(folder, { recursive: true }));

const team = (n: number, scores: number[]): SeasonReport["teams"][number] => ({
  teamId: `t${n}`,
  name: ["Hawks", "Otters", "Los Halcones de la Academia Metropolitana"][n] ?? `Team ${n}`,
  ageGroup: "U-12",
  archived: n === 1,
  scheduled: scores.length + 2,
  played: scores.length + 1,
  scores,
});
const report = (teams: SeasonReport["teams"]): SeasonReport => ({
  season: {
    ...{ id: "s1", name: "Fall 2026", startsOn: "2026-08-01", endsOn: "2026-11-20", allTeams: true },
    ...{ teamIds: [], description: "Our first season with new fields.", plannedGames: 40, archivedAt: null },
  },
  teams,
  incidents: { cases: 3, talkedTo: 1, closed: 1, talks: 2 },
  raters: ["Dana Reyes", "Mia Manager", "José Núñez", "Søren Ødegård"].map((name, n) => ({
    ...{ id: `p${n}`, name, games: 9 - n },
  })),
  parents: { counts: [0, 0, 2, 8, 13], answers: 23, mean: 103 / 23 },
});
const full = report([
  team(0, [0, 0, 10, 10, 10, 20, 20, 20, 20, 20]),
  team(1, [20, 20, 20]),
  team(2, [10, 20, 20, 10, 20, 20]),
]);

async function printed(of: SeasonReport) {
  const pdf = await reportPdf({
    ...{ title: "Fall 2026 on the sidelines", club: "Asociación Juvenil «Ñandú»", logo: null },
    ...{ about: "Aug 1 to Nov 20. As of Thu, Nov 26.", at: "2026-11-26T17:18:00.000Z", color: "#0d6e45" },
    sections: seasonSections(of, seasonWords(of)),
  });
  const file = join(folder, "season.pdf");
  writeFileSync(file, pdf);
  const text = execFileSync("pdftotext", ["-raw", file, "-"], { encoding: "utf8" }).replace(/\s+/g, " ");
  return { pdf: Buffer.from(pdf).toString("latin1"), text };
}

// product/seasons.md#printed-season
test.runIf(hasTool("pdftotext"))(
  "a season's PDF reads in order what its page says, tagged and small",
  async () => {
    const { pdf, text } = await printed(full);
    const order = [
      "Asociación Juvenil «Ñandú»",
      "Fall 2026 on the sidelines",
      "Results",
      "22 Games 19 of 22 games rated (86%)",
      "15.3 Average",
      "Perfect in 12 of 19 rated games",
      "Our first season with new fields.",
      "Teams",
      "Otters (archived)",
      "Best improvements",
      "Hawks: from 6.0 to 20.0 points a game, the first 5 rated games against the last 5.",
      "What was done about incidents",
      "3 cases: 1 closed (33%), 1 talked about, 1 open. 2 repair talks held.",
      "What parents say",
      "Parent satisfaction: 90% (the average of 23 answers from 1 to 5)",
      "Thank you",
      "Dana Reyes, 9 games",
      "Søren Ødegård, 6 games",
      "1 of 1",
    ];
    let from = 0;
    for (const words of order) {
      const at = text.indexOf(words, from);
      expect(at, `${words} in ${text}`).toBeGreaterThanOrEqual(from);
      from = at;
    }
    expect(pdf).toContain("/StructTreeRoot");
    expect(pdf).toMatch(/\/S \/LI\b/);
    expect(pdf.length).toBeLessThan(300_000);
  },
);

test.runIf(hasTool("pdftotext"))("sixty teams, many raters and no game at all have a PDF too", async () => {
  const many = report(Array.from({ length: 60 }, (_, n) => team(n, [20, 10, 0, 20, 20])));
  const raters = Array.from({ length: 90 }, (_, n) => ({ id: `r${n}`, name: `Rater ${n}`, games: 3 }));
  const large = await printed({ ...many, raters });
  expect(large.pdf.length).toBeLessThan(300_000);
  expect(large.text).toContain("Rater 89, 3 games");
  const none = await printed(report([{ ...team(0, []), played: 0 }]));
  expect(none.text).toContain("No game was played: 0 of 40 planned games played.");
});
