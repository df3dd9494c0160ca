import { href } from "#app/config/addresses.ts";
import type { RatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { ratingsAddress } from "./filters.tsx";

type Work = Pick<RatingPage, "summary" | "asked">;

/** The way to the games that a coach or manager has to rate, unless the list shows them already. */
export function GamesToRate({ summary, asked }: Work) {
  const { readOnly } = useShell();
  if (readOnly) return null;
  if (summary.waiting === 0 || asked.show === "to-rate") return null;
  return (
    <ButtonLink href={ratingsAddress({ ...asked, show: "to-rate", page: 1 })} look="primary">
      {pluralize(summary.waiting, "game")} to rate
    </ButtonLink>
  );
}

/** What an administrator has to see to: games without a result, and open incidents. */
export function OpenWork({ summary, asked }: Work) {
  return (
    <>
      {summary.openIncidents > 0 ? (
        <>
          <a href={href("/incidents", { status: "open" })}>{openIncidentsLabel(summary.openIncidents)}</a>.{" "}
        </>
      ) : null}
      {summary.waiting > 0 ? (
        <>
          <a href={ratingsAddress({ ...asked, show: "to-rate", page: 1 })}>
            {pluralize(summary.waiting, "game")} without a final score
          </a>
          .
        </>
      ) : null}
    </>
  );
}

const openIncidentsLabel = (open: number) =>
  open === 1 ? "1 incident is open" : `${open} incidents are open`;
