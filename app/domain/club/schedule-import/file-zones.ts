import { isZone, localAt, momentOf } from "#app/domain/values/times.ts";
import { memoize } from "#app/runtime/memoize.ts";

/** The zones of calendar files (product.md#schedule-import). Pure. */

/** What Windows, and so Outlook, calls the zones in which American clubs play. */
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
  utc: "UTC",
};

/**
 * Converts local times of a file to a club's clock.
 * @param named other names that the file gives for its zones
 * @returns null for a zone that is not known
 */
export function clockOf(clubZone: string, named: ReadonlyMap<string, string>) {
  const zoneOf = memoize((name: string) => knownZone(name) ?? knownZone(named.get(name) ?? ""));
  return (date: string, time: string, zone: string | null): { date: string; time: string } | null => {
    if (zone === null) return { date, time };
    const known = zoneOf(zone);
    if (known === null) return null;
    return known === clubZone ? { date, time } : localAt(momentOf(date, time, known), clubZone);
  };
}

/** The IANA zone of 'America/Chicago', '/freeassociation.sourceforge.net/America/Chicago', 'Central Standard Time'. */
function knownZone(name: string): string | null {
  const plain = name.trim().replace(/^"|"$/g, "");
  const windows = WINDOWS_ZONES[plain.toLowerCase()];
  if (windows) return windows;
  const parts = plain.split("/").filter(Boolean);
  const candidates = [plain, parts.slice(-2).join("/"), parts.slice(-3).join("/")];
  return (
    candidates.find((candidate) => /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(candidate) && isZone(candidate)) ??
    null
  );
}
