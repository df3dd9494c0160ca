import { href } from "#app/config/addresses.ts";
import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";

/** The games that the user can rate now, one tap each. */
export function GameList(props: {
  games: readonly { id: string; title: string; when: string }[];
  /** How many there are: the list has the latest. */
  total: number;
  policy: PolicyLabels;
}) {
  const { games, total, policy } = props;
  return (
    <>
      {games.length === 0 ? (
        <Empty title="Nothing to rate right now" action={<a href="/rating">See all games</a>}>
          <p>Your team's games appear here from kick-off until you rate them.</p>
        </Empty>
      ) : (
        <>
          <p className="lead">{`${count(total)} games are waiting for your rating.`}</p>
          <ul className="field-games">
            {games.map((game) => (
              <li key={game.id}>
                <a href={href("/mobile-rating", { game: game.id })}>
                  <strong>{game.title}</strong> <span className="muted">{game.when}</span>
                </a>
              </li>
            ))}
          </ul>
          {total > games.length ? (
            <p>
              These are the latest {games.length}. <a href="/rating?show=to-rate">All {count(total)}</a>
            </p>
          ) : null}
        </>
      )}
      <PolicyLine labels={policy} />
    </>
  );
}
