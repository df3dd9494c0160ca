import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import type { teamTiles } from "./cards.ts";

/** Counts of teams and their people; coaches do not see invitations. */
export function TeamStats({ tiles }: { tiles: ReturnType<typeof teamTiles> }) {
  const { role } = useShell();
  return (
    <Stats>
      <Stat label="Active Teams" value={tiles.teams} />
      <Stat label="Active Managers" value={tiles.managers} />
      <Stat label="Active Coaches" value={tiles.coaches} />
      {role === "coach" ? null : (
        <Stat
          label="Pending Invites"
          value={tiles.pending}
          note={tiles.expired > 0 ? `${tiles.expired} expired` : undefined}
        />
      )}
    </Stats>
  );
}
