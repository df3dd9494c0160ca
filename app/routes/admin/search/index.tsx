import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type AdminContext, requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { QUERY_MAX, readSearch, type SearchQuery } from "#app/domain/club/search/search-query.ts";
import { membershipLabels, veiledEmail } from "#app/domain/control/accounts/labels.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { clubStatusLabels } from "#app/domain/control/platform/labels.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import {
  FOUND_SHOWN,
  findClubs,
  findGames,
  findTeams,
  findUsers,
  recordPeopleSearch,
} from "#app/domain/control/staff-search/find.server.ts";
import { comparisonOf } from "#app/domain/control/staff-search/searched-rows.server.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate, formatRowMoment } from "#app/domain/values/times.ts";
import { keyIn } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";

const TABS: Record<Tab, string> = { users: "Users", clubs: "Clubs", teams: "Teams", games: "Games" };

const COLUMNS: Record<Tab, readonly string[]> = {
  users: ["Name", "Role", "Club", "Email"],
  clubs: ["Club", "Status", "Code", "Place", "Email"],
  teams: ["Team", "Status", "Age group", "Club", "Season"],
  games: ["Game", "Day", "State", "Club", "Team’s status"],
};
const PLACES = ["name", "state", "left", "line", "more"] as const;

/** Hint on what to type, when nothing was typed or found. */
const HINTS: Record<Tab, string> = {
  users: "Type the beginning of a name, or an email: of coaches, managers and administrators.",
  clubs: "Type the beginning of a club’s name, its code, its city or its email.",
  teams:
    "Type the beginning of a team’s name, with its age group or its club: ‘hawks u12’, ‘hawks lakeside’.",
  games: "Type an opponent, a team or a club, and a day if you know it: ‘hawks lynxes nov 14’.",
};

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.text ? `${data.text}: Search` : "Search");

/**
 * Finds users, clubs, teams and games of all clubs, without opening a club's file
 * (product/platform-staff.md#staff-search).
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_clubs");
  const at = now();
  const asked = new URL(args.request.url).searchParams;
  const tab: Tab = keyIn(TABS, asked.get("tab")) ?? "users";
  const query = readSearch(asked.get("q") ?? "", at.toISOString().slice(0, 10), plainWordsOf);
  const page = {
    tab,
    text: query.text,
    filled: true,
    compared: "",
    tooMany: false,
    more: 0,
    rows: [] as FoundRow[],
  };
  if (query.words.length > 0 && !(await mayUse("staff-search", ctx.admin.id)))
    return json({ ...page, tooMany: true }, { status: 429 });
  const [rows, comparison] = await Promise.all([
    query.words.length > 0 ? foundRows(ctx, tab, query, at) : [],
    comparisonOf(ctx.control),
  ]);
  const finished = comparison?.finishedAt;
  return {
    ...page,
    rows: rows.slice(0, FOUND_SHOWN),
    more: rows.length > FOUND_SHOWN ? FOUND_SHOWN : 0,
    filled: Boolean(finished) || comparison?.fills === 0,
    compared: finished
      ? `Compared with the clubs’ files on ${formatRowMoment(finished, "UTC", at)} UTC: ${
          comparison.fills
            ? `read from ${pluralize(comparison.clubs, "file")}.`
            : comparison.mended > 0
              ? `${pluralize(comparison.mended, "row")} differed and were put right.`
              : "no difference."
        }`
      : "",
  };
}

/** Draws the search; its text stays when the tab changes. */
export default function StaffSearch() {
  const { tab, text, filled, compared, tooMany, more, rows } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Search"
      lead="Users, clubs, teams and games of all clubs. Parents, children, scores and notes are not in it."
    >
      <Segments
        label="What to search"
        links={(Object.keys(TABS) as Tab[]).map((key) => ({
          key,
          href: href("/admin/search", { tab: key, q: text || undefined }),
          label: TABS[key],
          current: key === tab,
        }))}
      />
      <search>
        <form method="get" action="/admin/search" className="filters" aria-label={`Search ${TABS[tab]}`}>
          <input type="hidden" name="tab" value={tab} />
          <TextField
            name="q"
            label={`Search ${TABS[tab].toLowerCase()}`}
            type="search"
            value={text}
            autoComplete="off"
            maxLength={QUERY_MAX}
            autoFocus={text === ""}
          />
          <SubmitButton look="secondary">Search</SubmitButton>
        </form>
      </search>
      {filled || tab === "users" || tab === "clubs" ? null : (
        <Notice tone="minor" title="Some clubs are still missing">
          <p>The clubs’ files are being read. A team or game that is not found may be found later.</p>
        </Notice>
      )}
      {tooMany ? (
        <Notice tone="minor" title="Too many searches">
          <p>Wait a few minutes, then search again.</p>
        </Notice>
      ) : text === "" ? (
        <p>{HINTS[tab]}</p>
      ) : rows.length === 0 ? (
        <Empty title={`No ${TABS[tab].toLowerCase()} found`}>
          <p>{HINTS[tab]}</p>
        </Empty>
      ) : (
        <>
          <p className="muted" role="status">
            {more > 0
              ? `The first ${more}. Add a word to narrow them down.`
              : `${pluralize(rows.length, TABS[tab].slice(0, -1).toLowerCase())}${tab === "games" ? ", the latest first" : ", by name"}`}
          </p>
          <RowTable
            caption={TABS[tab]}
            columns={COLUMNS[tab].map((name, index) => ({ name, place: PLACES[index] ?? "more" }))}
            rows={rows}
          />
        </>
      )}
      {tab === "users" ? (
        <p className="muted small">
          One person, two accounts? Open one of them and choose ‘Merge with another account’.{" "}
          <a href="/admin/merges">Merged accounts</a>
        </p>
      ) : null}
      {compared ? <p className="muted small">{compared}</p> : null}
    </AdminPage>
  );
}

type Tab = "users" | "clubs" | "teams" | "games";

const TEAM_STATUS = { active: "Active", archived: "Archived", deleted: "Deleted" } as const;

/** A row of results, its cells as the page shows them. */
interface FoundRow {
  key: string;
  href?: string;
  cells: string[];
}

const clubHref = (clubCode: string) => href("/admin/clubs/:clubCode", { clubCode });

const find: Record<Tab, (ctx: AdminContext, query: SearchQuery, at: Date) => Promise<FoundRow[]>> = {
  users: async ({ control }, { words, text }) =>
    (await findUsers(control, words)).map((user) => {
      const { id, kind, role, clubCode, clubName } = user;
      const email = (kind === "club" ? user.clubEmail : user.email) ?? "";
      return {
        key: `${id} ${clubCode}`,
        href: clubCode
          ? href("/admin/clubs/:clubCode/people/:accountId", { clubCode, accountId: id })
          : href("/admin/merges/new", { one: id }),
        cells: [
          kind === "club" ? `${user.name} (the club’s own account)` : user.name || "No name yet",
          role ? membershipLabels[role] : "None",
          clubName ?? "In no club",
          text.toLowerCase().includes(email) ? email : veiledEmail(email),
        ],
      };
    }),
  clubs: async ({ control }, { words }, at) =>
    (await findClubs(control, words)).map((club) => ({
      key: club.code,
      href: clubHref(club.code),
      cells: [
        club.name,
        clubStatusLabels[accessOfClub(club, at)],
        club.code.toUpperCase(),
        [club.city, club.state].filter(Boolean).join(", "),
        club.email,
      ],
    })),
  teams: async ({ control }, { words }) =>
    (await findTeams(control, words)).map((team) => ({
      key: String(team.number),
      // Page that restores it.
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

/** Runs a search; one for people is recorded in the platform's log. */
async function foundRows(ctx: AdminContext, tab: Tab, query: SearchQuery, at: Date): Promise<FoundRow[]> {
  const rows = await find[tab](ctx, query, at);
  if (tab === "users") await recordPeopleSearch(ctx.control, ctx.admin.id, { hits: rows.length, at });
  return rows;
}
