import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { remindSchema } from "#app/domain/club/reminders/unrated.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { remindRaters } from "#app/journeys/reminders/remind-raters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { loadWaitingPage, type WaitingPage, waitingScope } from "./waiting-page.server.ts";

export const handle = { extra: "waiting" };

export const meta = () => title("Waiting for Ratings");

const form = clubForm({
  may: "ratings.remind",
  schema: remindSchema,
  find: (ctx, _, request) => waitingScope(ctx, new URL(request.url).searchParams),
  change: ({ ctx, found: { scope, noScore }, value: { rater } }) =>
    remindRaters(ctx, { scope, noScore, accountId: rater === "" ? undefined : rater }, now()),
  saved: (reminded, { found }) => {
    const back = waitingAddress(found);
    if (reminded === 0)
      return [back, "Nobody was reminded. Each person gets at most one reminder a day.", "bad"];
    return [back, `${pluralize(reminded, "person", "people")} reminded by email.`];
  },
});
export const action = form.action;
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.remind");
  return loadWaitingPage(ctx, new URL(args.request.url).searchParams);
}

export default function Waiting() {
  const data = useLoaderData<typeof loader>();
  const { teams, teamId, noScore, total, page, pages } = data;
  const team = teams.find((choice) => choice.teamId === teamId)?.teamName;
  return (
    <ClubPage
      title="Waiting for Ratings"
      lead="Games that a coach or a manager has not rated yet, and who could."
      crumbs={[{ label: "Rating", href: "/rating" }]}
    >
      <FilterBar
        action={href("/rating/waiting")}
        count={
          <>
            {pluralize(total, "game")}
            {noScore ? " without a final score" : ""}
            {team ? `: ${team}` : ""}
            {team || noScore ? (
              <>
                . <a href={href("/rating/waiting")}>Show all that wait</a>
              </>
            ) : null}
          </>
        }
      >
        <SelectField
          name="team"
          label="Team"
          required
          value={teamId}
          empty="All Teams"
          choices={teams.map((choice) => ({ value: choice.teamId, label: choice.teamName }))}
        />
        <SelectField
          name="games"
          label="Games"
          required
          value={noScore ? "no-score" : ""}
          empty="All that wait for a rating"
          choices={[{ value: "no-score", label: "Without a final score" }]}
        />
      </FilterBar>
      {total === 0 ? (
        <Empty
          title="Nothing waits for a rating"
          action={<ButtonLink href={href("/rating")}>Show the ratings</ButtonLink>}
        >
          <p>
            {noScore
              ? "Every game that was played has a final score."
              : "Every game that was played has been rated by both sides."}
          </p>
        </Empty>
      ) : (
        <>
          <PeopleToRemind raters={data.raters} teamId={teamId} noScore={noScore} />
          <UnratedGames groups={data.groups} mayInvite={data.mayInvite} />
          <Pagination
            page={page}
            pages={pages}
            href={(to) => waitingAddress({ teamId, noScore, page: to })}
          />
        </>
      )}
    </ClubPage>
  );
}

type Group = WaitingPage["groups"][number];

/** Lists the games that lack a side's rating, by team, with the possible raters. No score is shown here. */
function UnratedGames({ groups, mayInvite }: { groups: readonly Group[]; mayInvite: boolean }) {
  return (
    <section className="day-list">
      <h2>Games that wait</h2>
      {groups.map((group) => (
        <section key={group.teamId}>
          <h3 className="day">{group.teamName}</h3>
          {group.nobody.map(({ side, invited }) => (
            <p key={side} className="small">
              {invited ? `The ${side} is invited and has not joined yet. ` : `The team has no ${side}. `}
              {mayInvite ? (
                <a
                  href={
                    invited
                      ? href("/teams/:teamId", { teamId: group.teamId })
                      : href("/teams/:teamId/invite", { teamId: group.teamId, role: side })
                  }
                >
                  {invited ? "Resend the invitation" : `Invite a ${side}`}
                </a>
              ) : null}
            </p>
          ))}
          <ul className="row-list">
            {group.games.map((game) => (
              <li key={game.id} className="list-row opens">
                <a className="row-link" href={href("/rating/:gameId", { gameId: game.id })}>
                  {game.versus}
                </a>{" "}
                <span className="row-facts" title={game.waitsFor}>
                  {game.day} · <span className="visually-hidden">waits for </span>
                  {game.waitsFor}
                </span>{" "}
                {game.opens ? (
                  <span className="row-facts row-note">Ratings hidden until {game.opens}</span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

type Rater = WaitingPage["raters"][number];

/** Returns the address of a list of waiting games: all, or those without a final score (`games=no-score`). */
const waitingAddress = ({ teamId, noScore, page }: { teamId: string; noScore: boolean; page?: number }) =>
  href("/rating/waiting", {
    team: teamId === "" ? undefined : teamId,
    games: noScore ? "no-score" : undefined,
    page: page !== undefined && page > 1 ? String(page) : undefined,
  });

/** Lists people whose ratings are missing, each with a button that mails them a reminder. */
function PeopleToRemind({
  raters,
  teamId,
  noScore,
}: {
  raters: readonly Rater[];
  teamId: string;
  noScore: boolean;
}) {
  if (raters.length === 0) return null;
  const action = waitingAddress({ teamId, noScore });
  const open = raters.filter(({ state }) => state === "open").length;
  return (
    <section>
      <h2>Whom to remind</h2>
      <p>
        One email lists all that waits for its reader, once a day at most. It also goes out by itself on the
        three mornings after a game.
      </p>
      {open > 1 ? (
        <ButtonForm action={action}>
          <SubmitButton>Remind everyone ({pluralize(open, "person", "people")})</SubmitButton>
        </ButtonForm>
      ) : null}
      <ul className="row-list">
        {raters.map((rater) => (
          <li key={rater.accountId} className="list-row">
            <strong>{rater.name}</strong>{" "}
            {rater.state === "open" ? (
              <ButtonForm action={action}>
                <Hidden name="rater" value={rater.accountId} />
                <button type="submit" className="button button-secondary row-button">
                  Remind <span className="visually-hidden">{rater.name}</span>
                </button>
              </ButtonForm>
            ) : (
              <Status kind={rater.state === "no-mail" ? "act" : "plain"}>{stateLabels[rater.state]}</Status>
            )}{" "}
            <span className="row-facts" title={rater.places.join("; ")}>
              {pluralize(rater.waiting, "rating")}
              {rater.reminded ? `, reminded ${rater.reminded}` : null} · {rater.places.join("; ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stateLabels: Record<Exclude<Rater["state"], "open">, string> = {
  today: "Reminded today",
  "own-off": "Wants no reminders",
  "team-off": "Team's emails are off",
  "no-mail": "Email does not arrive",
};
