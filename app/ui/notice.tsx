import type { ReactNode } from "react";

type Tone = "neutral" | "good" | "minor" | "bad" | "accent";

/** Shows a message inside the page: information, a warning, or good news. */
export function Notice({
  tone = "neutral",
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div className={`notice notice-${tone}`}>
      {title ? <p className="notice-title">{title}</p> : null}
      {children}
    </div>
  );
}
