import { brotliCompressSync } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import {
  groupsAnswer,
  hostileHourLabel,
  hoursAnswer,
  monthsAnswer,
  trendAnswer,
} from "#app/domain/club/reports/labels.ts";
import { type HourTally, type MonthReport, NOTHING } from "#app/domain/club/reports/report.ts";
import type { GamePick } from "#app/domain/club/reports/report-filters.ts";
import { GroupsChart, HoursMap, MonthsChart, TrendChart } from "#app/routes/club/reports/charts.tsx";

/** Builds a month of rated games, some perfect and the rest minor. */
const month = (name: string, rated: number, perfect: number): MonthReport => ({
  ...{ ...NOTHING, month: name, played: rated, rated, perfect, minor: rated - perfect },
  ...{ points: 10 * rated + 10 * perfect, hostile: 1, distracting: 2, supportive: 3 },
  average: rated === 0 ? null : 10 + (10 * perfect) / rated,
});
const years = Array.from({ length: 30 }, (_, n) =>
  month(`${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}`, 40 + n, 20 + n),
);
const hour = (weekday: number, at: number, rated: number, perfect: number, hostile = 0): HourTally => ({
  ...{ weekday, hour: at, rated, perfect, supportive: 0, distracting: 0, hostile },
});
const week = [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
  Array.from({ length: 14 }, (_, n) => hour(day, 8 + n, 3 + n, n, n % 3)),
);

const link = (pick: GamePick) => `/reports/games?season=a-season&${new URLSearchParams(pick as never)}`;

const charts = {
  months: element(MonthsChart, {
    ...{ answer: monthsAnswer(years), months: years },
    link,
  }),
  trend: element(TrendChart, { answer: trendAnswer(years), months: years, link }),
  groups: element(GroupsChart, { answer: groupsAnswer(NOTHING), months: years, link }),
  hours: element(HoursMap, { answer: hoursAnswer(week), hours: week, link }),
};

// product/reports.md#reports
describe.each(Object.entries(charts))("the chart of %s", (_, chart) => {
  const html = renderToStaticMarkup(chart);

  test("the chart has a title, a description, its values as a table and a sentence above", async () => {
    expect(html).toMatch(/<figcaption>[^<]{10,}<\/figcaption>/);
    const [, title = "", text = ""] = /aria-labelledby="(\S+) (\S+)"/.exec(html) ?? [];
    expect(html).toContain(`<title id="${title}">`);
    expect(html).toContain(`<desc id="${text}">`);
    expect(html).toContain("<summary>Show the figures</summary>");
    expect([...html.matchAll(/<tr>/g)].length).toBeGreaterThan(20);
    const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
    expect(await validator.validateString(`<main>${html}</main>`)).toMatchObject({ valid: true });
  });

  test("the chart weighs at most 6 kB compressed", () => {
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(6144);
  });
});

test("a month's one incident has its number, however short its piece of the bar is", () => {
  const one = { ...month("2026-10", 60, 40), minor: 19, major: 1 };
  const html = renderToStaticMarkup(element(MonthsChart, { answer: "", months: [one], link }));
  expect(html).toMatch(/<text class="out-major"[^>]*>1<\/text>/);
  const few = { ...month("2026-10", 12, 8), minor: 3, major: 1 };
  const wide = renderToStaticMarkup(element(MonthsChart, { answer: "", months: [few], link }));
  expect(wide).toMatch(/<text class="in-major"[^>]*>1<\/text>/);
});

describe("the sentence above a chart", () => {
  test("the sentence above a chart compares the latest two months with five rated games", () => {
    const months = [month("2026-08", 10, 5), month("2026-09", 4, 4), month("2026-10", 8, 6)];
    expect(monthsAnswer(months)).toBe(
      "Perfect in 75% of the games of October 2026, 50% in August 2026: no clear change",
    );
    expect(monthsAnswer([month("2026-10", 4, 4)])).toBe("Too few rated games in any month to say");
  });

  test("the sentence above a chart calls a change one only if chance alone does not explain it", () => {
    const small = [month("2026-08", 8, 4), month("2026-10", 8, 6)];
    expect(trendAnswer(small)).toMatch(
      /^No clear change from 50% .* to 75% .*: chance alone may explain it$/,
    );
    const large = [month("2026-08", 80, 40), month("2026-10", 80, 64)];
    expect(trendAnswer(large)).toMatch(/^Up from 50% .* to 80% .*: more than chance explains$/);
    expect(trendAnswer(large.toReversed())).toMatch(/^Down from 80%/);
    expect(trendAnswer([month("2026-10", 8, 6)])).toMatch(/^Too few months/);
  });

  test("the sentence above a chart names the least often perfect hour, from fifty games on", () => {
    expect(hoursAnswer([hour(6, 17, 12, 3), hour(6, 9, 37, 30)])).toMatch(/^49 rated games with a time/);
    expect(hoursAnswer([hour(6, 17, 12, 3), hour(6, 9, 37, 30), hour(0, 9, 4, 0)])).toBe(
      "The least often perfect: Saturdays at 5 PM, 3 of 12 games",
    );
  });

  test("the sentence above a chart names an hour of hostility only from three notes on", () => {
    expect(hostileHourLabel([hour(6, 17, 12, 3, 2), hour(0, 9, 30, 20, 0)])).toBe("");
    expect(hostileHourLabel([hour(6, 17, 12, 3, 2), hour(0, 17, 5, 3, 1), hour(0, 9, 30, 20, 0)])).toBe(
      "Something hostile is noted most often in games at 5 PM: 3 of 17.",
    );
  });
});
