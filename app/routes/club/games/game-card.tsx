import type { ReactNode } from "react";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";

/** Shows the game of a form, beside it where there is room. */
export function GameCard(props: {
  game: {
    teamName: string;
    ageGroup: string;
    opponent: string;
    home_away: "home" | "away";
    location: string;
  };
  when: string;
  /** Slot that it was first planned for. */
  was?: string | null;
  children?: ReactNode;
}) {
  const { game, when, was, children } = props;
  return (
    <aside aria-label="The game now">
      <Card title="The game now">
        <Facts
          facts={[
            ["Team", `${game.teamName} (${game.ageGroup})`],
            ["Opponent", game.opponent],
            ["When", when],
            ...(was ? [["First planned", was] as const] : []),
            ["Where", `${game.location || "TBD"} (${game.home_away})`],
          ]}
        />
        {children}
      </Card>
    </aside>
  );
}
