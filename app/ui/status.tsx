import type { ReactNode } from "react";

/** done: finished; act: a person must act; bad: ended badly; plain: waiting, or nothing special. */
export type StatusKind = "done" | "act" | "bad" | "plain";

const shapes = {
  /** A checkmark. */
  done: "M2 6.5 5 9.5 10.5 3",
  /** A triangle around a stroke. */
  act: "M6 1.25 11.25 10.75H.75zM6 5v2.5",
  /** A cross. */
  bad: "M2.5 2.5l7 7M9.5 2.5l-7 7",
} as const;

/**
 * Shows a status in a list or on a page: its word, with a shape if it is done, needs a person or ended badly. Color
 * only helps; waiting is plain text.
 */
export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  if (kind === "plain") return <span className="nowrap muted">{children}</span>;
  return (
    <span className={`badge nowrap status-${kind}`}>
      <svg
        className="score-mark"
        viewBox="0 0 12 12"
        width="14"
        height="14"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={shapes[kind]} />
      </svg>
      {children}
    </span>
  );
}
