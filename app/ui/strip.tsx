/** One game on the sideline strip: perfect, minor, major, unrated. */
export type StripMark = "p" | "m" | "x" | "-";

const STEP = 14;
const HEIGHT = 20;
const LINE = 14;
const RADIUS = 4.5;

/**
 * The sideline strip, our signature: a line with a mark a game standing on it, oldest left. A full dot is
 * perfect, a half dot minor issues, an open ring a major incident, a tick unrated; the words are in its title.
 * @param marks oldest first, as `standings.strip` stores them.
 */
export function SidelineStrip({ marks }: { marks: string }) {
  const list = [...marks] as StripMark[];
  const words = stripWords(marks);
  if (list.length === 0) return <span className="strip-empty">No games yet</span>;
  const width = list.length * STEP + 4;
  return (
    <svg
      className="strip"
      role="img"
      aria-label={words}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      <line className="strip-line" x1="0" x2={width} y1={LINE + RADIUS} y2={LINE + RADIUS} />
      {list.map((mark, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a game's place on the line is what it is drawn by
        <Mark key={place} mark={mark} x={place * STEP + STEP / 2 + 2} />
      ))}
    </svg>
  );
}

function Mark({ mark, x }: { mark: StripMark; x: number }) {
  if (mark === "-") return <line className="strip-unrated" x1={x} x2={x} y1={LINE - 1} y2={LINE + RADIUS} />;
  if (mark === "p") return <circle className="strip-perfect" cx={x} cy={LINE} r={RADIUS} />;
  if (mark === "x") return <circle className="strip-major" cx={x} cy={LINE} r={RADIUS - 0.75} />;
  return (
    <g className="strip-minor">
      <circle cx={x} cy={LINE} r={RADIUS - 0.75} />
      <path d={`M ${x} ${LINE - RADIUS} a ${RADIUS} ${RADIUS} 0 0 0 0 ${RADIUS * 2} z`} />
    </g>
  );
}

/** 'last 8 games: 6 perfect, 1 minor, 1 major' */
export function stripWords(marks: string): string {
  const count = (mark: StripMark) => [...marks].filter((each) => each === mark).length;
  const parts = [
    [count("p"), "perfect"],
    [count("m"), "minor"],
    [count("x"), "major"],
    [count("-"), "not rated"],
  ] as const;
  const told = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return `last ${marks.length} ${marks.length === 1 ? "game" : "games"}: ${told.join(", ")}`;
}
