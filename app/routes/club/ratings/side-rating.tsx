import {
  agreementLabels,
  SAW_OTHER_LABEL,
  sideName,
  UPCOMING_LABEL,
} from "#app/domain/club/ratings/labels.ts";
import {
  type FinalView,
  type GameView,
  type HistoryEntry,
  howDecided,
  type RatingView,
  type SideView,
} from "#app/domain/club/ratings/rating-view.ts";
import { Badge, ScoreBadge, SealedBadge } from "#app/ui/badge.tsx";

/** Shows a game's phase; an upcoming game has this badge instead of a button. */
export function PhaseBadge({ game }: { game: Pick<GameView, "phase" | "phaseName"> }) {
  const { phase } = game;
  return (
    <>
      {phase === "upcoming" ? null : <Badge strong={phase === "in-progress"}>{game.phaseName}</Badge>}
      {phase === "upcoming" || phase === "rescheduled" ? <Badge>{UPCOMING_LABEL}</Badge> : null}
    </>
  );
}

/** Shows the final score and how it was decided, unless it is sealed for the viewer. */
export function FinalBadges({ final, sides }: { final: FinalView; sides: readonly SideView[] }) {
  if (final.state === "shown") {
    return (
      <>
        <ScoreBadge score={final.score} /> <Badge>{howDecided(final.agreement, sides)}</Badge>
      </>
    );
  }
  if (final.state === "sealed") return <SealedBadge />;
  const missing = sides.filter(({ state }) => state === "missing");
  if (missing.length === sides.length) return null;
  return (
    <Badge>
      {agreementLabels.pending}: {missing.map(({ side }) => waitsFor[side]).join()}
    </Badge>
  );
}

const waitsFor = { coach: "coach has not rated", manager: "manager has not rated" } as const;

/** Shows a rating's tags, reason and author. */
export function RatingDetails({ rating }: { rating: RatingView }) {
  return (
    <>
      {rating.tags.length > 0 ? <p>{rating.tags.join(" · ")}</p> : null}
      {rating.reason ? <blockquote className="rating-reason">{rating.reason}</blockquote> : null}
      <p className="muted small">
        {rating.own ? "You" : rating.by}, {rating.as}, {rating.at}
        {rating.sawOther ? `. ${SAW_OTHER_LABEL}` : ""}
        {rating.correctionReason ? `. Corrected because: ${rating.correctionReason}` : ""}
      </p>
    </>
  );
}

/** Lists every version of a game's ratings that the viewer may see, newest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className="rating-history">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p className="row">
            <strong>{sideName[entry.side]}</strong> <ScoreBadge score={entry.score} />{" "}
            {entry.replaced ? <Badge>Replaced {entry.replaced}</Badge> : <Badge strong>Current</Badge>}
          </p>
          <RatingDetails rating={entry} />
        </li>
      ))}
    </ol>
  );
}
