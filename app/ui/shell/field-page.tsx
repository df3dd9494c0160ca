import type { ReactNode } from "react";
import { ClubLink } from "./club-crest.tsx";

/** Frames pages used at the field, with one hand and weak signal: the task, and a link to the menu. */
export function FieldPage(props: { clubName: string; title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="field-header">
        <ClubLink name={props.clubName} />{" "}
        <a className="field-menu" href="/dashboard#menu">
          Menu
        </a>
      </header>
      <main id="main" className="page page-narrow field-page" tabIndex={-1}>
        <h1>{props.title}</h1>
        {props.lead ? <p className="lead">{props.lead}</p> : null}
        {props.children}
      </main>
    </>
  );
}
