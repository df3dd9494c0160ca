import { href } from "#app/config/addresses.ts";
import type { RatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { type Show, shows } from "#app/domain/club/ratings/rating-view.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** Which games the list shows. Its answer is an address, so it works without a script and can be shared. */
export function RatingFilters({ asked, teams }: Pick<RatingPage, "asked" | "teams">) {
  const isAdmin = useShell().role === "club_admin";
  return (
    <form method="get" action="/rating" className="filters" data-autosubmit>
      <SelectField name="show" label="Show" value={asked.show} choices={showChoices(isAdmin)} />
      {teams.length > 1 ? (
        <SelectField
          name="team"
          label="Team"
          value={asked.teamId}
          empty="All Teams"
          choices={teams.map((team) => ({ value: team.teamId, label: team.teamName }))}
        />
      ) : null}
      <SubmitButton look="secondary">Apply</SubmitButton>
    </form>
  );
}

function showChoices(isAdmin: boolean) {
  const labels: Record<Show, string> = {
    latest: "Latest games",
    "to-rate": isAdmin ? "Waiting for ratings" : "To rate",
    rated: "Rated",
    upcoming: "Upcoming",
    all: "All games",
    incidents: "Major Incidents",
  };
  return shows
    .filter((show) => show !== "incidents" || isAdmin)
    .map((value) => ({ value, label: labels[value] }));
}

/** The list's address, without defaults. */
export function ratingsAddress({ show, teamId, page }: RatingPage["asked"]): string {
  return href("/rating", {
    show: show === "latest" ? undefined : show,
    team: teamId === "" ? undefined : teamId,
    page: page > 1 ? String(page) : undefined,
  });
}
