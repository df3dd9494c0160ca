import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { StaffPeriod } from "#app/domain/club/staff/staff-history.ts";

/** A line of 'Manager and coaches so far'. */
export interface PeriodOnPage {
  id: string;
  who: string;
  role: string;
  from: string;
  to: string;
}

/** Who was what, from when to when, and by whom. @param day how a moment's day is written */
export function viewPeriod(period: StaffPeriod, day: (moment: string) => string): PeriodOnPage {
  const { id, name, role, coach_role: coachRole, from_at, from_by, to_at, to_by, ending } = period;
  return {
    id,
    who: name,
    role: staffTitle({ role, coachRole }),
    from: by(day(from_at), from_by),
    to: ending === null ? "today" : `${by(to_at ? day(to_at) : "not recorded", to_by)}${endings[ending]}`,
  };
}

const by = (when: string, who: string | null) => (who ? `${when}, by ${who}` : when);

const endings = {
  removed: "",
  replaced: " (replaced)",
  "role-changed": " (new role)",
} as const;
