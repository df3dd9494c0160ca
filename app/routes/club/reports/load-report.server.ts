import type { LoaderFunctionArgs } from "@remix-run/node";

import { requireClubUser } from "#app/auth/guards.server.ts";
import {
  latestScores,
  type ReportOf,
  raterAgreement,
  reportChoices,
  type TagRow,
  tagCounts,
  tallies,
} from "#app/domain/club/reports/report.server.ts";
import { addUp, benchmarkOf, monthReports, teamReports } from "#app/domain/club/reports/report.ts";
import {
  type ReportFilters,
  type ReportSeason,
  readReportFilters,
} from "#app/domain/club/reports/report-filters.ts";
import { currentSeason, progressOf } from "#app/domain/club/seasons/seasons.ts";
import { managedTeams, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { stateTotals } from "#app/domain/control/leaderboard/benchmark.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { Capability } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Trends and analytics are about the teams that one manages, the rest about all of one's teams (product.md#reports). */
const COMPARING = ["trends", "analytics"];

/** Guards a page of the reports and reads its filters: each tab is for those whose role it fits. */
export async function openReport(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const comparing = COMPARING.includes(query.get("tab") ?? "") || query.get("type") === "trends";
  const needs: Capability =
    query.get("type") === "incidents" ? "incidents.see" : comparing ? "reports.compare" : "reports.see";
  const ctx = await requireClubUser(args, needs);
  const at = now();
  const today = dateAt(at, ctx.club.timezone);
  const scope = comparing ? managedTeams(ctx.user) : teamScope(ctx.user);
  const { teams, seasons } = await reportChoices(ctx.db, scope);
  const current = currentSeason(seasons, today);
  const { filters, notices } = readReportFilters(query, today, { seasons, current });
  const season =
    filters.range === "season" ? (seasons.find(({ id }) => id === filters.season) ?? current) : undefined;
  if (filters.team && !teams.some(({ id }) => id === filters.team)) {
    notices.push("Unknown team: showing all your teams.");
    filters.team = "";
  }
  const of = reportOf(ctx, filters, ofSeason(scope, season), at);
  return { ctx, filters, notices, teams, seasons, season, current, today, of };
}

/** A season that has some of the teams has only their games. */
function ofSeason(scope: ReportOf["scope"], season: ReportSeason | undefined): ReportOf["scope"] {
  if (!season?.teamIds) return scope;
  return scope === "all" ? season.teamIds : scope.filter((id) => season.teamIds?.includes(id));
}

export type OpenReport = Awaited<ReturnType<typeof openReport>>;

function reportOf(ctx: ClubContext, filters: ReportFilters, scope: ReportOf["scope"], at: Date): ReportOf {
  return {
    scope: filters.team ? (scope === "all" || scope.includes(filters.team) ? [filters.team] : []) : scope,
    viewer: viewerOf(ctx.user),
    from: filters.from,
    to: filters.to,
    timezone: ctx.club.timezone,
    at,
  };
}

/** The figures of a report, as far as its tab and its table show them. */
export async function loadStats({ ctx, filters, teams, season, of }: OpenReport) {
  const { tab, type } = filters;
  const rows = tab === "teams" || tab === "trends" || tab === "overview";
  const [{ months, halves, toCome }, latest, state, tags, agreement] = await Promise.all([
    tallies(ctx.db, of),
    rows || type === "behavior" ? latestScores(ctx.db, of) : new Map<string, number[]>(),
    tab === "overview" ? stateTotals(ctx.control, ctx.club.state) : null,
    tab === "analytics" ? tagCounts(ctx.db, of) : ([] as TagRow[]),
    tab === "analytics" && of.viewer.admin ? raterAgreement(ctx.db, of) : null,
  ]);
  const shown = teams.filter(({ id }) => !filters.team || id === filters.team);
  const total = addUp(months);
  // The club's own number is of all teams.
  const planned = of.scope === "all" || of.scope === season?.teamIds ? (season?.plannedGames ?? null) : null;
  return {
    total,
    /** Of a season: how far it is (product.md#seasons). */
    progress:
      filters.range === "season"
        ? progressOf({ played: total.played, scheduled: total.played + toCome, planned })
        : null,
    halves,
    teams: teamReports(shown, months, latest),
    months: monthReports(months),
    benchmark: benchmarkOf(state),
    tags,
    agreement,
  };
}

export type ReportStats = Awaited<ReturnType<typeof loadStats>>;
