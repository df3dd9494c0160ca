import { Fragment } from "react";
import { TextOnly } from "#app/ui/buttons.tsx";

/** The views or parts of a page as links; the one that is shown is marked for everybody, also without stylesheets. */
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
