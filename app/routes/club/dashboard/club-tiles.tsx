import { count } from "#app/domain/values/pluralize.ts";
import { Stat, Stats } from "#app/ui/stats.tsx";
import type { loadHome } from "./load-home.server.ts";

export interface ClubStatus {
  /** 'Active' */
  label: string;
  /** 'Paid until November 21, 2027' */
  note: string;
}

/** The club, or the reader's teams, in numbers; the subscription's state for administrators. */
export function ClubTiles(props: {
  status: ClubStatus | null;
  tiles: Awaited<ReturnType<typeof loadHome>>["tiles"];
}) {
  const { status, tiles } = props;
  return (
    <Stats>
      {status ? <Stat label="Club Status" value={status.label} note={status.note} /> : null}
      <Stat label="Teams" value={tiles.teams} />
      <Stat
        label="Games Rated"
        value={tiles.rated}
        note={tiles.played === 0 ? "none played yet" : `of ${count(tiles.played)} played`}
      />
      <Stat label={status ? "Club Score" : "Score"} value={tiles.score} note="points of all rated games" />
    </Stats>
  );
}
