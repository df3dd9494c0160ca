import type { ScheduleCounts } from "#app/domain/club/games/schedule.server.ts";
import { Stat, Stats } from "#app/ui/stats.tsx";

/** How many games are in each state, whatever the list shows. */
export function ScheduleStats({ counts }: { counts: ScheduleCounts }) {
  return (
    <Stats>
      <Stat
        label="Upcoming"
        value={counts.upcoming}
        note={counts["in-progress"] > 0 ? `and ${counts["in-progress"]} in progress now` : undefined}
      />
      <Stat label="Completed" value={counts.completed} />
      <Stat label="Rescheduled" value={counts.rescheduled} />
      <Stat label="Cancelled" value={counts.cancelled} />
    </Stats>
  );
}
