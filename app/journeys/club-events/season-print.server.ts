import { brand } from "#app/config/brand.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { type SeasonWords, seasonWords, spanLabel } from "#app/domain/club/seasons/labels.ts";
import { readSeasonReport } from "#app/domain/club/seasons/season-report.server.ts";
import {
  type SeasonReport,
  type SeasonTeamReport,
  seasonTotals,
  teamTotals,
} from "#app/domain/club/seasons/season-report.ts";
import type { Season } from "#app/domain/club/seasons/seasons.ts";
import { logoPicture } from "#app/domain/club/settings/logo.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { type Hex, readableShade } from "#app/domain/values/club-colors.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import { printReport } from "#app/print/print.server.ts";
import type { PrintSection, ReportPrint } from "#app/print/report-print.ts";

/** Most bars of a page; further teams are in the table only. */
const MOST_BARS = 24;

/** A season as its PDF shows it, without the logo, and the words that an email says of it. */
export interface SeasonPrint {
  print: Omit<ReportPrint, "logo">;
  words: SeasonWords;
  totals: ReturnType<typeof seasonTotals>;
  /** The club's logo as WebP. */
  logo: Buffer | null;
}

/** Reads what a season's PDF and email are made of (product/seasons.md#seasons). */
export async function readSeasonPrint(db: ClubDb, season: Season, at: Date): Promise<SeasonPrint> {
  const club = await clubRowOf(db);
  const [report, logo] = await Promise.all([
    readSeasonReport(db, season, { timezone: club.timezone, at }),
    logoPicture(db, "small"),
  ]);
  const words = seasonWords(report);
  const today = dateAt(at, club.timezone);
  return {
    words,
    totals: seasonTotals(report.teams),
    logo: logo?.picture ?? null,
    print: {
      title: `${season.name} on the sidelines`,
      club: club.name,
      about: `${spanLabel(season, today)}. As of ${formatMoment(at.toISOString(), club.timezone)}.`,
      at: at.toISOString(),
      color: readableShade((club.color as Hex | null) ?? brand.colors.pitch),
      sections: seasonSections(report, words),
    },
  };
}

/** Prints a season as a PDF, in the printing worker. @throws WorkerDied */
export async function printSeason(db: ClubDb, season: Season, at: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { print, logo } = await readSeasonPrint(db, season, at);
  return printReport({ ...print, logo: logo ? new Uint8Array(logo) : null });
}

/** Returns the sections of a season's PDF. */
export function seasonSections({ season, teams }: SeasonReport, words: SeasonWords): PrintSection[] {
  const totals = seasonTotals(teams);
  const about = season.description ? [season.description] : [];
  if (totals.played === 0) return [{ heading: "Results", sentences: [...about, words.results] }];
  const thanks = {
    heading: "Thank you",
    sentences: [words.thanks],
    list: words.raters.map(({ text }) => text),
  };
  return [
    {
      heading: "Results",
      stats: [
        { value: count(totals.played), label: "Games", note: words.coverage },
        {
          value: totals.average === null ? "–" : formatAverage(totals.average),
          ...{ label: "Average", note: words.average },
        },
        { value: count(totals.perfect), label: "Perfect games", note: "" },
        { value: count(totals.minor), label: "Minor issues", note: "" },
        { value: count(totals.major), label: "Major incidents", note: "" },
      ],
      sentences: [words.results, ...about],
    },
    teamsSection(teams.filter(({ scheduled }) => scheduled > 0)),
    {
      heading: "Best improvements",
      sentences: [
        ...words.improved.map(({ name, text }) => `${name}: ${text}.`),
        ...(words.improvedNote === "" ? [] : [words.improvedNote]),
      ],
    },
    { heading: "What was done about incidents", sentences: [words.incidents] },
    { heading: "What parents say", sentences: [words.parents] },
    ...(words.thanks === "" ? [] : [thanks]),
  ];
}

function teamsSection(teams: readonly SeasonTeamReport[]): PrintSection {
  const rows = teams.map((team) => ({ ...team, ...teamTotals(team) }));
  const rated = rows.filter((team) => team.rated > 0);
  return {
    heading: "Teams",
    sentences: [],
    ...(rated.length > 0 && rated.length <= MOST_BARS
      ? {
          chart: {
            kind: "shares" as const,
            labelWidth: 130,
            alt: rated
              .map(
                ({ name, perfect, minor, major, rated: games }) =>
                  `${name}: ${perfect} of ${games} perfect, ${minor} minor, ${major} major.`,
              )
              .join(" "),
            rows: rated.map(({ name, perfect, minor, major }) => ({ label: name, perfect, minor, major })),
          },
        }
      : {}),
    table: {
      columns: [
        { name: "Team", width: 4 },
        { name: "Age group", width: 1.8 },
        { name: "Played", width: 1.8, figure: true },
        { name: "Rated", width: 1.5, figure: true },
        { name: "Average", width: 1.8, figure: true },
        { name: "Perfect", width: 1.6, figure: true },
        { name: "Minor", width: 1.4, figure: true },
        { name: "Major", width: 1.4, figure: true },
      ],
      rows: rows.map((team) => [
        team.archived ? `${team.name} (archived)` : team.name,
        team.ageGroup,
        `${count(team.played)} of ${count(team.scheduled)}`,
        count(team.rated),
        team.average === null ? "–" : formatAverage(team.average),
        count(team.perfect),
        count(team.minor),
        count(team.major),
      ]),
    },
  };
}
