import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { samplesSince } from "#app/domain/control/operations/metric-samples.server.ts";
import { keyIn } from "#app/forms/fields.ts";
import { copyAge } from "#app/journeys/support/continuous-copy.server.ts";
import { machineNow } from "#app/runtime/clock.server.ts";
import { TimeChart } from "#app/ui/bar-chart.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { chartsOf, latestOf, RANGES, type Range, stepsOf } from "./monitoring-charts.ts";
import { OperationsSections } from "./sections.tsx";

/** A page that refreshes itself does so for half an hour: it must not keep a staff session open forever. */
const REFRESHES = 60;
const REFRESH_SECONDS = 30;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...title("Live Monitoring"),
  ...(data?.refreshTo
    ? [{ httpEquiv: "refresh", content: `${REFRESH_SECONDS}; url=${data.refreshTo}` }]
    : []),
];

/** Charts all processes from samples of every minute (product/operations.md#monitoring). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_notifications");
  const asked = new URL(args.request.url).searchParams;
  const range: Range = keyIn(RANGES, asked.get("range")) ?? "hour";
  const left = Math.min(REFRESHES, Math.max(0, Number.parseInt(asked.get("refresh") ?? "0", 10) || 0));
  const at = machineNow();
  const { minutes, spanMs } = RANGES[range];
  const samples = await samplesSince(control, minutes, new Date(at.getTime() - spanMs));
  const shown = range === "hour" ? undefined : range;
  return {
    range,
    refreshes: left > 0,
    ended: asked.has("refresh") && left === 0,
    refreshTo: left > 0 ? href("/admin/monitoring", { range: shown, refresh: String(left - 1) }) : null,
    latest: latestOf(samples, at, copyAge()),
    charts: samples.length > 0 ? chartsOf(stepsOf(range, samples, at), range) : [],
  };
}

export default function Monitoring() {
  const { range, refreshes, ended, latest, charts } = useLoaderData<typeof loader>();
  const shown = range === "hour" ? undefined : range;
  const still = href("/admin/monitoring", { range: shown });
  return (
    <AdminPage
      title="Live Monitoring"
      lead="All processes together, from a sample every minute. Times are UTC."
      actions={
        refreshes ? (
          <ButtonLink href={still}>Stop Refreshing</ButtonLink>
        ) : (
          <ButtonLink href={href("/admin/monitoring", { range: shown, refresh: String(REFRESHES) })}>
            Refresh Every 30 Seconds
          </ButtonLink>
        )
      }
    >
      <OperationsSections current="monitoring" />
      {refreshes ? (
        <p className="muted" role="status">
          This page loads itself again every 30 seconds, for half an hour.
        </p>
      ) : ended ? (
        <p className="muted" role="status">
          Refreshing has stopped after half an hour.
        </p>
      ) : null}
      {latest ? (
        <>
          {latest.down ? (
            <Notice title={latest.down}>
              <p>
                It is started again by itself. If that does not help, restart the installation; the{" "}
                <a href={href("/admin/console", { tab: "errors" })}>errors</a> may say why.
              </p>
            </Notice>
          ) : null}
          <Stats>
            {latest.stats.map(({ label, value, note }) => (
              <Stat key={label} label={label} value={value} note={note} />
            ))}
          </Stats>
          <p className="muted small">{latest.when}</p>
        </>
      ) : null}
      <Segments
        label="How far back"
        links={(Object.keys(RANGES) as Range[]).map((key) => ({
          key,
          href: href("/admin/monitoring", { range: key === "hour" ? undefined : key }),
          label: RANGES[key].label,
          current: key === range,
        }))}
      />
      {charts.length === 0 ? (
        <Empty title="No sample yet">
          <p>
            The server keeps one every minute while it runs. The first comes within a minute of its start.
          </p>
        </Empty>
      ) : (
        <div className="columns">
          {charts.map((chart) => (
            <TimeChart key={chart.title} {...chart} />
          ))}
        </div>
      )}
      <p className="muted small">
        Durations are estimated from the steps of a histogram. A minute is kept for a day, ten minutes are
        kept for a week.
      </p>
    </AdminPage>
  );
}
