import { Fragment } from "react";
import { TextOnly } from "#app/ui/buttons.tsx";

/** Links the views or parts of a page; the current one is marked even without stylesheets. */
export function Segments(props: {
  label: string;
  links: readonly { key: string; href: string; label: string; current: boolean }[];
}) {
  return (
    <nav className="segments" aria-label={props.label}>
      {props.links.map(({ key, href, label, current }) => (
        <Fragment key={key}>
          <a href={href} aria-current={current ? "true" : undefined}>
            {label}
          </a>
          {current ? <TextOnly> (shown)</TextOnly> : null}{" "}
        </Fragment>
      ))}
    </nav>
  );
}
