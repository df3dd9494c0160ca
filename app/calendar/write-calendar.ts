import { DAY_MS } from "#app/runtime/durations.ts";

/** Writes calendars that phones subscribe to (RFC 5545, RFC 7986). Pure. */

export interface CalendarEvent {
  /** Permanent id, whatever else changes. */
  uid: string;
  /** Number that rises with each change, so that a calendar takes the newer of two. */
  sequence: number;
  /** Time in UTC with its end, or a whole day. */
  when: { start: Date; end: Date } | { day: string };
  status: "CONFIRMED" | "TENTATIVE" | "CANCELLED";
  summary: string;
  /** Lines of the description. */
  description: readonly string[];
  location: string | null;
  url: string | null;
}

export interface Calendar {
  name: string;
  /** The IANA zone in which it is shown; the times themselves are UTC. */
  timezone: string;
  events: readonly CalendarEvent[];
}

/** Refresh interval. */
const REFRESH = "PT1H";

/**
 * @param at the time of writing
 * @returns the text of a .ics file: CRLF, lines of at most 75 octets that cut no character
 */
export function writeCalendar({ name, timezone, events }: Calendar, at: Date): string {
  const stamp = utc(at);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Goodside//Schedule//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${escaped(timezone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ];
  for (const event of events) addEvent(lines, event, stamp);
  lines.push("END:VCALENDAR", "");
  return lines.map(folded).join("\r\n");
}

function addEvent(lines: string[], event: CalendarEvent, stamp: string): void {
  lines.push("BEGIN:VEVENT", `UID:${escaped(event.uid)}`, `DTSTAMP:${stamp}`, `SEQUENCE:${event.sequence}`);
  if ("day" in event.when) {
    const next = new Date(Date.parse(`${event.when.day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
    lines.push(
      `DTSTART;VALUE=DATE:${event.when.day.replaceAll("-", "")}`,
      `DTEND;VALUE=DATE:${next.replaceAll("-", "")}`,
      // A day to remember, not a busy one.
      "TRANSP:TRANSPARENT",
    );
  } else {
    lines.push(`DTSTART:${utc(event.when.start)}`, `DTEND:${utc(event.when.end)}`);
  }
  lines.push(`STATUS:${event.status}`, `SUMMARY:${escaped(event.summary)}`);
  if (event.location) lines.push(`LOCATION:${escaped(event.location)}`);
  if (event.description.length > 0) lines.push(`DESCRIPTION:${event.description.map(escaped).join("\\n")}`);
  if (event.url) lines.push(`URL:${event.url}`);
  lines.push("END:VEVENT");
}

/** Formats a time as 20261128T180000Z. */
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** Joins lines and escapes the format's special characters. */
function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\\;,]/g, "\\$&")
    .trim();
}

const MAX_OCTETS = 75;

/** Folds a long line into lines that begin with a space. */
function folded(line: string): string {
  // No character takes more than three octets per UTF-16 unit.
  if (line.length * 3 <= MAX_OCTETS || Buffer.byteLength(line) <= MAX_OCTETS) return line;
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    // The space that starts each further line counts.
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      part = "";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  parts.push(part);
  return parts.join("\r\n ");
}
