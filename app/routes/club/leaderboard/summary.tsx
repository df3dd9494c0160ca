import { Fragment } from "react";
import { href } from "#app/config/addresses.ts";
import type { BoardCards } from "#app/domain/control/leaderboard/board.server.ts";
import { type BoardFilters, boardAddress, withoutLookUp } from "#app/domain/control/leaderboard/filters.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

export function BoardStats({ cards }: { cards: BoardCards }) {
  return (
    <Stats>
      <Stat
        label="Teams in Rankings"
        value={count(cards.ranked)}
        note={`of ${pluralize(cards.teams, "team")}`}
      />
      <Stat label="Participating Clubs" value={count(cards.clubs)} />
      <Stat label="Perfect Games" value={count(cards.perfectGames)} />
      <Stat
        label="Average Score"
        value={cards.average === null ? "–" : formatAverage(cards.average)}
        note={cards.average === null ? "No game is rated yet" : "points per rated game, of 20"}
      />
    </Stats>
  );
}

/** Where the viewer's own teams stand, so that nobody has to look for them. */
export function OwnTeams({
  teams,
}: {
  teams: readonly { name: string; rank: number | null; href: string }[];
}) {
  if (teams.length === 0) return null;
  return (
    <p className="board-own">
      {teams.length === 1 ? "Your team" : "Your teams"}:{" "}
      {teams.map(({ name, rank, href }, index) => (
        <Fragment key={href}>
          {index > 0 ? ", " : null}
          <a href={href}>{name}</a> {rank === null ? "not ranked yet" : <strong>#{count(rank)}</strong>}
        </Fragment>
      ))}
    </p>
  );
}

/** Why the viewer's own club is not on the boards (product.md#leaderboard-participation). */
export function NotTakingPart({ mayChange }: { mayChange: boolean }) {
  return (
    <Notice title="Your club does not take part">
      <p>
        Its teams are on no leaderboard, and other clubs do not see them.{" "}
        {mayChange ? (
          <a href={href("/club/settings", { tab: "profile" })}>Take part, in the settings</a>
        ) : (
          "Club administrators decide that in the settings."
        )}
      </p>
    </Notice>
  );
}

/** How many teams match; nothing without a search. */
export function Matching(props: {
  filters: BoardFilters;
  cards: BoardCards;
  tooMany: { found: number; shown: number } | null;
}) {
  const { filters, cards, tooMany } = props;
  const all = boardAddress(withoutLookUp(filters));
  if (boardAddress(filters) === all) return null;
  const found = tooMany
    ? `More than ${count(tooMany.found)} of these ${count(cards.teams)} match your search; the first ${count(tooMany.shown)} are shown. Add a word to see fewer.`
    : `${count(cards.matching ?? 0)} of these ${count(cards.teams)} ${cards.matching === 1 ? "matches" : "match"} your search; ranks are those among all of them.`;
  return (
    <p>
      {found} <a href={all}>Show all</a>
    </p>
  );
}
