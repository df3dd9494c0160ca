import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { latestPaymentStatus } from "#app/domain/control/billing/subscriptions.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { GamesToRate } from "./games-to-rate.tsx";
import { GettingStarted } from "./getting-started.tsx";
import { averageLabel, statsSentence } from "./labels.ts";
import { QuickActions } from "./quick-actions.tsx";
import { TeamsOverview } from "./teams-overview.tsx";

export const meta = () => title("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const { control, db, club, user } = ctx;
  const [dashboard, payment] = await Promise.all([
    loadDashboard(db, user, { at: now(), timezone: club.timezone }),
    user.role === "club_admin" ? latestPaymentStatus(control, club.code) : null,
  ]);
  return json({
    ...dashboard,
    isNew: new URL(args.request.url).searchParams.has("new"),
    paymentOnItsWay: payment === "processing",
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
      <p className="stats-sentence">{statsSentence(stats, isAdmin)}</p>
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
      {isAdmin ? null : <GamesToRate games={toRate} />}
      {steps ? <GettingStarted steps={steps} /> : null}
      {teams.length > 0 ? <TeamsOverview teams={teams} total={stats.teams} /> : null}
      <QuickActions />
      <p>
        Questions? <a href="/contact">Write to us</a>; a person answers within 24 hours.
      </p>
    </ClubPage>
  );
}
