import { href } from "#app/config/addresses.ts";
import type { PolicyLabels } from "#app/domain/club/ratings/labels.ts";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";

/** The games that the user can rate now, one tap each. */
export function GameList(props: {
  games: readonly { id: string; title: string; when: string }[];
  policy: PolicyLabels;
}) {
  const { games, policy } = props;
  return (
    <>
      {games.length === 0 ? (
        <Empty title="Nothing to rate right now" action={<a href="/rating">See all games</a>}>
          <p>Your team's games appear here from kick-off until you rate them.</p>
        </Empty>
      ) : (
        <>
          <p className="lead">{`${games.length} games are waiting for your rating.`}</p>
          <ul className="field-games">
            {games.map((game) => (
              <li key={game.id}>
                <a href={href("/mobile-rating", { game: game.id })}>
                  <strong>{game.title}</strong> <span className="muted">{game.when}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <PolicyLine labels={policy} />
    </>
  );
}
