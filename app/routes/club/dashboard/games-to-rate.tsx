import { href } from "#app/config/addresses.ts";
import type { Dashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Empty } from "#app/ui/empty.tsx";

/** The latest games that a coach or manager has not rated yet. */
export function GamesToRate({ games }: { games: Dashboard["toRate"] }) {
  if (games.length === 0) {
    return (
      <Empty title="Nothing to rate right now">
        <p>You can rate your next game here from kick-off on.</p>
      </Empty>
    );
  }
  return (
    <Card title="Waiting for your rating">
      <ul className="action-list">
        {games.map((game) => (
          <li key={game.id}>
            <a href={href("/mobile-rating", { game: game.id })}>
              {game.teamName} vs. {game.opponent}
            </a>
            <span>{game.when}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
