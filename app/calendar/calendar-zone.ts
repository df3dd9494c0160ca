import ICAL from "ical.js";

/** A zone as a calendar file describes it in VTIMEZONE (RFC 5545). */
export interface CalendarZone {
  /** Time (ISO-8601 UTC) of a local date and time; null if the description cannot be read. */
  momentOf(date: string, time: string): string | null;
}

/** Rules that name a day of the year; others could go on forever. */
const YEARLY =
  /^RRULE[^:]{0,60}:FREQ=YEARLY(?:;(?:INTERVAL|BYMONTH|BYMONTHDAY|BYDAY|UNTIL|COUNT|WKST)=[\w,+-]{1,60}){0,8}\s*$/i;

/** Reads the lines between BEGIN:VTIMEZONE and END:VTIMEZONE, on first use. */
export function calendarZone(lines: readonly string[]): CalendarZone {
  let zone: ICAL.Timezone | null | undefined;
  return {
    momentOf(date, time) {
      zone ??= parsed(lines);
      if (!zone) return null;
      const local = Date.parse(`${date}T${time}:00Z`);
      if (Number.isNaN(local)) return null;
      const [year, month, day] = date.split("-").map(Number);
      const [hour, minute] = time.split(":").map(Number);
      const at = ICAL.Time.fromData({ year, month, day, hour, minute, second: 0, isDate: false });
      return new Date(local - zone.utcOffset(at) * 1000).toISOString();
    },
  };
}

function parsed(lines: readonly string[]): ICAL.Timezone | null {
  const safe = lines.filter((line) => !/^RRULE/i.test(line) || YEARLY.test(line));
  try {
    const component = new ICAL.Component(
      ICAL.parse(["BEGIN:VTIMEZONE", ...safe, "END:VTIMEZONE"].join("\r\n")) as unknown[],
    );
    return component.getAllSubcomponents().length > 0 ? new ICAL.Timezone(component) : null;
  } catch {
    // The library throws plain errors for anything it cannot read: the zone stays unknown.
    return null;
  }
}
