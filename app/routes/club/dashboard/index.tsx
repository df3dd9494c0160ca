import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { gamesToRate } from "#app/domain/club/ratings/games-to-rate.server.ts";
import { onboardingSteps } from "#app/domain/club/settings/onboarding-steps.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { clubStats } from "#app/domain/club/stats/stats.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { latestPaymentStatus } from "#app/domain/control/billing/subscriptions.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { ClubPage, useShell } from "#app/ui/club-shell.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";

const TO_RATE = 3;
/** More teams than this are on the teams' own page. */
const TEAMS_SHOWN = 8;

export const meta = () => title("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const { control, db, club, user } = ctx;
  const at = now();
  const isAdmin = user.role === "club_admin";
  const [teams, stats, steps, payment, toRate] = await Promise.all([
    listTeams(db, teamScope(user)),
    teamStats(db, teamScope(user), at),
    isAdmin ? onboardingSteps(db) : null,
    isAdmin ? latestPaymentStatus(control, club.code) : null,
    gamesToRate(db, user.assignments, at, TO_RATE),
  ]);
  return json({
    isNew: new URL(args.request.url).searchParams.has("new"),
    stats: clubStats(stats.values()),
    teams: teams.slice(0, TEAMS_SHOWN).map(({ id, name, ageGroup, gender }) => {
      const { strip = "", average = null, ratedGames = 0 } = stats.get(id) ?? {};
      return { id, name, group: `${ageGroup} ${gender}`, strip, average, ratedGames };
    }),
    steps,
    paymentOnItsWay: payment === "processing",
    toRate: toRate.map((game) => ({ ...game, when: formatGameTime(game, club.timezone, at) })),
  });
}

export default function Dashboard() {
  const { isNew, stats, teams, steps, paymentOnItsWay, toRate } = useLoaderData<typeof loader>();
  const shell = useShell();
  const isAdmin = shell.role === "club_admin";
  return (
    <ClubPage
      title={isNew ? `Welcome, ${shell.clubName}` : shell.clubName}
      lead={`Signed in as ${shell.name}, ${roleName[shell.role]}.`}
    >
      {paymentOnItsWay ? (
        <Notice tone="minor" title="Your payment is on its way">
          <p>A bank payment takes up to four business days. You can use everything in the meantime.</p>
        </Notice>
      ) : null}
      <p className="stats-sentence">{sentence(stats, isAdmin)}</p>
      <Stats>
        <Stat label="Club Status" value="Active" note={paymentOnItsWay ? "payment on its way" : undefined} />
        <Stat label={isAdmin ? "Teams" : "Your Teams"} value={stats.teams} />
        <Stat
          label="Games Rated"
          value={stats.gamesRated}
          note={`of ${count(stats.gamesCompleted)} played`}
        />
        <Stat
          label={isAdmin ? "Club Score" : "Team Score"}
          value={stats.clubScore}
          note={averageLabel(stats.average)}
        />
      </Stats>
      {isAdmin ? null : <ToRate games={toRate} />}
      {steps ? <GettingStarted steps={steps} /> : null}
      {teams.length > 0 ? <Teams teams={teams} total={stats.teams} /> : null}
      <h2>Quick actions</h2>
      <ul className="action-list">
        {actions
          .filter(({ needs }) => may(shell.role, needs))
          .map(({ href, label, words }) => (
            <li key={href}>
              <a href={href}>{label}</a>
              <span>{words}</span>
            </li>
          ))}
      </ul>
      <p>
        Questions? <a href="/contact">Write to us</a>; a person answers within 24 hours.
      </p>
    </ClubPage>
  );
}

const actions = [
  { href: "/rating", label: "Rate a game", words: "How was the sideline?", needs: "ratings.see" },
  { href: "/schedule", label: "Schedule", words: "Upcoming and played games", needs: "games.see" },
  {
    href: "/schedule/import",
    label: "Import games",
    words: "From your league's file",
    needs: "games.import",
  },
  { href: "/teams", label: "Teams", words: "Scores, managers and coaches", needs: "teams.see" },
  {
    href: "/leaderboard",
    label: "Leaderboard",
    words: "Your state and the nation",
    needs: "leaderboard.see",
  },
] as const;

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function sentence(stats: Data["stats"], isAdmin: boolean): string {
  const { gamesRated, gamesCompleted, perfectGames, teams } = stats;
  if (teams === 0) return "No teams yet: add your first one below.";
  if (gamesCompleted === 0) return `${pluralize(teams, "team")}, and no game played yet.`;
  const whose = isAdmin ? "" : " of your teams";
  return `${count(gamesRated)} of ${pluralize(gamesCompleted, "game")}${whose} rated; ${count(perfectGames)} perfect.`;
}

function averageLabel(average: number | null): string {
  return average === null ? "no rated game yet" : `${average.toFixed(1)} a game on average`;
}

function ToRate({ games }: { games: Data["toRate"] }) {
  if (games.length === 0) {
    return (
      <Empty title="Nothing to rate right now">
        <p>You can rate your next game here from kick-off on.</p>
      </Empty>
    );
  }
  return (
    <Card title="Waiting for your rating">
      <ul className="action-list">
        {games.map((game) => (
          <li key={game.id}>
            <a href={href("/mobile-rating", { game: game.id })}>
              {game.teamName} vs. {game.opponent}
            </a>
            <span>{game.when}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Teams({ teams, total }: { teams: Data["teams"]; total: number }) {
  return (
    <section>
      <h2>How the sidelines are doing</h2>
      <DataTable
        caption="Teams with their latest games"
        columns={[
          { name: "Team" },
          { name: "Latest games" },
          { name: "Average", numeric: true },
          { name: "Games rated", numeric: true },
        ]}
        rows={teams.map((team) => ({
          key: team.id,
          cells: [
            <span key="name">
              <strong>{team.name}</strong> <span className="hint">{team.group}</span>
            </span>,
            <SidelineStrip key="strip" marks={team.strip} />,
            team.average === null ? "none yet" : team.average.toFixed(1),
            team.ratedGames,
          ],
        }))}
      />
      {total > teams.length ? <ButtonLink href="/teams">All {total} teams</ButtonLink> : null}
    </section>
  );
}

function GettingStarted({ steps }: { steps: NonNullable<Data["steps"]> }) {
  const list = [
    { done: steps.teams, href: "/teams/new", label: "Add Teams", words: "and who plays in them" },
    {
      done: steps.staffJoined,
      href: "/teams",
      label: "Invite Managers and Coaches",
      words: "free accounts",
    },
    {
      done: steps.games,
      href: "/schedule/import",
      label: "Import Schedule",
      words: "or add games by hand",
    },
    {
      done: steps.ratings,
      href: "/rating",
      label: "Start Rating Games",
      words: "coach and manager, after each game",
    },
  ];
  const done = list.filter((step) => step.done).length;
  if (done === list.length) return null;
  return (
    <Card title="Getting Started">
      <p>
        {done} of {list.length} steps done
      </p>
      <ol className="step-list">
        {list.map((step) => (
          <li key={step.label} className={step.done ? "step-done" : undefined}>
            <span className="step-mark">{step.done ? "✓ Done:" : "To do:"}</span>{" "}
            {step.done ? step.label : <a href={step.href}>{step.label}</a>}{" "}
            <span className="hint">{step.words}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
