import type { CalendarZone } from "#app/calendar/calendar-zone.ts";
import { isZone, localAt, momentOf } from "#app/domain/values/times.ts";
import { memoize } from "#app/runtime/memoize.ts";

/** The zones of schedule files (product/imports.md#schedule-import). Pure. */

/** Names in Windows, and so in Outlook, of the zones in which American clubs play. */
const WINDOWS_ZONES: Record<string, string> = {
  "hawaiian standard time": "Pacific/Honolulu",
  "alaskan standard time": "America/Anchorage",
  "pacific standard time": "America/Los_Angeles",
  "us mountain standard time": "America/Phoenix",
  "mountain standard time": "America/Denver",
  "central standard time": "America/Chicago",
  "canada central standard time": "America/Regina",
  "us eastern standard time": "America/Indianapolis",
  "eastern standard time": "America/New_York",
  "atlantic standard time": "America/Halifax",
  "newfoundland standard time": "America/St_Johns",
  "sa western standard time": "America/Puerto_Rico",
  "west pacific standard time": "Pacific/Guam",
  "samoa standard time": "Pacific/Pago_Pago",
  "gmt standard time": "Europe/London",
  "w europe standard time": "Europe/Berlin",
  "central europe standard time": "Europe/Budapest",
  "central european standard time": "Europe/Warsaw",
  "romance standard time": "Europe/Paris",
  utc: "UTC",
};

/** Everyday names of the American zones: 'Eastern Time (US & Canada)', 'CT', 'PDT'. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/^(?:eastern|e[sd]?t)\b/, "America/New_York"],
  [/^(?:central|c[sd]?t)\b/, "America/Chicago"],
  [/^(?:mountain|m[sd]?t)\b/, "America/Denver"],
  [/^(?:pacific|p[sd]?t)\b/, "America/Los_Angeles"],
  [/^(?:alaska|ak[sd]?t)\b/, "America/Anchorage"],
  [/^(?:hawaii|h(?:[sd]?t|ast))\b/, "Pacific/Honolulu"],
  [/^(?:atlantic|a[sd]?t)\b/, "America/Halifax"],
  [/^arizona\b/, "America/Phoenix"],
];

/**
 * Converts local times of a file to a club's clock.
 * @param file.names other names that the file gives for its zones; `defined`: zones that it describes
 * @returns null for a zone that is not known
 */
export function clockOf(
  clubZone: string,
  file: { names?: ReadonlyMap<string, string>; defined?: ReadonlyMap<string, CalendarZone> } = {},
) {
  const zoneOf = memoize((name: string) => knownZone(name) ?? knownZone(file.names?.get(name) ?? ""));
  return (date: string, time: string, zone: string | null): { date: string; time: string } | null => {
    if (zone === null) return { date, time };
    const known = zoneOf(zone);
    if (known !== null)
      return known === clubZone ? { date, time } : localAt(momentOf(date, time, known), clubZone);
    const moment = file.defined?.get(zone)?.momentOf(date, time);
    return moment ? localAt(moment, clubZone) : null;
  };
}

/**
 * Returns the IANA zone of 'America/Chicago', '/freeassociation.sourceforge.net/America/Chicago', 'Central Standard
 * Time', '(UTC-06:00) Central Time (US & Canada)', 'GMT-0600'.
 */
function knownZone(name: string): string | null {
  const plain = name.trim().replace(/^"|"$/g, "");
  const spoken = plain
    .toLowerCase()
    .replace(/^\((?:utc|gmt)[^)]{0,10}\) ?/, "")
    .replaceAll(".", "");
  const windows = WINDOWS_ZONES[spoken];
  if (windows) return windows;
  const parts = plain.split("/").filter(Boolean);
  const candidates = [plain, parts.slice(-2).join("/"), parts.slice(-3).join("/")];
  const iana = candidates.find(
    (candidate) =>
      /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(candidate) && candidate.length > 3 && isZone(candidate),
  );
  // 'Eastern Standard Time 1' is a zone of the file's own, and its rules are in the file.
  const isOwn = / \d{1,2}$/.test(spoken);
  return (
    iana ?? fixedZone(plain) ?? (isOwn ? null : (SPOKEN.find(([words]) => words.test(spoken))?.[1] ?? null))
  );
}

/** Reads 'GMT-0500', 'UTC+2': a zone of whole hours. */
function fixedZone(name: string): string | null {
  const [, sign, hours] = /^\(?(?:UTC|GMT)([+-])(\d{1,2})(?::?00)?\)?$/i.exec(name) ?? [];
  if (!hours || Number(hours) > 12) return /^(?:utc|gmt|z)$/i.test(name) ? "UTC" : null;
  return `Etc/GMT${sign === "-" ? "+" : "-"}${Number(hours)}`;
}
