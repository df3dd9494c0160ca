import type { AdminContext } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import type { SearchQuery } from "#app/domain/club/search/search-query.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import {
  findClubs,
  findGames,
  findTeams,
  findUsers,
  recordPeopleSearch,
} from "#app/domain/control/staff-search/find.server.ts";
import { formatDate, formatRowMoment } from "#app/domain/values/times.ts";

export type Tab = "users" | "clubs" | "teams" | "games";

const STATUS = { active: "Active", suspended: "Suspended", creating: "Being made" } as const;
const TEAM_STATUS = { active: "Active", archived: "Archived", deleted: "Deleted" } as const;

/** A row of what was found, its cells as the page shows them. */
export interface FoundRow {
  key: string;
  href?: string;
  cells: string[];
}

const clubHref = (clubCode: string) => href("/admin/clubs/:clubCode", { clubCode });

const find: Record<Tab, (ctx: AdminContext, query: SearchQuery, at: Date) => Promise<FoundRow[]>> = {
  users: async ({ control }, { words, text }, at) =>
    (await findUsers(control, words)).map((user) => {
      const { id, kind, role, clubCode, clubName, lastSignInAt } = user;
      const email = (kind === "club" ? user.clubEmail : user.email) ?? "";
      return {
        key: `${id} ${clubCode}`,
        href: clubCode
          ? href("/admin/clubs/:clubCode/people/:accountId", { clubCode, accountId: id })
          : href("/admin/merges/new", { one: id }),
        cells: [
          kind === "club" ? `${user.name} (the club’s own account)` : user.name || "No name yet",
          role ? membershipLabels[role] : "None",
          lastSignInAt ? formatRowMoment(lastSignInAt, "UTC", at) : "Never",
          clubName ?? "In no club",
          text.toLowerCase().includes(email) ? email : veiled(email),
        ],
      };
    }),
  clubs: async ({ control }, { words }) =>
    (await findClubs(control, words)).map(({ code, name, city, state, status, email }) => ({
      key: code,
      href: clubHref(code),
      cells: [name, STATUS[status], code.toUpperCase(), [city, state].filter(Boolean).join(", "), email],
    })),
  teams: async ({ control }, { words }) =>
    (await findTeams(control, words)).map((team) => ({
      key: String(team.number),
      // Where it is brought back.
      href:
        team.status === "deleted"
          ? href("/admin/clubs/:clubCode/teams/:teamId", { clubCode: team.clubCode, teamId: team.teamId })
          : clubHref(team.clubCode),
      cells: [
        team.name,
        TEAM_STATUS[team.status],
        [team.ageGroup, team.gender].join(" "),
        `${team.clubName}, ${team.state}`,
        team.season,
      ],
    })),
  games: async ({ control }, { games }, at) =>
    (await findGames(control, games)).map((game) => ({
      key: String(game.number),
      href: clubHref(game.clubCode),
      cells: [
        `${game.team} vs ${game.opponent}`,
        formatDate(game.day, at.toISOString().slice(0, 10)),
        game.state,
        game.clubName,
        TEAM_STATUS[game.status],
      ],
    })),
};

/** An address that was not typed: enough to tell two people of one name apart. */
const veiled = (email: string) => email.replace(/^(.).*@/u, "$1…@");

/** What a search finds; one for people is noted in the platform's log. */
export async function foundRows(
  ctx: AdminContext,
  tab: Tab,
  query: SearchQuery,
  at: Date,
): Promise<FoundRow[]> {
  const rows = await find[tab](ctx, query, at);
  if (tab === "users") await recordPeopleSearch(ctx.control, ctx.admin.id, { hits: rows.length, at });
  return rows;
}
