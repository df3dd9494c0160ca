import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { programsOfSeason } from "#app/domain/club/rewards/programs.server.ts";
import { copySeason, pendingOf, plannedGames } from "#app/domain/club/seasons/copy-season.server.ts";
import { copySchema } from "#app/domain/club/seasons/forms.server.ts";
import { seasonProblem } from "#app/domain/club/seasons/labels.ts";
import { copyShift } from "#app/domain/club/seasons/seasons.ts";
import { addDays } from "#app/domain/values/days.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";
import { SeasonDates } from "./season-form.tsx";

export const meta = () => title("Copy Season");

const form = clubForm({
  may: "seasons.manage",
  schema: copySchema,
  find: openSeason,
  change: ({ ctx, found, value }) => changeClub(ctx, (tx) => copySeason(tx, found.id, value)),
  problems: (refused, { ctx, value }) => {
    const wrong = seasonProblem(refused, value.name, todayOf(ctx));
    // This form has no team checkboxes.
    return wrong.teamIds
      ? { "": "The season has no team. Leave its teams unchecked, or edit it first" }
      : wrong;
  },
  saved: ({ id, games, outside, invited, programs }, { value }) => [
    href("/seasons/:seasonId", { seasonId: id }),
    [
      `${value.name} is created`,
      games > 0 ? `with ${pluralize(games, "planned game")}` : "",
      programs > 0 ? pluralize(programs, "reward program") : "",
      invited > 0 ? `${pluralize(invited, "invitation")} sent again` : "",
      outside > 0 ? `${pluralize(outside, "game")} left out, because the days do not reach so far` : "",
    ]
      .filter(Boolean)
      .join(", ")
      .concat("."),
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  const today = todayOf(ctx);
  const shift = copyShift(found, today);
  const [{ games }, pending, programs] = await Promise.all([
    plannedGames(ctx.db, found, ctx.club.timezone, now())
      .select((eb) => eb.fn.countAll<number>().as("games"))
      .executeTakeFirstOrThrow(),
    pendingOf(ctx.db, found.allTeams ? "all" : found.teamIds),
    programsOfSeason(ctx.db, found.id),
  ]);
  return {
    original: { id: found.id, name: found.name, allTeams: found.allTeams, teams: found.teamIds.length },
    copy: {
      name: `${found.name} Copy`.slice(0, 40),
      startsOn: addDays(found.startsOn, shift),
      endsOn: addDays(found.endsOn, shift),
    },
    games,
    pending: pending.length,
    programs: programs.length,
  };
});

/** Describes the season's rewards that a checkbox copies. */
export const rewardsTaken = (programs: number) =>
  programs === 0
    ? "Its reward programs: it has none"
    : `Its ${pluralize(programs, "reward program")} with budget and rewards, and nothing that was earned`;

export default function CopySeason() {
  const { original, copy, games, pending, programs } = useLoaderData<typeof loader>();
  const page = href("/seasons/:seasonId", { seasonId: original.id });
  return (
    <ClubPage
      title={`Copy ${original.name}`}
      lead="The copy starts with 0 games played. Results, and games already played, never go along."
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: original.name, href: page },
        { label: "Copy" },
      ]}
    >
      <PostForm>
        <SeasonDates season={copy} />
        <fieldset className="field">
          <legend>What goes along?</legend>
          <CheckboxField
            name="takeTeams"
            checked
            label={
              original.allTeams
                ? "Its teams: all"
                : `Its ${pluralize(original.teams, "team")}. Unchecked: all teams`
            }
          />
          <CheckboxField
            name="takeStaff"
            label={`Its staff: coaches and managers stay with their teams. ${pending === 0 ? "No invitation is open" : `Check it to send ${pluralize(pending, "open invitation")} again`}`}
          />
          <CheckboxField
            name="takeGames"
            label={
              games === 0
                ? "Its planned games: none is to come"
                : `Its ${pluralize(games, "planned game")}, on the same days of the week`
            }
          />
          <CheckboxField name="takeRewards" label={rewardsTaken(programs)} />
        </fieldset>
        <FormButtons submit="Copy Season" back={page} />
      </PostForm>
    </ClubPage>
  );
}
