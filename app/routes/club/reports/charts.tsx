import { type ReactNode, useId } from "react";
import { groupName, hourName, percent, shortMonth, weekdayName } from "#app/domain/club/reports/labels.ts";
import {
  CHART_MONTHS,
  FEW_GAMES,
  type HourTally,
  type MonthReport,
  shareOf,
} from "#app/domain/club/reports/report.ts";
import type { GamePick } from "#app/domain/club/reports/report-filters.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { TagGroup } from "#app/domain/values/rating-tags.ts";
import { Behind } from "./behind.tsx";

// Charts are drawn on the server: widths in percent of the page, heights and letters in pixels, no script.

/** Draws a chart below a sentence with its message, and the same data as a table. */
function Chart(props: {
  answer: string;
  /** Description of the picture, for screen readers. */
  title: string;
  description: string;
  height: number;
  note?: ReactNode;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  children: ReactNode;
}) {
  const { answer, title, description, height, note, columns, rows, children } = props;
  const id = useId();
  return (
    <figure className="plot">
      <figcaption>{answer}</figcaption>
      <svg width="100%" height={height} role="img" aria-labelledby={`${id}-title ${id}-text`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {children}
      </svg>
      {note ? <p className="muted small">{note}</p> : null}
      <details className="more">
        <summary>Show the figures</summary>
        <table className="plot-figures">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a chart is drawn once and never reordered
              <tr key={row}>
                {cells.map((cell, index) => (
                  <td key={columns[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Returns the address of the games behind a value of a chart. */
type Link = (pick: GamePick) => string;

/** Returns percent of a chart's width, with one decimal. */
const part = (share: number) => `${Math.round(share * 1000) / 10}%`;
const rounded = (number: number) => Math.round(number * 10) / 10;

const ROW = 30;
const BAR = 20;
/** Tells whether a piece of a bar has room for its number, even on a phone. */
const hasRoom = (share: number, games: number) => share >= 0.015 + 0.03 * String(games).length;

/** Charts a bar per month: the shares of perfect, minor and major games among its rated ones. */
export function MonthsChart(props: { answer: string; months: readonly MonthReport[]; link: Link }) {
  const months = props.months.slice(-CHART_MONTHS);
  const kinds = ["perfect", "minor", "major"] as const;
  const { link } = props;
  return (
    <Chart
      answer={props.answer}
      title="Results by month"
      description={months.map(monthText).join(" ")}
      height={months.length * ROW}
      note={
        <>
          <Swatch look="share-perfect" /> perfect <Swatch look="share-minor" /> minor issues{" "}
          <Swatch look="share-major" /> major incidents, in games
        </>
      }
      columns={["Month", "Perfect", "Minor", "Major", "Rated", "Average"]}
      rows={months.map((month) => [
        shortMonth(month.month, true),
        ...(["20", "10", "0"] as const).map((games, index) => (
          <Behind
            key={games}
            to={link({ games, month: month.month })}
            figure={month[kinds[index] ?? "perfect"]}
          />
        )),
        <span key="rated">
          <Behind to={link({ games: "rated", month: month.month })} figure={month.rated} />
          {month.sealed > 0 ? (
            <>
              {" "}
              and <a href={link({ games: "sealed", month: month.month })}>{count(month.sealed)} sealed</a>
            </>
          ) : null}{" "}
          of <Behind to={link({ month: month.month })} figure={month.played} />
        </span>,
        month.average === null ? "–" : month.average.toFixed(1),
      ])}
    >
      {months.map((month, index) => {
        let from = 0;
        const last = kinds.findLast((kind) => month[kind] > 0);
        return (
          <svg key={month.month} y={index * ROW} height={ROW} aria-hidden="true">
            <text y="17">{shortMonth(month.month, index === 0 || month.month.endsWith("-01"))}</text>
            <svg className="plot-rest" x="18%" width="76%" aria-hidden="true">
              {month.rated === 0 ? (
                <text y="17">No open result</text>
              ) : (
                kinds.map((kind) => {
                  const share = month[kind] / month.rated;
                  const x = from;
                  from += share;
                  return share === 0 ? null : (
                    <g key={kind}>
                      <rect className={`share-${kind}`} x={part(x)} width={part(share)} y="2" height={BAR} />
                      {hasRoom(share, month[kind]) ? (
                        <text className={`in-${kind}`} x={part(x + share / 2)} y="17">
                          {month[kind]}
                        </text>
                      ) : kind === last ? (
                        // The last piece has room after the bar.
                        <text className={`out-${kind}`} x="100%" dx="5" y="17">
                          {month[kind]}
                        </text>
                      ) : null}
                    </g>
                  );
                })
              )}
            </svg>
          </svg>
        );
      })}
    </Chart>
  );
}

const Swatch = ({ look }: { look: string }) => (
  <svg className="swatch" width="12" height="12" aria-hidden="true">
    <rect className={look} x="1" y="1" width="10" height="10" />
  </svg>
);

const monthText = ({ month, rated, perfect, minor, major }: MonthReport) =>
  rated === 0
    ? `${formatMonth(month)}: no open result.`
    : `${formatMonth(month)}: ${perfect} of ${rated} perfect, ${minor} minor, ${major} major.`;

const LINE_HEIGHT = 150;
/** Heights of 100% and of 0% in the chart. */
const [TOP, BOTTOM] = [12, 122];

/** Charts the share of perfect games by month, with its 95% band; months below five games have none. */
export function TrendChart(props: { answer: string; months: readonly MonthReport[]; link: Link }) {
  const months = props.months.slice(-CHART_MONTHS);
  const points = months.flatMap((month, index) => {
    const share = shareOf(month.perfect, month.rated);
    const x = months.length === 1 ? 50 : (index / (months.length - 1)) * 100;
    return share ? [{ month: month.month, x: rounded(x), ...share }] : [];
  });
  if (points.length < 2) return <p>{props.answer}.</p>;
  const y = (share: number) => rounded(100 - share * 100);
  const edge = (end: "low" | "high") => points.map((point) => `${point.x} ${y(point[end])}`);
  const last = points[points.length - 1] as (typeof points)[number];
  const level = (share: number) => TOP + (1 - share) * (BOTTOM - TOP);
  return (
    <Chart
      answer={props.answer}
      title="Perfect games by month"
      description={points
        .map(
          ({ month, share, low, high }) =>
            `${formatMonth(month)}: ${percent(share)}, likely ${percent(low)} to ${percent(high)}.`,
        )
        .join(" ")}
      height={LINE_HEIGHT}
      note={`Line: the share of perfect games. Shade: where it lies 19 times of 20. Months below ${FEW_GAMES} rated games are left out.`}
      columns={["Month", "Perfect", "Share", "Likely"]}
      rows={points.map(({ month, part: perfect, whole, share, low, high }) => [
        shortMonth(month, true),
        <span key="perfect">
          <Behind to={props.link({ games: "20", month })} figure={perfect} /> of{" "}
          <Behind to={props.link({ games: "rated", month })} figure={whole} />
        </span>,
        percent(share),
        `${percent(low)} to ${percent(high)}`,
      ])}
    >
      {[1, 0.5, 0].map((share) => (
        <g key={share}>
          <line className="plot-grid" x1="0" x2="100%" y1={level(share)} y2={level(share)} />
          <text y={level(share) - 3}>{percent(share)}</text>
        </g>
      ))}
      <svg className="plot-line" x="12%" width="80%" aria-hidden="true">
        <svg
          y={TOP}
          height={BOTTOM - TOP}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className="plot-band" d={`M${[...edge("high"), ...edge("low").reverse()].join("L")}z`} />
          <polyline
            className="plot-mean"
            points={points.map((one) => `${one.x},${y(one.share)}`).join(" ")}
          />
        </svg>
        {points.map((point) => (
          <circle
            key={point.month}
            className="plot-dot"
            cx={`${point.x}%`}
            cy={rounded(level(point.share))}
            r="3.5"
          />
        ))}
        <text className="plot-value" x={`${last.x}%`} y={rounded(level(last.share)) - 8}>
          {percent(last.share)}
        </text>
        <text className="plot-value" y={LINE_HEIGHT - 8}>
          {shortMonth(points[0]?.month ?? "", true)}
        </text>
        <text className="plot-value" x={`${last.x}%`} y={LINE_HEIGHT - 8}>
          {shortMonth(last.month, true)}
        </text>
      </svg>
    </Chart>
  );
}

const PANEL = 74;
const PANEL_BAR = 40;

/** Charts by month the share of rated games with a tag of each group: a panel per group, all on one scale. */
export function GroupsChart(props: { answer: string; months: readonly MonthReport[]; link: Link }) {
  const months = props.months.slice(-CHART_MONTHS).filter(({ rated }) => rated > 0);
  const groups = ["hostile", "distracting", "supportive"] as const satisfies readonly TagGroup[];
  const share = (month: MonthReport, group: TagGroup) => month[group] / month.rated;
  const enough = months.filter(({ rated }) => rated >= FEW_GAMES);
  if (enough.length === 0) return <p>{props.answer}.</p>;
  const most = Math.max(0.1, ...enough.flatMap((month) => groups.map((group) => share(month, group))));
  const slot = 1 / months.length;
  const total = (group: TagGroup) => months.reduce((sum, month) => sum + month[group], 0);
  const rated = months.reduce((sum, month) => sum + month.rated, 0);
  const everyNth = Math.ceil(months.length / 6);
  return (
    <Chart
      answer={props.answer}
      title="What was noted by month"
      description={groups
        .map((group) => `${groupName[group]}: in ${total(group)} of ${rated} rated games.`)
        .join(" ")}
      height={PANEL * groups.length + 18}
      note={`A bar: the part of a month's rated games in which it was noted, at most ${percent(most)}. Months below ${FEW_GAMES} rated games have none.`}
      columns={["Month", "Rated", ...groups.map((group) => groupName[group])]}
      rows={months.map((month) => [
        shortMonth(month.month, true),
        <Behind key="rated" to={props.link({ games: "rated", month: month.month })} figure={month.rated} />,
        ...groups.map((group) => (
          <Behind key={group} to={props.link({ noted: group, month: month.month })} figure={month[group]} />
        )),
      ])}
    >
      {groups.map((group, panel) => (
        <svg key={group} y={panel * PANEL} height={PANEL} aria-hidden="true">
          <text className="plot-name" y="14">
            {groupName[group]}: {total(group)} of {pluralize(rated, "game")}
          </text>
          <line className="plot-grid" x2="100%" y1={PANEL - 8} y2={PANEL - 8} />
          {months.map((month, index) => {
            const height = rounded((share(month, group) / most) * PANEL_BAR);
            return month.rated < FEW_GAMES || height === 0 ? null : (
              <rect
                key={month.month}
                className={`group-${group}`}
                x={part((index + 0.1) * slot)}
                width={part(Math.min(0.12, slot * 0.8))}
                y={rounded(PANEL - 8 - height)}
                height={height}
              />
            );
          })}
        </svg>
      ))}
      {months.map((month, index) =>
        index % everyNth === 0 ? (
          <text key={month.month} x={part((index + 0.1) * slot)} y={PANEL * groups.length + 12}>
            {shortMonth(month.month, false)}
          </text>
        ) : null,
      )}
    </Chart>
  );
}

const CELL = 30;
/** Steps of a heat map's shade, from the best to the worst. */
const SHADES = 5;

/** Maps how often games of each hour of the week are perfect: the darker, the less often. */
export function HoursMap(props: { answer: string; hours: readonly HourTally[]; link: Link }) {
  const { hours, link } = props;
  const days = [1, 2, 3, 4, 5, 6, 0].filter((day) => hours.some(({ weekday }) => weekday === day));
  const all = hours.map(({ hour }) => hour);
  const first = Math.min(...all);
  const columns = Array.from({ length: Math.max(...all) - first + 1 }, (_, index) => first + index);
  const width = 1 / columns.length;
  const everyNth = Math.ceil(columns.length / 6);
  const at = new Map(hours.map((hour) => [`${hour.weekday} ${hour.hour}`, hour]));
  const sorted = days.flatMap((day) => hours.filter(({ weekday }) => weekday === day));
  return (
    <Chart
      answer={props.answer}
      title="Perfect games by hour of the week"
      description={sorted
        .map(
          ({ weekday, hour, perfect, rated }) =>
            `${weekdayName(weekday)} ${hourName(hour)}: ${perfect} of ${rated}.`,
        )
        .join(" ")}
      height={days.length * CELL + 20}
      note={`A number: the percent of the hour's games that were perfect; the darker, the fewer. A dot: below ${FEW_GAMES} games.`}
      columns={["When", "Perfect", "Hostile noted"]}
      rows={sorted.map(({ weekday, hour, perfect, rated, hostile }) => [
        `${weekdayName(weekday).slice(0, 3)} ${hourName(hour)}`,
        <span key="perfect">
          <Behind to={link({ games: "20", weekday, hour })} figure={perfect} /> of{" "}
          <Behind to={link({ games: "rated", weekday, hour })} figure={rated} />
        </span>,
        <Behind key="hostile" to={link({ noted: "hostile", weekday, hour })} figure={hostile} />,
      ])}
    >
      {days.map((day, row) => (
        <svg key={day} y={row * CELL} height={CELL} aria-hidden="true">
          <text y="20">{weekdayName(day).slice(0, 3)}</text>
          <svg className="plot-rest" x="18%" width="82%" aria-hidden="true">
            {columns.map((hour, column) => {
              const cell = at.get(`${day} ${hour}`);
              if (!cell) return null;
              const share = cell.perfect / cell.rated;
              const few = cell.rated < FEW_GAMES;
              const shade = Math.min(SHADES - 1, Math.floor((1 - share) * SHADES));
              return (
                <g key={hour} className={few ? "heat" : `heat heat-${shade}`}>
                  <rect x={part(column * width)} width={part(width)} y="1" height={CELL - 2} />
                  <text x={part((column + 0.5) * width)} y="20">
                    {few ? "·" : Math.round(share * 100)}
                  </text>
                </g>
              );
            })}
          </svg>
        </svg>
      ))}
      <svg className="plot-rest" x="18%" width="82%" y={days.length * CELL} aria-hidden="true">
        {columns.map((hour, column) =>
          column % everyNth === 0 ? (
            <text key={hour} className="plot-value" x={part((column + 0.5) * width)} y="15">
              {hourName(hour)}
            </text>
          ) : null,
        )}
      </svg>
    </Chart>
  );
}
