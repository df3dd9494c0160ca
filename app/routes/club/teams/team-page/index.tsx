import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { GameMark, stripLabel } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";
import type { TeamCard } from "./card.ts";
import { loadTeamPage, type TeamPageData } from "./load-team.server.ts";
import type { GameOnPage, PeriodOnPage } from "./season.ts";
import { SeasonChart, SeasonTable } from "./season-chart.tsx";
import { StaffList } from "./staff-list.tsx";

export const handle = { extra: "team", madeOf: [] };

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.card.name ?? "Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "teams.see");
  const rated = new URL(args.request.url).searchParams.get("rated");
  return { ...(await loadTeamPage(ctx, args.params.teamId ?? "")), rated };
}

export default function TeamPage() {
  const data = useLoaderData<typeof loader>();
  const { card, about, periods, season, next } = data;
  const { role } = useShell();
  return (
    <ClubPage
      title={card.name}
      lead={card.about}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: card.name }]}
      actions={
        card.edits || card.corrects ? (
          <ButtonLink href={href("/teams/:teamId/edit", { teamId: card.id })}>Team Settings</ButtonLink>
        ) : undefined
      }
    >
      {card.description ? <p>{card.description}</p> : null}
      <TeamWork card={card} season={season} />
      <section aria-labelledby="season">
        <h2 id="season">All games so far</h2>
        <Season {...data} />
      </section>
      <div className="team-sides">
        <section aria-labelledby="next">
          <h2 id="next">Next games</h2>
          <NextGames games={next} teamId={card.id} />
        </section>
        <section aria-labelledby="staff">
          <h2 id="staff">Manager and coaches</h2>
          <StaffList card={card} />
          <StaffButtons card={card} />
          <StaffHistory periods={periods} />
        </section>
      </div>
      <section aria-labelledby="about">
        <h2 id="about">About this team</h2>
        <Facts facts={about} />
        {may(role, "agreements.see") ? (
          <p>
            <a href={href("/agreements", { team: card.id })}>Agreements of this team's parents</a>
          </p>
        ) : null}
        {card.corrects ? (
          <p>
            <a className="quiet-link" href={href("/teams/:teamId/archive", { teamId: card.id })}>
              Archive Team
            </a>
          </p>
        ) : null}
        {card.appoints ? <ForAdministrators teamId={card.id} /> : null}
      </section>
    </ClubPage>
  );
}

/** Links rare actions: the team's settings are at the page's top. */
function ForAdministrators({ teamId }: { teamId: string }) {
  return (
    <p className="row">
      <a href={href("/teams/email-settings")}>Email Settings of all teams</a>{" "}
      <a className="quiet-link" href={href("/teams/:teamId/archive", { teamId })}>
        Archive Team
      </a>{" "}
      <a className="quiet-link" href={href("/teams/:teamId/delete", { teamId })}>
        Delete Team
      </a>
    </p>
  );
}

/** Managers invite coaches; administrators choose who manages the team (product/teams.md#permissions). */
function StaffButtons({ card: { id: teamId, edits, appoints, manager } }: { card: TeamCard }) {
  if (!edits) return null;
  const waits = appoints && manager && manager.state !== "active";
  return (
    <>
      {waits && !isDead(manager.delivery) ? (
        <ButtonForm
          className="inline-form"
          action={href("/teams/:teamId/staff/:staffId/invitations", { teamId, staffId: manager.id })}
        >
          <SubmitButton look="secondary">Resend Manager</SubmitButton>
        </ButtonForm>
      ) : null}
      <Buttons>
        <ButtonLink href={href("/teams/:teamId/invite", { teamId, role: "coach" })}>Invite Coach</ButtonLink>
        {appoints && !manager ? (
          <ButtonLink href={href("/teams/:teamId/invite", { teamId, role: "manager" })}>
            Invite Manager
          </ButtonLink>
        ) : null}
        {appoints && manager?.state === "active" ? (
          <ButtonLink href={href("/teams/:teamId/manager", { teamId })}>Replace the Manager</ButtonLink>
        ) : null}
      </Buttons>
    </>
  );
}

/** Shows the season as a sentence, as a chart from five rated games on, in numbers, and game by game in a table. */
function Season({ card, season, answer, firstGame, rated }: TeamPageData & { rated: string | null }) {
  if (season.length === 0) return <p className="muted">{firstGame ?? "No game has kicked off yet."}</p>;
  return (
    <>
      {answer.charted ? (
        <SeasonChart season={season} answer={answer.sentence} rated={rated} />
      ) : (
        <>
          <p>
            <strong>{answer.sentence}</strong>
          </p>
          <SeasonStrip season={season} rated={rated} />
        </>
      )}
      <p>
        All games so far:{" "}
        {card.average === null ? null : `average ${formatAverage(card.average)} of ${PERFECT_SCORE}; `}
        {card.gamesPlayed} of {pluralize(card.completedGames, "game")} rated
        {sealedPart(card.sealedGames)}; score {card.score}
      </p>
      <SeasonTable season={season} />
    </>
  );
}

/**
 * Draws the sideline strip at full width, oldest game on the left: each mark links to its game. It is one line, with as
 * many of the latest games as fit; the table has all. `rated` is the game that was rated just now.
 */
function SeasonStrip({ season, rated }: { season: readonly GameOnPage[]; rated: string | null }) {
  return (
    <ol className="season-strip" aria-label={stripLabel(season.map(({ mark }) => mark).join(""))}>
      {season.map((game) => {
        const label = `${game.day}, ${game.opponent}: ${game.result}`;
        return (
          <li key={game.id} className={game.id === rated ? "mark-new" : undefined}>
            <a href={href("/rating/:gameId", { gameId: game.id })} title={label}>
              <GameMark mark={game.mark} /> <span className="visually-hidden">{label}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** Lists the team's next games, and links its whole schedule. */
function NextGames({ games, teamId }: { games: TeamPageData["next"]; teamId: string }) {
  const { role } = useShell();
  return (
    <>
      {games.length === 0 ? <p className="muted">No game is planned.</p> : null}
      <ul className="plain-list lines">
        {games.map((game) => (
          <li key={game.id}>
            <strong>{game.opponent}</strong> <span className="line-when">{game.when}</span>{" "}
            {game.location ? <span className="line-place">{game.location}</span> : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={href("/schedule", { team: teamId })}>All games of this team</a>
      </p>
      {games.length > 0 && !isSupport(role) ? (
        <ButtonForm className="inline-form" action={href("/schedule/calendars/:teamId", { teamId })}>
          <Hidden name="intent" value="add" />
          <SubmitButton look="secondary">Add to my calendar</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}

interface Task {
  href: string;
  label: string;
  why: string;
}

/** Lists the viewer's tasks for a team, the most urgent first; renders nothing if there are none. */
function TeamWork(props: { card: TeamCard; season: readonly GameOnPage[] }) {
  const { readOnly } = useShell();
  const tasks = props.card.appoints ? tasksOfClub(props.card, props.season) : tasksOfStaff(props.season);
  if (tasks.length === 0 || readOnly) return null;
  return (
    <section aria-labelledby="work">
      <h2 id="work">What waits</h2>
      <ul className="action-list">
        {tasks.map((task) => (
          <li key={task.href}>
            <a href={task.href}>{task.label}</a> <span>{task.why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MOST_GAMES = 3;

const tasksOfStaff = (season: readonly GameOnPage[]): Task[] =>
  season
    .filter(({ waits }) => waits)
    .toReversed()
    .slice(0, MOST_GAMES)
    .map((game) => ({
      href: href("/mobile-rating", { game: game.id }),
      label: `Rate ${game.opponent}`,
      why: game.day,
    }));

function tasksOfClub(card: TeamCard, season: readonly GameOnPage[]): Task[] {
  const { id, manager, staff } = card;
  const incidents = season
    .filter(({ incident }) => incident === "open")
    .map((game) => ({
      href: href("/rating/:gameId/incident", { gameId: game.id }),
      label: `Incident: ${game.opponent}`,
      why: `${game.day}, still open`,
    }));
  const missing = [
    ...(manager ? [] : [{ role: "manager", label: "Invite a manager", why: "The team has none" }]),
    ...(staff.some(({ role }) => role === "coach")
      ? []
      : [{ role: "coach", label: "Invite a coach", why: "The team has none" }]),
  ].map(({ role, label, why }) => ({
    href: href("/teams/:teamId/invite", { teamId: id, role }),
    label,
    why,
  }));
  const unrated = season.filter(({ waits }) => waits).length;
  const games =
    unrated === 0
      ? []
      : [
          {
            href: href("/rating/waiting", { team: id, games: "no-score" }),
            label: `${pluralize(unrated, "game")} without a final score`,
            why: "See who has not rated",
          },
        ];
  return [...incidents, ...missing, ...games];
}

/** Lists former and current managers and coaches, for users who manage the team. */
function StaffHistory({ periods }: { periods: readonly PeriodOnPage[] | null }) {
  if (!periods || periods.length === 0) return null;
  return (
    <details className="more">
      <summary>Manager and coaches so far ({pluralize(periods.length, "entry", "entries")})</summary>
      <DataTable
        caption="Who managed and coached this team, the latest first"
        columns={[{ name: "Name" }, { name: "Role" }, { name: "From" }, { name: "To" }]}
        rows={periods.map(({ id, who, role, from, to }) => ({ key: id, cells: [who, role, from, to] }))}
      />
    </details>
  );
}
