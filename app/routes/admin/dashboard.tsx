import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { platformActivity, type WeekCounts } from "#app/domain/control/platform/activity.server.ts";
import { whatNeedsAPerson } from "#app/domain/control/platform/needs.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment, formatMonthDay } from "#app/domain/values/times.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { showNeeds } from "./needs.ts";
import { WeekTrend } from "./week-trend.tsx";

export const meta = () => title("Dashboard");

/** What needs a person now, and what the platform is doing, for each role its part (product.md#platform-staff). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "view_dashboard");
  const at = now();
  const [needs, activity] = await Promise.all([
    whatNeedsAPerson(control, admin.role, at),
    platformActivity(control, at),
  ]);
  const { clubs, weeks, mail, ranked, newestSignIn } = activity;
  const moment = (when: string | null) => (when ? formatMoment(when, "UTC") : "None yet");
  const managesClubs = platformMay(admin.role, "manage_clubs");
  const today = at.toISOString().slice(0, 10);
  const trend = (of: "signUps" | "copies") =>
    weeks.map((week) => ({ day: formatMonthDay(week.week, today), n: week[of] }));
  return json({
    secondFactor: Boolean(admin.secondFactor),
    ...showNeeds(needs, at),
    clubs,
    ranked,
    money: managesClubs ? formatPrice(activity.cents) : null,
    copies: lastTwo(weeks, "copies")[0],
    signUps: { title: signUpsTitle(weeks), weeks: trend("signUps") },
    signedCopies: { title: copiesTitle(weeks), weeks: trend("copies") },
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
  });
}

type Trend = Exclude<keyof WeekCounts, "week">;

/** The last four whole weeks, and the four before them. */
function lastTwo(weeks: readonly WeekCounts[], of: Trend): [last: number, before: number] {
  const whole = weeks.slice(0, -1);
  const sum = (some: readonly WeekCounts[]) => some.reduce((all, week) => all + week[of], 0);
  return [sum(whole.slice(-4)), sum(whole.slice(-8, -4))];
}

function signUpsTitle(weeks: readonly WeekCounts[]): string {
  const [last, before] = lastTwo(weeks, "signUps");
  return `${last === 0 ? "No club" : pluralize(last, "club")} signed up in 4 weeks, ${compared(last, before)}`;
}

function copiesTitle(weeks: readonly WeekCounts[]): string {
  const [last, before] = lastTwo(weeks, "copies");
  return `${last === 0 ? "No signed copy" : pluralize(last, "signed copy", "signed copies")} mailed in 4 weeks, ${compared(last, before)}`;
}

/** '3 more than before' */
function compared(last: number, before: number): string {
  if (last === before) return last === 0 ? "as before" : "as many as before";
  const [difference, more] = last > before ? [last - before, "more"] : [before - last, "fewer"];
  return `${count(difference)} ${more} than before`;
}

export default function AdminDashboard() {
  const { secondFactor, rows, areas, clubs, ranked, money, copies, signUps, signedCopies, ...page } =
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
                <a key={area.name} href={area.href}>
                  {area.name} {area.count}
                </a>
              ))}
            </p>
            <RowTable
              caption="What needs a person, the oldest first"
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
        <Stat label="Signed copies" value={copies} note="mailed to parents in 4 weeks" />
        {money === null ? null : <Stat label="Money in, 30 days" value={money} note="after refunds" />}
      </Stats>
      <div className="columns">
        <WeekTrend of="Sign-ups" {...signUps} />
        <WeekTrend of="Signed copies mailed" {...signedCopies} />
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

function clubStatesNote({ suspended, creating }: { suspended: number; creating: number }) {
  const others = [
    suspended > 0 ? `${count(suspended)} suspended` : "",
    creating > 0 ? `${count(creating)} being made` : "",
  ];
  return others.filter(Boolean).join(", ") || "none suspended";
}
