import {
  comparisonLabel,
  coverageLabel,
  meanLabel,
  shareLabel,
  verdictLabel,
  worseLabel,
} from "#app/domain/club/reports/labels.ts";
import { shareOf, type Tally, type TeamComparison, type Verdict } from "#app/domain/club/reports/report.ts";
import {
  type GameKind,
  gamesAddress,
  type ReportFilters,
  reportAddress,
} from "#app/domain/club/reports/report-filters.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { Behind } from "./behind.tsx";
import type { ShownStats } from "./load-report.server.ts";

/** The season that a report is compared with. */
export interface AgainstSeason {
  /** '' if the club has no seasons of its own. */
  id: string;
  name: string;
  from: string;
  to: string;
}

interface Shown {
  filters: ReportFilters;
  against: AgainstSeason;
}

/** Returns the filters of the same report of the other season. */
const otherFilters = ({ filters, against }: Shown): ReportFilters => ({
  ...filters,
  ...(against.id
    ? { season: against.id }
    : { range: "own" as const, season: "", from: against.from, to: against.to }),
  compare: "",
});

/** Compares two seasons side by side, with one verdict, and the teams that got worse. */
export function SeasonComparison(props: Shown & { compared: NonNullable<ShownStats["compared"]> }) {
  const { filters, against, compared } = props;
  const { now, before, teams } = compared;
  const other = otherFilters(props);
  const rows: [label: string, of: (tally: Tally, of: ReportFilters) => React.ReactNode][] = [
    ["Games played", (tally, of) => <Behind to={gamesAddress(of)} figure={tally.played} />],
    ["Rated", (tally, of) => <CountWithGames tally={tally} filters={of} kind="rated" figure={tally.rated} />],
    ["Average of 20", (tally) => meanLabel(tally)],
    [
      "Perfect games",
      (tally, of) => <CountWithGames tally={tally} filters={of} kind="20" figure={tally.perfect} />,
    ],
    [
      "Minor issues",
      (tally, of) => <CountWithGames tally={tally} filters={of} kind="10" figure={tally.minor} />,
    ],
    [
      "Major incidents",
      (tally, of) => <CountWithGames tally={tally} filters={of} kind="0" figure={tally.major} />,
    ],
  ];
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">Compared with {against.name}</h2>
      <p>
        <strong>{comparisonLabel(compared, filters.seasonName, against.name)}</strong>
      </p>
      {filters.team === "" && teams.length > 1 ? <WhichTeams {...props} teams={teams} /> : null}
      <details className="more">
        <summary>Show both seasons side by side</summary>
        <table className="plot-figures">
          <caption className="visually-hidden">
            {filters.seasonName} and {against.name}
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Figure</span>
              </th>
              <th scope="col">{filters.seasonName}</th>
              <th scope="col">{against.name}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{cell(now, filters)}</td>
                <td>{cell(before, other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** Shows a count linked to its games, with its share where that is meaningful. */
function CountWithGames(props: { tally: Tally; filters: ReportFilters; kind: GameKind; figure: number }) {
  const { tally, filters, kind, figure } = props;
  const label =
    kind === "rated" ? coverageLabel(tally) : shareLabel(shareOf(figure, tally.rated), figure, tally.rated);
  return figure === 0 ? (
    label
  ) : (
    <a href={gamesAddress(filters, { games: kind === "rated" ? "result" : kind })}>{label}</a>
  );
}

const verdictKind: Record<Verdict, StatusKind> = { better: "done", worse: "act", unclear: "plain" };

export const TeamVerdict = ({ verdict }: Pick<TeamComparison, "verdict">) => (
  <Status kind={verdict ? verdictKind[verdict] : "plain"}>{verdictLabel(verdict)}</Status>
);

/** Returns '14.2 (8.6 to 17.7)': an average with its likely range. */
const shortMean = (tally: Tally) => meanLabel(tally).replace("(likely ", "(");

/** Teams beyond this number are collapsed, except those with a clear verdict. */
const TEAMS_SHOWN = 12;

/** Lists the teams that got worse or better; in a club of many, the others are collapsed. */
function WhichTeams({ teams, ...shown }: Shown & { teams: readonly TeamComparison[] }) {
  const clear = teams.filter(({ verdict }) => verdict === "worse" || verdict === "better");
  const first = teams.length > TEAMS_SHOWN ? clear.slice(0, TEAMS_SHOWN) : teams;
  const others = teams.filter((team) => !first.includes(team));
  return (
    <>
      <p>{worseLabel(teams, shown.against.name)}</p>
      {first.length > 0 ? <ComparedTeams {...shown} teams={first} /> : null}
      {others.length > 0 ? (
        <details className="more">
          <summary>
            {first.length > 0 ? `The other ${others.length} teams` : `All ${others.length} teams`}
          </summary>
          <ComparedTeams {...shown} teams={others} />
        </details>
      ) : null}
    </>
  );
}

/** Lists each team's two averages with their verdict, the clear falls first, and links the reasons. */
function ComparedTeams({ filters, against, teams }: Shown & { teams: readonly TeamComparison[] }) {
  const compares = may(useShell().role, "reports.compare");
  const why = (team: string) =>
    compares
      ? reportAddress(filters, { tab: "analytics", team })
      : gamesAddress(filters, { games: "below" }, { team });
  return (
    <RowTable
      caption={`Teams compared with ${against.name}, the clear falls first`}
      columns={[
        { name: "Team", place: "name" },
        { name: "Verdict", place: "state" },
        { name: "Why", place: "left" },
        { name: `Average, before: ${against.name}`, place: "line" },
      ]}
      rows={teams.map((team) => ({
        key: team.teamId,
        cells: [
          team.name,
          <TeamVerdict key="verdict" verdict={team.verdict} />,
          <a key="why" href={why(team.teamId)}>
            Why<span className="visually-hidden"> at {team.name}</span>
          </a>,
          `${shortMean(team.now)}, before ${shortMean(team.before)}`,
        ],
      }))}
    />
  );
}
