import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { pendingOf } from "#app/domain/club/seasons/copy-season.server.ts";
import { rollOverIntentSchema } from "#app/domain/club/seasons/forms.server.ts";
import { namesLabel, seasonProblem, spanLabel } from "#app/domain/club/seasons/labels.ts";
import {
  doRollOver,
  findRollOver,
  isUndoable,
  type RollOver,
  undoableUntil,
  undoRollOver,
} from "#app/domain/club/seasons/roll-overs.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { todayOf } from "./open-season.server.ts";

export const meta = () => title("Roll Over");

const form = clubForm({
  may: "seasons.manage",
  schema: rollOverIntentSchema,
  find: (ctx, { rollOverId = "" }) => findRollOver(ctx.db, rollOverId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) =>
      value.intent === "undo" ? undoRollOver(tx, found.id) : doRollOver(tx, found.id),
    ),
  problems: (refused, { ctx, found }) => {
    switch (refused.problem) {
      case "changed":
        return "A team or the season was changed since you planned this, so nothing is changed. Go back and check again.";
      case "not-done":
        return "Nothing was rolled over yet, so there is nothing to undo.";
      case "too-late":
        return "A roll-over can be undone for 7 days. Edit the season and the teams instead.";
      case "followed":
        return `${found.season.name} was itself rolled over. Undo that first.`;
      case "team-name-taken":
        return `Another team called ${refused.team} is in ${found.season.name} by now. Rename one of them first.`;
      default:
        return { "": Object.values(seasonProblem(refused, found.season.name, todayOf(ctx))).join(" ") };
    }
  },
  // The page's heading reports it.
  saved: (_, { found }) => href("/seasons/roll-overs/:rollOverId", { rollOverId: found.id }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found }) => {
  // Names are looked up, so that a plan stores none.
  const pending = found.status === "planned" ? await pendingOf(ctx.db, "all") : [];
  const invited = new Set(found.invited.map(({ staffId }) => staffId));
  const names = pending.filter(({ staffId }) => invited.has(staffId)).map(({ name, email }) => name || email);
  return view(ctx, found, names);
});

/** Returns a roll-over as its page shows it: to be confirmed, done, or undone. */
function view(ctx: Pick<ClubContext, "club">, rollOver: RollOver, names: readonly string[]) {
  const { season, existing, fromName, kept, left, invited, stayed, status, done_at, undone_at, takeRewards } =
    rollOver;
  const { timezone } = ctx.club;
  const teams = pluralize(kept.length, "team");
  const moment = (at: string | null) => (at === null ? "" : formatMoment(at, timezone));
  const undoable = isUndoable(rollOver, now());
  const until = done_at === null ? "" : moment(undoableUntil(done_at).toISOString());
  return {
    fromId: rollOver.from_season_id,
    toId: rollOver.to_season_id,
    status,
    undoable,
    season: season.name,
    heading: {
      planned: `Roll over ${fromName} to ${season.name}?`,
      done: `${fromName} is rolled over to ${season.name}`,
      undone: `The roll-over to ${season.name} is undone`,
    }[status],
    lead: {
      planned: "Nothing is changed yet.",
      done: `By ${rollOver.created_by_name}, ${moment(done_at)}. ${undoable ? `It can be undone until ${until}.` : "It can no longer be undone."}`,
      undone: `${moment(undone_at)}. ${existing ? `${season.name} is as it was` : `${season.name} is gone`}. Games, ratings and who joined since then stay.`,
    }[status],
    facts: [
      `${season.name} runs from ${spanLabel(season, todayOf(ctx))}, with ${season.allTeams ? `all teams: ${kept.length} now, and those that you add later` : teams}.`,
      ...(left.length > 0
        ? [`${namesLabel(left)} ${left.length === 1 ? "does" : "do"} not go on, and stay as they are.`]
        : []),
      invitedLabel(status, invited.length, names),
      ...(takeRewards ? ["Its reward programs go along with budget and rewards; nothing earned does."] : []),
      "Coaches and managers stay with their teams, and games, ratings and reports of the season before stay as they are.",
    ],
    stayed,
    kept: kept.map(({ teamId, name, before, ageGroup }) => ({
      teamId,
      name,
      from: before.ageGroup,
      to: ageGroup,
      season: before.season,
    })),
  };
}

function invitedLabel(status: RollOver["status"], invited: number, names: readonly string[]): string {
  if (invited === 0) return "Nobody is invited again.";
  const invitations = pluralize(invited, "invitation");
  if (status === "planned") return `${invitations} will be sent again: ${namesLabel(names)}.`;
  return `${invitations} ${invited === 1 ? "was" : "were"} sent again.`;
}

export default function RollOverChange() {
  const data = useLoaderData<typeof loader>();
  const { heading, lead, facts, kept, stayed, status, season, undoable } = data;
  const form = href("/seasons/:seasonId/roll-over", { seasonId: data.fromId });
  return (
    <ClubPage
      title={heading}
      lead={lead}
      crumbs={[{ label: "Seasons", href: "/seasons" }, { label: "Roll Over" }]}
    >
      {status === "undone" ? null : (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <DataTable
        caption="Teams"
        columns={[{ name: "Team" }, { name: "Age group" }, { name: "Season" }]}
        rows={kept.map((team) => ({
          key: team.teamId,
          cells:
            status === "undone"
              ? [
                  team.name,
                  stayed.includes(team.name) ? "Changed since, so it stays" : `${team.from} again`,
                  stayed.includes(team.name) ? "" : `${team.season} again`,
                ]
              : [
                  <strong key="name">{team.name}</strong>,
                  team.from === team.to ? `${team.from}, as now` : `${team.from} becomes ${team.to}`,
                  team.season === season ? season : `${team.season} becomes ${season}`,
                ],
        }))}
      />
      <PostForm>
        {status === "planned" ? <Hidden name="intent" value="do" /> : null}
        {undoable ? <Hidden name="intent" value="undo" /> : null}
        <Buttons>
          {status === "planned" ? <SubmitButton>Roll Over to {season}</SubmitButton> : null}
          {undoable ? <SubmitButton look="secondary">Undo the Roll-over</SubmitButton> : null}
          {status === "planned" ? (
            <ButtonLink href={form} look="quiet">
              Back to the form
            </ButtonLink>
          ) : status === "done" ? (
            <ButtonLink href={href("/seasons/:seasonId", { seasonId: data.toId })}>Open {season}</ButtonLink>
          ) : (
            <ButtonLink href="/seasons">Back to Seasons</ButtonLink>
          )}
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
