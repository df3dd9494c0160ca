import type { LoaderFunctionArgs } from "@remix-run/node";

import { requireClubUser } from "#app/auth/guards.server.ts";
import {
  hourTallies,
  latestScores,
  type ReportOf,
  reportTeams,
  type TagRow,
  tagCounts,
  tallies,
} from "#app/domain/club/reports/report.server.ts";
import { addUp, benchmarkOf, monthReports, teamReports } from "#app/domain/club/reports/report.ts";
import { type ReportFilters, readReportFilters } from "#app/domain/club/reports/report-filters.ts";
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
  const { filters, notices } = readReportFilters(query, today);
  const scope = comparing ? managedTeams(ctx.user) : teamScope(ctx.user);
  const teams = await reportTeams(ctx.db, scope);
  if (filters.team && !teams.some(({ id }) => id === filters.team)) {
    notices.push("Unknown team: showing all your teams.");
    filters.team = "";
  }
  return { ctx, filters, notices, teams, today, of: reportOf(ctx, filters, scope, at) };
}

export type OpenReport = Awaited<ReturnType<typeof openReport>>;

function reportOf(ctx: ClubContext, filters: ReportFilters, scope: ReportOf["scope"], at: Date): ReportOf {
  return {
    scope: filters.team ? [filters.team] : scope,
    viewer: viewerOf(ctx.user),
    from: filters.from,
    to: filters.to,
    timezone: ctx.club.timezone,
    at,
  };
}

/** The figures of a report, as far as its tab and its table show them. */
export async function loadStats({ ctx, filters, teams, of }: OpenReport) {
  const { tab, type } = filters;
  const rows = tab === "teams" || tab === "trends" || tab === "overview";
  const [{ months, halves, agreement }, latest, state, tags, hours] = await Promise.all([
    tallies(ctx.db, of),
    rows || type === "behavior" ? latestScores(ctx.db, of) : new Map<string, number[]>(),
    tab === "overview" ? stateTotals(ctx.control, ctx.club.state) : null,
    tab === "analytics" ? tagCounts(ctx.db, of) : ([] as TagRow[]),
    tab === "analytics" ? hourTallies(ctx.db, of) : [],
  ]);
  const shown = teams.filter(({ id }) => !filters.team || id === filters.team);
  return {
    total: addUp(months),
    halves,
    teams: teamReports(shown, months, latest),
    months: monthReports(months),
    benchmark: benchmarkOf(state),
    tags,
    hours,
    agreement,
  };
}

export type ReportStats = Awaited<ReturnType<typeof loadStats>>;
