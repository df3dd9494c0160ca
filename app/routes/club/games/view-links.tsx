import {
  type ScheduleFilters,
  type ScheduleView,
  scheduleAddress,
  scheduleViews,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { Segments } from "#app/ui/shell/segments.tsx";
import type { DaysView } from "./view-data.ts";

const names: Record<ScheduleView, string> = { list: "List", week: "Week", month: "Month" };

/** The schedule's views; each keeps the filters. */
export function ViewLinks({ filters }: { filters: ScheduleFilters }) {
  const links = scheduleViews.map((view) => ({
    key: view,
    href: scheduleAddress({ ...filters, view, page: 1 }),
    label: names[view],
    current: view === filters.view,
  }));
  return <Segments label="View" links={links} />;
}

/** The week or month that is shown, between the one before and the one after. */
export function DaySteps({ days }: { days: DaysView }) {
  const { title, previous, next, now } = days;
  return (
    <div className="row apart day-steps">
      <h2>{title}</h2>{" "}
      <nav className="pagination" aria-label={days.view === "week" ? "Weeks" : "Months"}>
        <a href={previous.href} rel="prev">
          <span aria-hidden="true">← </span>
          {previous.label}
        </a>{" "}
        {now ? <a href={now.href}>{now.label}</a> : null}{" "}
        <a href={next.href} rel="next">
          {next.label}
          <span aria-hidden="true"> →</span>
        </a>
      </nav>
    </div>
  );
}
