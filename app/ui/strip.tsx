import { pluralize } from "#app/domain/values/pluralize.ts";

/** One game on the sideline strip: perfect, minor, major, sealed (product.md#blind), unrated. */
export type StripMark = "p" | "m" | "x" | "s" | "-";

const STEP = 14;
const HEIGHT = 20;
const RADIUS = 4.5;
/** A roomy strip's line is at least this many games long. */
const PLACES = 8;
const LINE = 18;
const CENTER = LINE - RADIUS - 0.5;

/**
 * The sideline strip, our signature: a line with one mark per game standing on it, oldest left. A full dot is
 * perfect, a half dot minor issues, an open ring a major incident, an envelope sealed, a tick unrated. The words stand
 * beside it, unseen, for screen readers and for text browsers, which draw no picture.
 * @param marks oldest first, as `TeamStats.strip` has them
 * @param large as wide as the page
 * @param roomy of double height, on a line that has room for the games to come
 * @param newest the mark, counted from the right, that was added just now and lands on the line
 */
export function SidelineStrip(props: {
  marks: string;
  large?: boolean;
  roomy?: boolean;
  newest?: number | null;
}) {
  const { marks, large, roomy, newest } = props;
  const list = [...marks] as StripMark[];
  if (list.length === 0) return <span className="strip-empty">No games yet</span>;
  const width = Math.max(list.length, roomy ? PLACES : 0) * STEP + 4;
  const look = large ? " strip-large" : roomy ? " strip-roomy" : "";
  return (
    <>
      <svg
        className={`strip${look}`}
        aria-hidden="true"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
      >
        <path className="strip-line" d={`M0 ${LINE}H${width}`} />
        {list.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity but their position
          <g key={index} className={list.length - 1 - index === newest ? "mark-new" : undefined}>
            <Mark mark={mark} x={index * STEP + STEP / 2 + 2} />
          </g>
        ))}
      </svg>
      <span className="visually-hidden">{stripLabel(marks)}</span>
    </>
  );
}

/** One game's mark alone, standing on the lower edge, for a strip whose games are links. */
export function GameMark({ mark }: { mark: StripMark }) {
  return (
    <svg viewBox={`0 ${LINE - STEP} ${STEP} ${STEP}`} aria-hidden="true">
      <Mark mark={mark} x={STEP / 2} />
    </svg>
  );
}

function Mark({ mark, x }: { mark: StripMark; x: number }) {
  if (mark === "-") return <path className="mark-none" d={`M${x} ${LINE - 5}V${LINE}`} />;
  if (mark === "s") return <Envelope x={x} bottom={LINE - 1} />;
  return <Dot score={mark === "p" ? 20 : mark === "m" ? 10 : 0} x={x} y={CENTER} radius={RADIUS} />;
}

function Dot({ score, x, y, radius }: { score: 0 | 10 | 20; x: number; y: number; radius: number }) {
  if (score === 20) return <circle className="mark-20" cx={x} cy={y} r={radius} />;
  const ring = <circle className="mark-0" cx={x} cy={y} r={radius - 0.75} />;
  if (score === 0) return ring;
  return (
    <g className="mark-10">
      <circle cx={x} cy={y} r={radius - 0.75} />
      <path d={`M${x} ${y - radius}a${radius} ${radius} 0 0 0 0 ${radius * 2}z`} />
    </g>
  );
}

/** A closed envelope: square and flapped, where every score is round. */
function Envelope({ x, bottom }: { x: number; bottom: number }) {
  return (
    <path className="mark-sealed" d={`M${x - 4.5} ${bottom}v-7h9v7zM${x - 4.5} ${bottom - 7}l4.5 4 4.5 -4`} />
  );
}

/** The sealed shape alone, beside the word 'Sealed'. */
export function SealedMark() {
  return (
    <svg className="score-mark" viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
      <Envelope x={5} bottom={8.5} />
    </svg>
  );
}

/** The same shape alone, beside a score's word. */
export function ScoreMark({ score }: { score: 0 | 10 | 20 }) {
  return (
    <svg className="score-mark" viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
      <Dot score={score} x={5} y={5} radius={4.75} />
    </svg>
  );
}

/** 'last 8 games: 5 perfect, 1 minor, 1 major, 1 sealed' */
export function stripLabel(marks: string): string {
  const count = (mark: StripMark) => [...marks].filter((other) => other === mark).length;
  const parts = [
    [count("p"), "perfect"],
    [count("m"), "minor"],
    [count("x"), "major"],
    [count("s"), "sealed"],
    [count("-"), "not rated"],
  ] as const;
  const named = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return `last ${pluralize(marks.length, "game")}: ${named.join(", ")}`;
}
