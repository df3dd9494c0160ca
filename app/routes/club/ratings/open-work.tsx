import type { RatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { ratingsAddress } from "./filters.tsx";

/** Links to the games to rate and to the open incident notes, unless the list shows them already. */
export function OpenWork({ summary, asked }: Pick<RatingPage, "summary" | "asked">) {
  const isAdmin = useShell().role === "club_admin";
  return (
    <>
      {summary.waiting > 0 && asked.show !== "to-rate" ? (
        <ButtonLink
          href={ratingsAddress({ ...asked, show: "to-rate", page: 1 })}
          look={isAdmin ? "secondary" : "primary"}
        >
          {waitingLabel(summary.waiting, isAdmin)}
        </ButtonLink>
      ) : null}
      {summary.openIncidents > 0 && asked.show !== "incidents" ? (
        <ButtonLink href={ratingsAddress({ ...asked, show: "incidents", page: 1 })}>
          {openIncidentsLabel(summary.openIncidents)}
        </ButtonLink>
      ) : null}
    </>
  );
}

function waitingLabel(waiting: number, isAdmin: boolean): string {
  const games = pluralize(waiting, "game");
  return isAdmin ? `${games} without a final score` : `${games} to rate`;
}

const openIncidentsLabel = (open: number) =>
  open === 1 ? "1 incident note is open" : `${open} incident notes are open`;
