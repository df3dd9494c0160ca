import { Temporal } from "temporal-polyfill";

/**
 * The moment of a club's wall clock in UTC. A time that the spring change skips is read as the hour after it, one
 * that the autumn change repeats as its first.
 * @param date YYYY-MM-DD
 * @param time HH:MM (24 h), or null for the start of the day
 * @param timezone an IANA zone
 */
export function momentOf(date: string, time: string | null, timezone: string): string {
  const local = Temporal.PlainDateTime.from(`${date}T${time ?? "00:00"}`);
  return new Date(
    local.toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds,
  ).toISOString();
}

/** The club's date (YYYY-MM-DD) at a moment. */
export function dateAt(moment: Date | string, timezone: string): string {
  const instant = Temporal.Instant.from(typeof moment === "string" ? moment : moment.toISOString());
  return instant.toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** 'Sat, Nov 21, 6:00 PM CT'; without a time 'Sat, Nov 21, time TBD'. The year is said where it is not this one. */
export function sayGameTime(
  game: { date: string; time: string | null; starts_at: string },
  timezone: string,
  today: Date,
) {
  const day = sayDate(game.date, today);
  if (!game.time) return `${day}, time TBD`;
  return `${day}, ${sayClock(game.time)} ${zoneName(game.starts_at, timezone)}`;
}

/** 'Sat, Nov 21', with the year where it is not this one. */
export function sayDate(date: string, today: Date): string {
  const moment = new Date(`${date}T12:00:00Z`);
  const sameYear = moment.getUTCFullYear() === today.getUTCFullYear();
  return formatter("UTC", {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(moment);
}

/** '6:00 PM' from '18:00'. */
export function sayClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/** 'Sat, Nov 21, 2026, 6:00 PM CT': a stored moment on the club's clock. */
export function sayMoment(moment: string, timezone: string): string {
  const said = formatter(timezone, {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(moment));
  return `${said.replace(/\s([AP]M)$/, " $1")} ${zoneName(moment, timezone)}`;
}

/** 'CT': the zone as people say it, without daylight or standard. */
function zoneName(moment: string, timezone: string): string {
  const part = formatter(timezone, { timeZoneName: "shortGeneric" })
    .formatToParts(new Date(moment))
    .find(({ type }) => type === "timeZoneName");
  return part?.value ?? timezone;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs a hundred times what using one does. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timeZone + JSON.stringify(options);
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat("en-US", { timeZone, ...options });
    formatters.set(key, known);
  }
  return known;
}
