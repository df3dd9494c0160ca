import type { ReactNode } from "react";

// Attributes instead of classes: the stylesheet is inside every public page, these drawings on five.
const line = { fill: "none", stroke: "currentColor", strokeWidth: 2, strokeLinejoin: "round" } as const;
const soft = { ...line, opacity: 0.5 } as const;
const solid = { fill: "currentColor" } as const;
const pale = { fill: "currentColor", opacity: 0.25 } as const;

/** Draws in the page's own colors; the caption describes the drawing. */
function Picture(props: { caption: string; top?: number; children: ReactNode }) {
  const { caption, top = 0, children } = props;
  return (
    <figure className="card">
      <svg viewBox={`0 ${top} 320 ${120 - top}`} width="960" aria-hidden="true">
        {children}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

const Phone = ({ x, children }: { x: number; children: ReactNode }) => (
  <g transform={`translate(${x} 10)`}>
    <rect width="60" height="100" rx="9" {...line} />
    <path d="M24 6h12" {...line} />
    {children}
  </g>
);

const Arrow = ({ x, y = 60 }: { x: number; y?: number }) => (
  <path d={`M${x} ${y}h26m-7 -6l7 6l-7 6`} {...line} />
);

const Person = ({ x, y = 92, loud = false }: { x: number; y?: number; loud?: boolean }) => (
  <g transform={`translate(${x} ${y})`}>
    <circle cy="-36" r="8" {...line} />
    <path d="M-12 0v-12a12 12 0 0 1 24 0v12" {...line} />
    {loud ? <path d="M13 -42l9 -5m-8 10h10m-10 5l9 5" {...line} /> : null}
  </g>
);

/** The drawing of each lesson, by its slug. */
export const pictures: Record<string, ReactNode> = {
  "how-to-rate": (
    <Picture caption="Open the game, choose the score, send.">
      <Phone x={20}>
        <path d="M10 24h40M10 36h26M10 58h40M10 70h30" {...soft} />
        <rect x="8" y="80" width="44" height="12" rx="4" {...solid} />
      </Phone>
      <Arrow x={90} />
      <Phone x={130}>
        <rect x="8" y="18" width="44" height="20" rx="4" {...pale} />
        <circle cx="20" cy="28" r="5" {...solid} />
        <rect x="8" y="44" width="44" height="20" rx="4" {...soft} />
        <circle cx="20" cy="54" r="5" {...line} />
        <path d="M20 49a5 5 0 0 0 0 10z" {...solid} />
        <rect x="8" y="70" width="44" height="20" rx="4" {...soft} />
        <circle cx="20" cy="80" r="5" {...line} />
      </Phone>
      <Arrow x={200} />
      <Phone x={240}>
        <circle cx="30" cy="46" r="15" {...line} />
        <path d="M23 46l5 6l10 -12" {...line} />
        <path d="M14 78h32" {...soft} />
      </Phone>
    </Picture>
  ),
  "three-scores": (
    <Picture
      top={36}
      caption="A full dot is a perfect game, a half dot minor issues, an open ring a major incident."
    >
      <path d="M16 84h288" {...line} />
      <circle cx="70" cy="64" r="18" {...solid} />
      <circle cx="160" cy="64" r="18" {...line} />
      <path d="M160 46a18 18 0 0 0 0 36z" {...solid} />
      <circle cx="250" cy="64" r="18" {...line} />
      <g fill="currentColor" fontWeight="600" textAnchor="middle">
        <text x="70" y="108">
          20
        </text>
        <text x="160" y="108">
          10
        </text>
        <text x="250" y="108">
          0
        </text>
      </g>
    </Picture>
  ),
  "major-incident": (
    <Picture
      top={14}
      caption="A card is shown, administrators get a private case, a talk follows, and it is closed."
    >
      <Person x={40} loud />
      <rect x="62" y="22" width="12" height="17" rx="2" {...solid} />
      <Arrow x={86} />
      <g transform="translate(126 34)">
        <path d="M0 6h20l6 8h34v42h-60z" {...line} />
        <rect x="20" y="30" width="20" height="15" rx="2" {...solid} />
        <path d="M24 30v-5a6 6 0 0 1 12 0v5" {...line} />
      </g>
      <Arrow x={198} />
      <Person x={252} />
      <Person x={292} />
      <path
        d="M258 30h28a6 6 0 0 1 6 6v4a6 6 0 0 1 -6 6h-16l-8 7v-7h-4a6 6 0 0 1 -6 -6v-4a6 6 0 0 1 6 -6z"
        {...pale}
      />
    </Picture>
  ),
  "sending-the-agreement": (
    <Picture caption="One email a parent, one page to read, one signature.">
      <g transform="translate(20 34)">
        <rect width="72" height="50" rx="5" {...line} />
        <path d="M0 5l36 26l36 -26" {...line} />
      </g>
      <Arrow x={102} />
      <g transform="translate(140 14)">
        <path d="M0 0h48l14 14v78h-62z" {...line} />
        <path d="M10 24h38M10 36h42M10 48h34M10 60h40" {...soft} />
      </g>
      <Arrow x={212} />
      <g transform="translate(250 40)">
        <path d="M2 30c10 -26 16 -26 14 -6s8 8 12 0s6 2 10 2s6 -6 14 -6" {...line} />
        <path d="M0 42h58" {...soft} />
      </g>
    </Picture>
  ),
  "calming-a-sideline": (
    <Picture top={30} caption="Walk over, speak to one person, stand beside them.">
      <path d="M10 92h300" {...line} />
      <Person x={48} />
      <Arrow x={70} y={70} />
      <Person x={126} />
      <Person x={156} loud />
      <Person x={226} />
      <Person x={256} />
      <Person x={286} />
    </Picture>
  ),
};
