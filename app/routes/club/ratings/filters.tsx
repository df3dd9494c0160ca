import { href } from "#app/config/addresses.ts";
import type { RatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { type Show, shows } from "#app/domain/club/ratings/rating-view.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** Which games the list shows, and how many they are. */
export function RatingFilterBar({ asked, teams, summary }: Pick<RatingPage, "asked" | "teams" | "summary">) {
  const labels = showLabels(useShell().role === "club_admin");
  const team = teams.find(({ teamId }) => teamId === asked.teamId)?.teamName;
  const chosen = [asked.show === "latest" ? "" : labels[asked.show].toLowerCase(), team ?? ""].filter(
    Boolean,
  );
  return (
    <FilterBar
      action="/rating"
      count={
        <>
          {pluralize(summary.shown, "game")}
          {chosen.length > 0 ? (
            <>
              : {chosen.join(", ")}. <a href="/rating">Show the latest</a>
            </>
          ) : null}
        </>
      }
    >
      <SelectField
        name="show"
        label="Show"
        required
        value={asked.show}
        choices={shows
          .filter((show) => labels[show] !== "")
          .map((value) => ({ value, label: labels[value] }))}
      />
      {teams.length > 1 ? (
        <SelectField
          name="team"
          label="Team"
          required
          value={asked.teamId}
          empty="All Teams"
          choices={teams.map((team) => ({ value: team.teamId, label: team.teamName }))}
        />
      ) : null}
    </FilterBar>
  );
}

/** Empty for what a role cannot choose. */
const showLabels = (isAdmin: boolean): Record<Show, string> => ({
  latest: "Latest games",
  "to-rate": isAdmin ? "Waiting for ratings" : "To rate",
  rated: "Rated",
  upcoming: "Upcoming",
  all: "All games",
  incidents: isAdmin ? "Major Incidents" : "",
});

/** The list's address, without defaults. */
export function ratingsAddress({ show, teamId, page }: RatingPage["asked"]): string {
  return href("/rating", {
    show: show === "latest" ? undefined : show,
    team: teamId === "" ? undefined : teamId,
    page: page > 1 ? String(page) : undefined,
  });
}
