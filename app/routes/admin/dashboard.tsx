import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { QUERY_MAX } from "#app/domain/club/search/search-query.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { platformActivity, TREND_DAYS } from "#app/domain/control/platform/activity.server.ts";
import { whatNeedsAPerson } from "#app/domain/control/platform/needs.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type PlatformRole, platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { RowChart, TimeChart } from "#app/ui/bar-chart.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { activityCharts, clubCharts, moneyChart } from "./charts.ts";
import { showNeeds } from "./needs.ts";

export const meta = () => title("Dashboard");

/** Loads what needs a person now and what the platform is doing, by role (product/platform-staff.md#platform-staff). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "view_dashboard");
  const at = now();
  const [needs, activity] = await Promise.all([
    whatNeedsAPerson(control, admin.role, at),
    platformActivity(control, at),
  ]);
  const { clubs, mail, ranked, newestSignIn } = activity;
  const { states: _, ...shownClubs } = clubs;
  const moment = (when: string | null) => (when ? formatMoment(when, "UTC") : "None yet");
  const managesClubs = platformMay(admin.role, "manage_clubs");
  const today = at.toISOString().slice(0, 10);
  return {
    secondFactor: Boolean(admin.secondFactor),
    ...showNeeds(needs, at),
    searches: managesClubs,
    shortcuts: shortcutsOf(admin.role),
    clubs: shownClubs,
    ranked,
    money: managesClubs ? formatPrice(activity.cents) : null,
    signed: { n: activity.signed, note: `in ${TREND_DAYS} days` },
    charts: {
      ...activityCharts(activity, today),
      ...clubCharts(activity),
      money: managesClubs ? moneyChart(activity) : null,
    },
    email: platformMay(admin.role, "manage_emails")
      ? ([
          ["Waiting now", count(mail.queued)],
          ["Sent, last 7 days", count(mail.sent)],
          ["Bounced, last 7 days", count(mail.bounced)],
        ] as [string, string][])
      : null,
    also: [
      ["Latest sign-up", moment(clubs.newest)],
      ["Latest sign-in to a club", moment(newestSignIn)],
      ...(managesClubs ? [["Bank payments on their way", count(activity.paymentsProcessing)]] : []),
      ...(platformMay(admin.role, "manage_notifications") ? [["Jobs waiting", count(activity.jobs)]] : []),
    ] as [string, string][],
  };
}

/** Lists the pages that staff open most, limited to the role's. */
const shortcutsOf = (role: PlatformRole) => [
  { href: href("/admin/verification"), label: "Verification Center" },
  ...(platformMay(role, "manage_emails")
    ? [{ href: href("/admin/email-templates"), label: "Email Templates" }]
    : []),
  ...(platformMay(role, "manage_notifications")
    ? [{ href: href("/admin/notifications"), label: "Notification Center" }]
    : []),
];

export default function AdminDashboard() {
  const { secondFactor, rows, areas, searches, shortcuts, clubs, ranked, money, signed, charts, ...page } =
    useLoaderData<typeof loader>();
  const waiting = areas.reduce((sum, area) => sum + area.count, 0);
  return (
    <AdminPage title="Dashboard">
      {secondFactor ? null : (
        <Notice tone="minor" title="Your account has no second factor">
          <p>
            A stolen password alone would open it.{" "}
            <a href="/admin/account/authenticator">Set up an authenticator</a>, it takes a minute.
          </p>
        </Notice>
      )}
      {searches ? (
        <search>
          <form method="get" action="/admin/search" className="filters" aria-label="Search all clubs">
            <TextField
              name="q"
              label="Find a person, club, team or game"
              type="search"
              autoComplete="off"
              maxLength={QUERY_MAX}
              needed="by name or email"
            />
            <SubmitButton look="secondary">Search</SubmitButton>
          </form>
        </search>
      ) : null}
      <nav className="row" aria-label="Quick actions">
        {shortcuts.map((one) => (
          <Fragment key={one.href}>
            <ButtonLink href={one.href}>{one.label}</ButtonLink>{" "}
          </Fragment>
        ))}
      </nav>
      <section>
        <h2>
          {waiting === 0
            ? "Nothing needs you now"
            : `${pluralize(waiting, "thing needs", "things need")} you now`}
        </h2>
        {waiting === 0 ? (
          <p>
            No club waits for an answer or a decision, and nothing has failed. What needs a person stands here
            as soon as it does.
          </p>
        ) : (
          <>
            <p className="row">
              {areas.map((area) => (
                <Fragment key={area.name}>
                  <a href={area.href}>
                    {area.name} {area.count}
                  </a>{" "}
                </Fragment>
              ))}
            </p>
            <RowTable
              caption="What needs a person, the most urgent first"
              columns={[
                { name: "What", place: "name" },
                { name: "When", place: "state" },
                { name: "Area", place: "left" },
                { name: "What to do", place: "line" },
              ]}
              rows={rows.map((need) => ({
                key: need.id,
                href: need.href,
                cells: [
                  need.about,
                  <Status key="state" kind={need.state.kind}>
                    {need.state.text}
                  </Status>,
                  need.area,
                  need.task,
                ],
              }))}
            />
          </>
        )}
      </section>
      <h2>The platform</h2>
      <Stats>
        <Stat label="Active clubs" value={clubs.active} note={clubStatesNote(clubs)} />
        <Stat label="New clubs, 30 days" value={clubs.new30} />
        <Stat label="Players" value={clubs.players} note="as active clubs estimate" />
        <Stat label="Teams ranked" value={ranked} note="nationally" />
        <Stat label="Agreements signed" value={signed.n} note={signed.note} />
        {money === null ? null : <Stat label="Money in, 30 days" value={money} note="after refunds" />}
      </Stats>
      <div className="columns">
        <RowChart title="Clubs by their year" columns={["Year", "Clubs"]} {...charts.terms} />
        <RowChart title="Clubs by state" columns={["State", "Clubs"]} {...charts.states} />
        {charts.money ? (
          <TimeChart
            title="Revenue by month"
            unit="month"
            note="Paid, less refunded and contested; the last month is not over"
            columns={["Month", "Revenue"]}
            {...charts.money}
          />
        ) : null}
        <TimeChart
          title="Sign-ups by week"
          unit="week"
          columns={["Week of", "Sign-ups"]}
          {...charts.signUps}
        />
        <TimeChart title="Ratings by day" unit="day" columns={["Day", "Ratings"]} {...charts.ratings} />
        <TimeChart
          title="Agreements signed by week"
          unit="week"
          columns={["Week of", "Signed"]}
          {...charts.signed}
        />
      </div>
      <div className="columns">
        {page.email ? (
          <section>
            <h3>Email</h3>
            <Facts facts={page.email} />
          </section>
        ) : null}
        <section>
          <h3>Also</h3>
          <Facts facts={page.also} />
        </section>
      </div>
    </AdminPage>
  );
}

function clubStatesNote(clubs: { readOnly: number; suspended: number; creating: number }) {
  const { readOnly, suspended, creating } = clubs;
  const others = [
    readOnly > 0 ? `${count(readOnly)} read-only` : "",
    suspended > 0 ? `${count(suspended)} suspended` : "",
    creating > 0 ? `${count(creating)} being made` : "",
  ];
  return others.filter(Boolean).join(", ") || "none suspended";
}
