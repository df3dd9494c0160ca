import { type StateCode, timezoneOfState } from "./states.ts";

/** The time zones of the states, as people call them, from east to west (product/clubs.md#time-zone). */
export const timeZones = [
  ["America/New_York", "Eastern Time"],
  ["America/Detroit", "Eastern Time (Michigan)"],
  ["America/Indiana/Indianapolis", "Eastern Time (Indiana)"],
  ["America/Chicago", "Central Time"],
  ["America/Denver", "Mountain Time"],
  ["America/Boise", "Mountain Time (Idaho)"],
  ["America/Phoenix", "Mountain Time (Arizona, the same all year)"],
  ["America/Los_Angeles", "Pacific Time"],
  ["America/Anchorage", "Alaska Time"],
  ["America/Adak", "Aleutian Islands"],
  ["Pacific/Honolulu", "Hawaii Time"],
] as const;

export type TimeZone = (typeof timeZones)[number][0];
export const timeZoneIds = timeZones.map(([id]) => id) as [TimeZone, ...TimeZone[]];

/** Returns 'Central Time' of 'America/Chicago'; an unknown zone's id. */
export const timeZoneName = (id: string): string => timeZones.find(([known]) => known === id)?.[1] ?? id;

/** Returns the zones to choose from, the one of most people in the state first. */
export function timeZoneChoices(state: string): { value: TimeZone; label: string }[] {
  const usual = timezoneOfState(state as StateCode);
  const choices = timeZones.map(([value, label]) => ({ value, label }));
  return [
    ...choices.filter(({ value }) => value === usual),
    ...choices.filter(({ value }) => value !== usual),
  ];
}
