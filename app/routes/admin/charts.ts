import { formatPrice } from "#app/domain/control/billing/plans.ts";
import type { platformActivity } from "#app/domain/control/platform/activity.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { stateName } from "#app/domain/values/states.ts";
import { formatMonthDay } from "#app/domain/values/times.ts";
import type { Bar } from "#app/ui/bar-chart.tsx";

type Activity = Awaited<ReturnType<typeof platformActivity>>;

const bar = (label: string, n: number): Bar => ({ label, n, text: count(n) });
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

/** Sums up the last four whole weeks, and the four before them. */
function lastTwo(weeks: Activity["weeks"], of: "signUps" | "signed"): [last: number, before: number] {
  const whole = weeks.slice(0, -1).map((week) => week[of]);
  return [sumOf(whole.slice(-4)), sumOf(whole.slice(-8, -4))];
}

/** Returns '3 more than before'. */
function compared(last: number, before: number): string {
  if (last === before) return last === 0 ? "as before" : "as many as before";
  const [difference, more] = last > before ? [last - before, "more"] : [before - last, "fewer"];
  return `${count(difference)} ${more} than before`;
}

/** Charts sign-ups and signatures by week, and ratings by day. */
export function activityCharts({ weeks, days }: Activity, today: string) {
  const [signUps, signUpsBefore] = lastTwo(weeks, "signUps");
  const [signed, signedBefore] = lastTwo(weeks, "signed");
  const ratings = sumOf(days.map((day) => day.ratings));
  const byWeek = (of: "signUps" | "signed") =>
    weeks.map((week) => bar(formatMonthDay(week.week, today), week[of]));
  return {
    signUps: {
      answer: `${signUps === 0 ? "No club" : pluralize(signUps, "club")} signed up in the last 4 full weeks, ${compared(signUps, signUpsBefore)}`,
      bars: byWeek("signUps"),
    },
    signed: {
      answer: `${signed === 0 ? "No agreement" : pluralize(signed, "agreement")} signed in the last 4 full weeks, ${compared(signed, signedBefore)}`,
      bars: byWeek("signed"),
    },
    ratings: {
      answer: `${ratings === 0 ? "No rating" : pluralize(ratings, "rating")} given in ${days.length} days`,
      bars: days.map(({ day, ratings: n }) => bar(formatMonthDay(day, today), n)),
    },
  };
}

/** Most states in the picture; the table has all. */
const STATES_SHOWN = 8;

/** Charts clubs by the phase of their year, and by state. */
export function clubCharts({ clubs: { states } }: Activity) {
  const of = (name: "open" | "ending" | "readOnly" | "suspended") =>
    sumOf(states.map((state) => state[name]));
  const used = states
    .map(({ state, open, ending, readOnly }) => ({ name: stateName(state), n: open + ending + readOnly }))
    .filter(({ n }) => n > 0)
    .sort((one, other) => other.n - one.n || one.name.localeCompare(other.name));
  const ending = of("ending");
  const usable = sumOf(used.map(({ n }) => n));
  return {
    terms: {
      answer:
        ending === 0
          ? "No year ends in the next 30 days"
          : `${pluralize(ending, "year")} will end in 30 days`,
      bars: [
        bar("Active, more than 30 days", of("open")),
        bar("Active, ending in 30 days", ending),
        bar("Read-only", of("readOnly")),
        bar("Suspended", of("suspended")),
      ],
    },
    states: {
      answer:
        used.length === 0
          ? "No club yet"
          : `${pluralize(usable, "club")} in ${pluralize(used.length, "state")}, most in ${used[0]?.name}`,
      bars: used.slice(0, STATES_SHOWN).map(({ name, n }) => bar(name, n)),
      note: used.length > STATES_SHOWN ? `The ${STATES_SHOWN} with the most; the figures have all` : "",
      table: { columns: ["State", "Clubs"], rows: used.map(({ name, n }) => [name, count(n)]) },
    },
  };
}

/** Returns 'Nov 2026'. */
const monthName = (month: string) =>
  new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T00:00:00Z`),
  );
const shortMoney = (cents: number) =>
  Math.abs(cents) < 100_000
    ? formatPrice(Math.round(cents / 100) * 100)
    : `$${(cents / 100_000).toFixed(cents < 1_000_000 ? 1 : 0)}k`;

/** Charts the ledger by month: paid, less refunds, less contested money that was not returned. */
export function moneyChart({ months }: Activity) {
  const rows = months.map(({ month, paid, refunded, contested }) => ({
    label: monthName(month),
    cells: [paid, refunded, contested, paid + refunded + contested],
    n: paid + refunded + contested,
  }));
  return {
    answer: `${formatPrice(sumOf(rows.map(({ n }) => n)))} in ${rows.length} months`,
    bars: rows.map(({ label, n }) => ({ label, n: Math.max(0, n), text: shortMoney(n) })),
    table: {
      columns: ["Month", "Paid", "Refunded", "Contested", "Revenue"],
      rows: rows.toReversed().map(({ label, cells }) => [label, ...cells.map((cents) => formatPrice(cents))]),
    },
  };
}
