import ICAL from "ical.js";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { type CalendarZone, calendarZone } from "./calendar-zone.ts";

/** Reads calendar files (RFC 5545) that calendars and team systems export. Recurrences are not expanded here. */

/** Longest event, in characters; a longer one is not an event. */
const LONGEST_EVENT = 64 * 1024;
/** Fields read from an event; attendees and alarms are dropped unread. */
const WANTED = /^(UID|SUMMARY|DESCRIPTION|LOCATION|STATUS|DTSTART|RRULE|RDATE|EXDATE|RECURRENCE-ID)[;:]/i;
/** Most lines read of a description: its first lines may name the teams. */
const DESCRIPTION_LINES = 12;
const MAX_ZONES = 100;
/** Most lines read of a zone. */
const ZONE_LINES = 400;

/** An event's start as in the file. */
export interface CalendarStart {
  /** YYYY-MM-DD, or the raw text. */
  date: string;
  /** HH:MM; null for a whole day. */
  time: string | null;
  /** 'UTC', the file's own name of a zone, or null for the reader's own clock. */
  zone: string | null;
}

export interface ReadEvent {
  /** Line of the file on which it begins. */
  line: number;
  /** null for an unreadable event. */
  start: CalendarStart | null;
  uid: string;
  summary: string;
  /** First lines of its description. */
  description: string;
  location: string;
  cancelled: boolean;
  /** Rule of repetition; null for an event of one date. */
  series: ReadSeries | null;
  /** Date of the series that it replaces. */
  replaces: CalendarStart | null;
}

/** Repetition of an event. */
export interface ReadSeries {
  rule: { parts: Readonly<Record<string, unknown>>; until: CalendarStart | null } | null;
  /** Dates in addition to those of the rule. */
  more: CalendarStart[];
  excluded: CalendarStart[];
}

export type CalendarReading =
  | {
      ok: true;
      /** Its name and the program that wrote it; '' if the file has none. */
      name: string;
      program: string;
      /** Aliases that the file's zones give themselves. */
      zones: ReadonlyMap<string, string>;
      /** Zones that it describes, by name. */
      defined: ReadonlyMap<string, CalendarZone>;
      events: ReadEvent[];
    }
  | { ok: false; problem: "too-many-rows" }
  | { ok: false; problem: "long-row"; line: number };

/** @param slices parts of the file's text, whose lines end in '\n' */
export async function readCalendar(
  slices: AsyncIterable<string>,
  { maxEvents }: { maxEvents: number },
): Promise<CalendarReading> {
  const reader = new CalendarReader(maxEvents);
  const pause = yieldToEventLoop();
  let rest = "";
  for await (const slice of slices) {
    const text = rest + slice;
    const lines = text.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_EVENT) return { ok: false, problem: "long-row", line: reader.line + 1 };
    for (const line of lines) {
      const problem = reader.read(line);
      if (problem) return problem;
    }
    await pause();
  }
  return reader.read(rest) ?? reader.end();
}

class CalendarReader {
  line = 0;
  readonly #maxEvents: number;
  readonly #events: ReadEvent[] = [];
  readonly #zones = new Map<string, string>();
  #name = "";
  #program = "";
  readonly #defined = new Map<string, CalendarZone>();
  #zone: string | null = null;
  #zoneLines: string[] | null = null;
  #event: { line: number; kept: string[]; size: number } | null = null;
  /** Open components inside the event, such as alarms. */
  #inside = 0;
  /** True if the previous line was kept, and with it the folded lines that follow. */
  #keeps = false;
  #descriptionLines = 0;

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  read(line: string): Extract<CalendarReading, { ok: false }> | null {
    this.line += 1;
    if (!this.#event) return this.#outside(line);
    this.#event.size += line.length;
    if (this.#event.size > LONGEST_EVENT) return { ok: false, problem: "long-row", line: this.#event.line };
    if (/^BEGIN:/i.test(line)) this.#inside += 1;
    else if (/^END:/i.test(line) && this.#inside > 0) this.#inside -= 1;
    else if (/^END:VEVENT\s*$/i.test(line)) return this.#endEvent();
    else if (this.#inside === 0) this.#keep(line);
    return null;
  }

  end(): CalendarReading {
    const [name, program, zones, defined] = [this.#name, this.#program, this.#zones, this.#defined];
    return { ok: true, name, program, zones, defined, events: this.#events };
  }

  #keep(line: string): void {
    const isFolded = /^[ \t]/.test(line);
    if (!isFolded) {
      this.#keeps = WANTED.test(line);
      this.#descriptionLines = /^DESCRIPTION[;:]/i.test(line) ? 1 : 0;
    } else if (this.#descriptionLines > 0) {
      this.#descriptionLines += 1;
      if (this.#descriptionLines > DESCRIPTION_LINES) this.#keeps = false;
    }
    if (this.#keeps) this.#event?.kept.push(line);
  }

  #outside(line: string): null {
    if (/^BEGIN:VTIMEZONE\s*$/i.test(line)) this.#zoneLines = [];
    else if (/^END:VTIMEZONE\s*$/i.test(line)) this.#endZone();
    else if (this.#zoneLines && this.#zoneLines.length < ZONE_LINES) this.#zoneLines.push(line.slice(0, 200));
    const [, name = "", value = ""] = /^([\w-]{1,30}):(.{0,200})/.exec(line) ?? [];
    switch (name.toUpperCase()) {
      case "BEGIN":
        if (/^VEVENT\s*$/i.test(value)) this.#event = { line: this.line, kept: [], size: 0 };
        break;
      case "X-WR-CALNAME":
        this.#name ||= plain(value);
        break;
      case "PRODID":
        this.#program ||= plain(value);
        break;
      case "TZID":
        this.#zone = value.trim();
        break;
      case "X-LIC-LOCATION":
        if (this.#zone && this.#zones.size < MAX_ZONES) this.#zones.set(this.#zone, value.trim());
        break;
    }
    return null;
  }

  #endZone(): void {
    if (this.#zone && this.#zoneLines && this.#defined.size < MAX_ZONES)
      this.#defined.set(this.#zone, calendarZone(this.#zoneLines));
    this.#zoneLines = null;
  }

  #endEvent(): Extract<CalendarReading, { ok: false }> | null {
    const { line, kept } = this.#event ?? { line: 0, kept: [] };
    this.#event = null;
    this.#keeps = false;
    if (this.#events.length === this.#maxEvents) return { ok: false, problem: "too-many-rows" };
    this.#events.push(readEvent(line, kept));
    return null;
  }
}

const plain = (value: string) => value.replace(/\\([\\;,])/g, "$1").trim();

type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  value: unknown,
  ...more: unknown[],
];

function readEvent(line: number, kept: readonly string[]): ReadEvent {
  const properties = propertiesOf(kept);
  const text = (name: string) => String(properties.find(([key]) => key === name)?.[3] ?? "");
  const start = properties.find(([name]) => name === "dtstart");
  const startsOf = (name: string) => properties.filter(([key]) => key === name).flatMap(readStarts);
  const rule = properties.find(([name]) => name === "rrule")?.[3] as { until?: string } | undefined;
  const [more, excluded] = [startsOf("rdate"), startsOf("exdate")];
  return {
    line,
    start: start ? (readStarts(start)[0] ?? null) : null,
    uid: text("uid"),
    summary: text("summary"),
    description: text("description").slice(0, 600),
    location: text("location"),
    cancelled: /^cancell?ed$/i.test(text("status").trim()),
    series:
      rule || more.length > 0 || excluded.length > 0
        ? {
            rule: rule
              ? { parts: { ...rule }, until: rule.until ? readStart(rule.until, start?.[1]) : null }
              : null,
            ...{ more, excluded },
          }
        : null,
    replaces: startsOf("recurrence-id")[0] ?? null,
  };
}

/** Parses an event's lines; [] if they are not those of a calendar. */
function propertiesOf(kept: readonly string[]): Property[] {
  try {
    const [, properties] = ICAL.parse(["BEGIN:VEVENT", ...kept, "END:VEVENT"].join("\r\n")) as [
      string,
      Property[],
    ];
    return properties;
  } catch {
    // The library throws plain errors for anything it cannot read; the event becomes a row with a problem.
    return [];
  }
}

/** Reads the dates of a property; for a period its start. */
const readStarts = ([, parameters, , ...values]: Property): CalendarStart[] =>
  values.map((value) => readStart(Array.isArray(value) ? value[0] : value, parameters));

function readStart(value: unknown, { tzid }: Property[1] = {}): CalendarStart {
  const text = String(value).slice(0, 40);
  const found = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}):\d{2}(Z?))?$/.exec(text);
  if (!found) return { date: text, time: null, zone: null };
  const [, date = "", time, utc] = found;
  return {
    date,
    time: time ?? null,
    zone: utc ? "UTC" : typeof tzid === "string" ? tzid.slice(0, 120) : null,
  };
}
