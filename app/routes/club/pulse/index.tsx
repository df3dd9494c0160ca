import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { averageLabel, formatMean, NOT_MEASURED } from "#app/domain/club/pulse/labels.ts";
import { listPulses, type PulseView } from "#app/domain/club/pulse/pulse.server.ts";
import { type AnswerStats, FEWEST_ANSWERS } from "#app/domain/club/pulse/pulse.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { dateAt, formatMonthDay } from "#app/domain/values/times.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { type ChartPoint, YearsChart } from "./years-chart.tsx";

export const handle = { extra: "pulse", madeOf: [] };
export const meta = () => title("Parent Pulse");

/** Loads the pulses of all years: the club's for administrators, their teams' for managers. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, user, club } = await requireClubUser(args, "pulse.see");
  const pulses = await listPulses(db, managedTeams(user));
  const today = dateAt(now(), club.timezone);
  const day = (moment: string) => formatMonthDay(dateAt(moment, club.timezone), today);
  return {
    pulses: pulses.map((pulse) => ({ ...pulse, sent: day(pulse.sentAt), closes: day(pulse.closesAt) })),
    maySend: may(user.role, "club.manage"),
  };
}

type Pulse = PulseView & { sent: string; closes: string };

export default function Pulses() {
  const { pulses, maySend } = useLoaderData<typeof loader>();
  const { readOnly } = useShell();
  const open = pulses.find(({ closedAt }) => closedAt === null);
  const ask =
    maySend && !open && !readOnly ? (
      <ButtonLink href={href("/reports/pulse/new")} look="primary">
        Ask the Parents
      </ButtonLink>
    ) : null;
  return (
    <ClubPage
      title="Parent Pulse"
      lead={`'${pulseCatalogue("en").question}' One number from 1 to 5, and nobody learns who said what.`}
      crumbs={[{ label: "Reports", href: href("/reports") }]}
      actions={ask}
    >
      {pulses.length === 0 ? (
        <Empty title={NOT_MEASURED}>
          <p>
            {maySend
              ? `Ask the parents of all teams, or of some, one question by email. Results are shown once the question has closed and ${FEWEST_ANSWERS} parents or more have answered.`
              : "Your club's administrators can ask the parents one question by email. Your teams' figures are shown here then."}
          </p>
        </Empty>
      ) : (
        <>
          {chartsOf(pulses, maySend).map(({ name, points }) => (
            <YearsChart
              key={name}
              answer={sentenceOf(name, points)}
              points={points}
              scale={{ least: 1, most: 5, leastLabel: "1 of 5", mostLabel: "5 of 5" }}
              columns={{ name: "Pulse", value: "Average", note: "Answers" }}
            />
          ))}
          <PulseList pulses={pulses} maySend={maySend} />
          <p>
            <a href={href("/reports/pulse/export.csv")}>All figures as CSV</a>
          </p>
        </>
      )}
    </ClubPage>
  );
}

function PulseList({ pulses, maySend }: { pulses: readonly Pulse[]; maySend: boolean }) {
  return (
    <RowTable
      caption="Pulses, newest first"
      columns={[
        { name: "Sent", place: "name" },
        { name: "State", place: "state" },
        { name: "Average", place: "left" },
        { name: "Answers", place: "line" },
      ]}
      rows={pulses.map((pulse) => ({
        key: pulse.id,
        href: href("/reports/pulse/:pulseId", { pulseId: pulse.id }),
        cells: [
          pulse.sent,
          <State key="state" pulse={pulse} />,
          averageOf(pulse, maySend),
          `${pulse.answers} of ${pulse.recipients} answered`,
        ],
      }))}
    />
  );
}

const State = ({ pulse }: { pulse: Pulse }) =>
  pulse.closedAt === null ? (
    <Status kind="act">Open until {pulse.closes}</Status>
  ) : (
    <Status kind="done">Closed</Status>
  );

function averageOf({ closedAt, club, teams }: Pulse, maySend: boolean): string {
  if (closedAt === null) return "Not yet";
  const [only, ...more] = teams;
  const stats: AnswerStats | null | undefined = maySend ? club : more.length === 0 ? only : undefined;
  if (stats) return `${formatMean(stats.mean)} of 5`;
  return !maySend && more.length > 0 ? pluralize(teams.length, "team") : "Too few";
}

/** Charts the club's results over time; for a manager those of each team. */
function chartsOf(pulses: readonly Pulse[], whole: boolean): { name: string; points: ChartPoint[] }[] {
  const charts = new Map<string, ChartPoint[]>();
  for (const pulse of pulses.toReversed()) {
    const groups = whole ? (pulse.club ? [{ ...pulse.club, name: "Parents" }] : []) : pulse.teams;
    for (const { name, mean, answers } of groups) {
      const point = {
        label: pulse.sent,
        value: mean,
        shown: formatMean(mean),
        note: pluralize(answers, "answer"),
      };
      charts.set(name, [...(charts.get(name) ?? []), point]);
    }
  }
  return [...charts].map(([name, points]) => ({ name, points }));
}

/** Returns 'Parents: 4.2 of 5 (84%) in 23 answers, 0.3 more than before'. */
function sentenceOf(name: string, points: readonly ChartPoint[]): string {
  const [before, last] = [points.at(-2), points.at(-1)];
  if (!last) return name;
  const now = `${name}: ${averageLabel({ mean: last.value, answers: Number.parseInt(last.note, 10) })}`;
  if (!before) return now;
  // Computed from the rounded values that are shown, so that the sentence adds up.
  const change = Math.round((Number(last.shown) - Number(before.shown)) * 10) / 10;
  if (change === 0) return `${now}, as before`;
  return `${now}, ${formatMean(Math.abs(change))} ${change > 0 ? "more" : "less"} than before`;
}
