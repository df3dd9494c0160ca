import sharp from "sharp";
import { expect, test } from "vitest";
import { reportPdf } from "#app/print/report-pdf.server.ts";
import type { ReportPrint } from "#app/print/report-print.ts";

const report = (more: Partial<ReportPrint> = {}): ReportPrint => ({
  title: "Sideline report",
  club: "Asociación Juvenil de Fútbol «Ñandú» del Río Grande y de la Sierra Occidental",
  about: "All teams, Fall 2026. As of Thu, Nov 26, 2026, 11:18 AM CT.",
  ...{ at: "2026-11-26T17:18:00.000Z", color: "#1f4e8c", logo: null },
  sections: [{ heading: "No games played in this time", sentences: ["There is nothing to report on."] }],
  ...more,
});
const teams = (count: number) =>
  Array.from({ length: count }, (_, n) => [
    `Los Halcones de la Academia Metropolitana número ${n}`,
    ...["38 of 42", "16.3", "28", "6", "4", "stable", "Sat, Nov 21"],
  ]);
const columns = ["Team", "Rated", "Average", "Perfect", "Minor", "Major", "Trend", "Last game"].map(
  (name, index) => ({ name, width: index === 0 ? 4 : 2, figure: index > 0 && index < 6 }),
);
const months = Array.from({ length: 24 }, (_, n) => ({
  label: `Month ${n}`,
  perfect: n,
  minor: 3,
  major: n % 4,
}));
const full = report({
  sections: [
    { heading: "Months", sentences: [], chart: { kind: "shares", alt: "Months.", rows: months } },
    { heading: "Teams", sentences: [], table: { columns, rows: teams(60) } },
    {
      heading: "Trend",
      sentences: [],
      chart: {
        ...{ kind: "trend", alt: "Trend." },
        points: months.map(({ label }, n) => ({ label, share: n / 24, low: n / 30, high: (n + 4) / 28 })),
      },
    },
    {
      heading: "Noted",
      sentences: [],
      chart: {
        ...{ kind: "bars", alt: "Noted." },
        panels: [{ label: "Hostile", bars: months.map(({ label }, n) => ({ label, share: n / 40 })) }],
      },
    },
    {
      heading: "Hours",
      sentences: [],
      chart: {
        ...{ kind: "hours", alt: "Hours.", columns: ["8 AM", "9 AM", "10 AM"] },
        rows: [{ label: "Saturday", cells: [1, "few", null] }],
      },
    },
  ],
});
const read = async (print: ReportPrint) => Buffer.from(await reportPdf(print)).toString("latin1");
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

// product/reports.md#reports-as-pdf
test("sixty teams with long names fill several pages, tagged and small", async () => {
  const text = await read(full);
  expect(text.length).toBeLessThan(300_000);
  expect(count(text, /\/Type \/Page\b/g)).toBeGreaterThan(3);
  expect(text).toContain("/StructTreeRoot");
  expect(count(text, /\/S \/TR\b/g)).toBe(61);
  expect(count(text, /\/S \/Figure\b/g)).toBe(4);
  expect(count(text, /\/S \/H2\b/g)).toBe(5);
  expect(text).toContain("/Lang (en-US)");
  expect(count(text, /\/FontFile2/g)).toBe(2);
});

test("a club without games, or without a readable logo, has a report too", async () => {
  const plain = await read(report());
  expect(count(plain, /\/Type \/Page\b/g)).toBe(1);
  expect(await read(report({ logo: new Uint8Array([1, 2, 3]) }))).not.toContain("/Subtype /Image");
});

test("the logo is small, however large it is", async () => {
  const noise = Buffer.from(Array.from({ length: 512 * 512 * 3 }, (_, n) => (n * 7919) % 251));
  const logo = await sharp(noise, { raw: { width: 512, height: 512, channels: 3 } })
    .webp({ quality: 100 })
    .toBuffer();
  const text = await read(report({ logo: new Uint8Array(logo) }));
  expect(text).toContain("/Subtype /Image");
  expect(text.length).toBeLessThan(100_000);
});
