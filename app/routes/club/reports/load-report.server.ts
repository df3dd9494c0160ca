import type { LoaderFunctionArgs } from "@remix-run/node";

import {
  forbidden,
  isMember,
  notFound,
  requireClubUser,
  requireUserOrSupport,
} from "#app/auth/guards.server.ts";
import { gamesToCome, type ReportOf, reportChoices } from "#app/domain/club/reports/report.server.ts";
import {
  comparedSeason,
  type ReportFilters,
  type ReportSeason,
  readReportFilters,
} from "#app/domain/club/reports/report-filters.ts";
import { type AskedPrint, findPrint } from "#app/domain/club/reports/report-prints.server.ts";
import { currentSeason, progressOf } from "#app/domain/club/seasons/seasons.ts";
import { isActing, managedTeams, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubOrSupportContext } from "#app/journeys/context.ts";
import { reportStats } from "#app/journeys/reports/report-stats.server.ts";
import { type Capability, may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Trends and analytics cover the teams that the user manages, other tabs all of the user's teams
 * (product/reports.md#reports).
 */
const COMPARING = ["trends", "analytics"];

/** Guards a page of the reports and reads its filters: each tab is limited to its roles. */
export async function openReport(args: LoaderFunctionArgs, query = new URL(args.request.url).searchParams) {
  const comparing = COMPARING.includes(query.get("tab") ?? "") || query.get("type") === "trends";
  const needs: Capability =
    query.get("type") === "incidents" ? "incidents.see" : comparing ? "reports.compare" : "reports.see";
  const ctx = await requireUserOrSupport(args, needs);
  const at = now();
  const today = dateAt(at, ctx.club.timezone);
  const scope = comparing && !isActing(ctx.user) ? managedTeams(ctx.user) : teamScope(ctx.user);
  const { teams, seasons } = await reportChoices(ctx.db, scope);
  const current = currentSeason(seasons, today);
  const { filters, notices } = readReportFilters(query, today, { seasons, current });
  const season =
    filters.range === "season" ? (seasons.find(({ id }) => id === filters.season) ?? current) : undefined;
  const other = comparedSeason(filters, seasons, teamsOf(scope, season?.teamIds ?? null));
  if (filters.team && !teams.some(({ id }) => id === filters.team)) {
    notices.push("Unknown team: showing all your teams.");
    filters.team = "";
  }
  const inSeason = ofSeason(scope, season);
  const of = reportOf(ctx, filters, inSeason, at);
  const against = other && {
    ...{ id: other.id, name: other.name, from: other.from, to: other.to },
    scope: ofTeam(filters.team, ofSeason(scope, other)),
  };
  return { ctx, filters, notices, teams, seasons, season, current, today, scope: inSeason, of, against };
}

/** Returns the teams of a report; null for all. */
const teamsOf = (scope: ReportOf["scope"], ofSeason: ReportSeason["teamIds"]): ReportSeason["teamIds"] => {
  if (scope === "all") return ofSeason;
  return ofSeason === null ? [...scope] : scope.filter((id) => ofSeason.includes(id));
};

/** Limits the scope to the season's teams, if it lists some. */
function ofSeason(
  scope: ReportOf["scope"],
  season: Pick<ReportSeason, "teamIds"> | undefined,
): ReportOf["scope"] {
  if (!season?.teamIds) return scope;
  return scope === "all" ? season.teamIds : scope.filter((id) => season.teamIds?.includes(id));
}

/** Limits the scope to a chosen team. */
const ofTeam = (team: string, scope: ReportOf["scope"]): ReportOf["scope"] =>
  team === "" ? scope : scope === "all" || scope.includes(team) ? [team] : [];
/** Opens a report for downloads, which only the club's own people may make. */
export async function openOwnReport(args: LoaderFunctionArgs, query?: URLSearchParams) {
  const { ctx, ...report } = await openReport(args, query);
  if (!isMember(ctx)) throw forbidden(ctx.note, "role");
  return { ...report, ctx };
}

export type OpenReport = Awaited<ReturnType<typeof openReport>>;

function reportOf(
  ctx: Pick<ClubOrSupportContext, "user" | "club">,
  filters: ReportFilters,
  scope: ReportOf["scope"],
  at: Date,
): ReportOf {
  return {
    scope: ofTeam(filters.team, scope),
    viewer: viewerOf(ctx.user),
    from: filters.from,
    to: filters.to,
    timezone: ctx.club.timezone,
    at,
  };
}

/** Loads the stats that the report's tab and table show. */
export async function loadStats({ ctx, filters, teams, season, of, against }: OpenReport) {
  const { tab, type } = filters;
  const overview = type === "" && tab === "overview";
  const analytics = type === "" && tab === "analytics";
  // One team's analytics read its opponents instead of upcoming games: a page has seven queries.
  const inSeason =
    (overview || (analytics && (of.scope === "all" || of.scope.length > 1))) && filters.range === "season";
  const compares = overview || (type === "" && tab === "teams");
  const [stats, toCome] = await Promise.all([
    reportStats(ctx, {
      ...{ teams, of, against: compares ? against : null },
      parts: {
        trends: type === "behavior" || (type === "" && (tab === "teams" || tab === "trends")),
        benchmark: overview,
        tags: analytics,
      },
    }),
    inSeason ? gamesToCome(ctx.db, of) : 0,
  ]);
  const { played } = stats.total;
  // The club's own number covers all teams.
  const planned = of.scope === "all" || of.scope === season?.teamIds ? (season?.plannedGames ?? null) : null;
  return {
    ...stats,
    /**
     * For a season: games that may still get a result, and on the overview its progress (product/seasons.md#seasons).
     */
    left: inSeason ? toCome + played - stats.total.rated : null,
    progress: inSeason && overview ? progressOf({ played, scheduled: played + toCome, planned }) : null,
  };
}

export type ShownStats = Awaited<ReturnType<typeof loadStats>>;

/** Returns the scope of a PDF of the report, limited to what its reader may see now. */
export function askedPrint({ ctx, filters, scope }: OpenReport): AskedPrint {
  const managed = managedTeams(ctx.user);
  const managesAll = managed === "all" || (scope !== "all" && scope.every((team) => managed.includes(team)));
  const compares = may(ctx.user.role, "reports.compare") && managesAll;
  return { filters, scope, admin: viewerOf(ctx.user).admin, compares };
}

/** Opens the PDF of an address for users who may see everything in it: 403 for others, 404 once it is erased. */
export async function openPrint(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "reports.see");
  const print = await findPrint(ctx.db, args.params.printId ?? "");
  if (!print || print.expiresAt <= now().toISOString()) throw notFound();
  const { scope, admin, compares } = print.asked;
  const reach = compares ? managedTeams(ctx.user) : teamScope(ctx.user);
  const covers = reach === "all" || (scope !== "all" && scope.every((team) => reach.includes(team)));
  if (!covers || (admin && !viewerOf(ctx.user).admin)) throw forbidden(ctx.note, "role");
  return { ctx, print };
}
