import { pluralize } from "#app/domain/values/pluralize.ts";

/** One game on the sideline strip: perfect, minor, major, sealed (product/ratings.md#blind), unrated. */
export type StripMark = "p" | "m" | "x" | "s" | "-";

const STEP = 14;
const HEIGHT = 20;
const RADIUS = 4.5;
/** Fewest games for which a roomy strip's line has room. */
const PLACES = 8;
const LINE = 18;
const CENTER = LINE - RADIUS - 0.5;

/** Classes of the marks in drawing order: all games of a kind are one path. */
const looks: Record<StripMark, string> = {
  p: "mark-20",
  m: "mark-10",
  x: "mark-0",
  s: "mark-sealed",
  "-": "mark-none",
};

/**
 * Draws the sideline strip, our signature: a line with one mark per game standing on it, oldest left. A full dot is
 * perfect, a half dot minor issues, an open ring a major incident, an envelope sealed, a short stroke unrated. Hidden words
 * serve screen readers and text browsers, which draw no picture.
 * @param marks oldest first, as `TeamStats.strip` has them
 * @param large as wide as the page
 * @param roomy of double height, on a line that has room for future games
 * @param newest mark, counted from the right, that was just added and lands on the line
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
  const fresh = newest === undefined || newest === null ? -1 : list.length - 1 - newest;
  const x = (index: number) => index * STEP + STEP / 2 + 2;
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
        {(Object.keys(looks) as StripMark[]).map((kind) => {
          const shapes = list.map((mark, index) =>
            mark === kind && index !== fresh ? shapeOnLine(mark, x(index)) : "",
          );
          const drawn = shapes.join("");
          return drawn === "" ? null : <path key={kind} className={looks[kind]} d={drawn} />;
        })}
        {list[fresh] ? (
          <path className={`${looks[list[fresh]]} mark-new`} d={shapeOnLine(list[fresh], x(fresh))} />
        ) : null}
      </svg>
      <span className="visually-hidden">{stripLabel(marks)}</span>
    </>
  );
}

/** Draws one game's mark, standing on the lower edge, for a strip whose games are links. */
export function GameMark({ mark }: { mark: StripMark }) {
  return (
    <svg viewBox={`0 ${LINE - STEP} ${STEP} ${STEP}`} aria-hidden="true">
      <path className={looks[mark]} d={shapeOnLine(mark, STEP / 2)} />
    </svg>
  );
}

function shapeOnLine(mark: StripMark, x: number): string {
  if (mark === "-") return `M${x} ${LINE - 5}V${LINE}`;
  if (mark === "s") return envelope(x, LINE - 1);
  return dot(mark === "p" ? 20 : mark === "m" ? 10 : 0, x, CENTER, RADIUS);
}

/** Outlines a disc; with the opposite turn it is a hole in the disc around it. */
const disc = (x: number, y: number, r: number, turn: 0 | 1) =>
  `M${x} ${y - r}a${r} ${r} 0 0 ${turn} 0 ${2 * r}a${r} ${r} 0 0 ${turn} 0-${2 * r}z`;

/** Outlines a full dot, a half dot or a ring, to be filled. */
function dot(score: 0 | 10 | 20, x: number, y: number, r: number): string {
  const whole = disc(x, y, r, 0);
  if (score === 20) return whole;
  if (score === 0) return whole + disc(x, y, r - 1.75, 1);
  const inner = r - 1.5;
  return `${whole}M${x} ${y - inner}a${inner} ${inner} 0 0 1 0 ${2 * inner}z`;
}

/** Returns the path of a score's shape around a point, for a chart. */
export const scoreShape = (score: 0 | 10 | 20) => dot(score, 0, 0, 5.5);

/** Outlines a closed envelope: square and flapped, because every score is round. */
const envelope = (x: number, bottom: number) =>
  `M${x - 4.5} ${bottom}v-7h9v7zM${x - 4.5} ${bottom - 7}l4.5 4 4.5 -4`;

/** Draws the sealed shape alone, beside the word 'Sealed'. */
export function SealedMark() {
  return (
    <svg className="score-mark" viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
      <path className="mark-sealed" d={envelope(5, 8.5)} />
    </svg>
  );
}

/** Draws a score's shape alone, beside its word. */
export function ScoreMark({ score }: { score: 0 | 10 | 20 }) {
  return (
    <svg className="score-mark" viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
      <path className={`mark-${score}`} d={dot(score, 5, 5, 4.75)} />
    </svg>
  );
}

/** Describes a strip: 'last 8 games: 5 perfect, 1 minor, 1 major, 1 sealed'. */
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
