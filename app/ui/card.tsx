import type { ReactNode } from "react";
import { Buttons } from "./buttons.tsx";

/** Draws a quiet surface with a heading. `level` fits the page's outline. */
export function Card(props: { title?: ReactNode; level?: 2 | 3; actions?: ReactNode; children: ReactNode }) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <section className="card">
      {props.title ? <Heading>{props.title}</Heading> : null}
      {props.children}
      {props.actions ? <Buttons>{props.actions}</Buttons> : null}
    </section>
  );
}
