import { href } from "#app/config/addresses.ts";
import type { PreviewView } from "#app/domain/club/rating-policy/preview-view.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { SealedBadge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Preview } from "./confirm-policy.tsx";
import { Marked } from "./policy-examples.tsx";

/** How many games go from which score to which. */
export function Moves({ moves }: Pick<PreviewView, "moves">) {
  if (moves.length === 0) return null;
  return (
    <section>
      <h2>Scores</h2>
      <DataTable
        caption="Games by their score now and after the change"
        columns={[{ name: "Now" }, { name: "Would be" }, { name: "Games", numeric: true }]}
        rows={moves.map(({ from, to, games }) => ({
          key: `${from} ${to}`,
          cells: [<Result key="now" score={from} />, <Result key="then" score={to} />, games],
        }))}
      />
    </section>
  );
}

/** The teams with another average. */
export function ChangedTeams({ teams }: Pick<PreviewView, "teams">) {
  if (teams.length === 0) return null;
  return (
    <section>
      <h2>Teams' averages</h2>
      <DataTable
        caption="Averages of the teams now and after the change"
        columns={[{ name: "Team" }, { name: "Now" }, { name: "Would be" }]}
        rows={teams.map(({ teamId, name, before, after }) => ({
          key: teamId,
          cells: [
            name,
            <AverageFigure key="now" average={before} />,
            <AverageFigure key="then" average={after} />,
          ],
        }))}
      />
    </section>
  );
}

/** The games with another score, newest first. */
export function ChangedGames({ preview }: { preview: Preview }) {
  const { games, page, pages, wanted } = preview;
  if (games.length === 0) return null;
  return (
    <section>
      <h2>Games</h2>
      <DataTable
        caption="Games that would get another score, newest first"
        columns={[
          { name: "Game" },
          { name: "When" },
          { name: "Manager" },
          { name: "Coach" },
          { name: "Now" },
          { name: "Would be" },
        ]}
        rows={games.map((game) => ({
          key: game.id,
          cells: [
            <a key="game" href={href("/rating/:gameId", { gameId: game.id })}>
              {game.title}
            </a>,
            game.when,
            <Rated key="manager" score={game.manager} />,
            <Rated key="coach" score={game.coach} />,
            <Now key="now" game={game} />,
            <Result key="then" score={game.after} />,
          ],
        }))}
      />
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/club/settings/rating-policy/preview", { ...wanted, page: String(to) })}
      />
    </section>
  );
}

const Now = ({ game }: { game: Preview["games"][number] }) => (
  <>
    <Result score={game.before} /> {game.sealed ? <SealedBadge /> : null}
  </>
);

const Result = ({ score }: { score: Score | null }) =>
  score === null ? <span className="muted">Pending</span> : <Marked score={score} />;

const Rated = ({ score }: { score: Score | null }) =>
  score === null ? <span className="muted">No rating</span> : score;
