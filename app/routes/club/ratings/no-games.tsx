import type { Show } from "#app/domain/club/ratings/rating-view.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";

/** Why the list is empty, and the way to one that is not. */
export function NoGames({ show, filtered }: { show: Show; filtered: boolean }) {
  if (show === "to-rate" && !filtered) {
    return (
      <Empty title="No games to rate" action={<a href="/rating">Show the latest games</a>}>
        <p>Every game that was played is rated. Thank you.</p>
      </Empty>
    );
  }
  if (show !== "latest" || filtered) {
    return <Empty title="No games here" action={<a href="/rating">Show the latest games of all teams</a>} />;
  }
  return (
    <Empty title="No games yet" action={<ButtonLink href="/schedule">Open the schedule</ButtonLink>}>
      <p>Games come from the schedule. From kick-off on they can be rated here.</p>
    </Empty>
  );
}
