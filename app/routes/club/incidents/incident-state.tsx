import type { IncidentView } from "#app/domain/club/incidents/incident-view.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { GameView } from "#app/domain/club/ratings/rating-view.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Whether the note is open, who saved it last, and whether the rating behind it was corrected. */
export function IncidentState({ game, note, correctedTo }: IncidentView & { game: GameView }) {
  const open = note.status === "open";
  return (
    <>
      <p className="row">
        <Badge strong={open}>{open ? "Open" : "Closed"}</Badge>{" "}
        <span>
          {game.title}, {game.when}, {game.location}
        </span>
      </p>
      <p className="muted">
        Opened {note.opened}, because the sideline got a Major Incident.
        {note.updated ? ` Last saved by ${note.updated}.` : ""}
        {note.what === "" ? " Nothing written yet." : ""}
      </p>
      {correctedTo ? (
        <Notice tone="minor" title="The rating was corrected">
          <p>
            {correctedTo.by} changed it to {correctedTo.score} {scoreLabels[correctedTo.score].name} on{" "}
            {correctedTo.at}. This note is kept.
          </p>
        </Notice>
      ) : null}
    </>
  );
}
