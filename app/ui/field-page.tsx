import type { ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { MarkSign } from "./mark.tsx";

/** The frame of pages that are used at the field, one hand, little signal: the mark, the club, the thing itself. */
export function FieldPage(props: { clubName: string; title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <header className="field-header">
        <a className="brand" href="/dashboard">
          <MarkSign />
          <span>{brand.name}</span>
        </a>
        <span className="field-club">{props.clubName}</span>
      </header>
      <main id="main" className="page page-narrow field-page" tabIndex={-1}>
        <h1>{props.title}</h1>
        {props.lead ? <p className="lead">{props.lead}</p> : null}
        {props.children}
      </main>
    </>
  );
}
