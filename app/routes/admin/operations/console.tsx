import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { keyIn, SEARCH_MAX } from "#app/forms/fields.ts";
import { LOG_KINDS, type LogFilter, type LogKind } from "#app/observability/kept-log.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { commandsPart, logPart, performancePart } from "./console-parts.server.ts";
import { OperationsSections } from "./sections.tsx";

export const meta = () => title("Console");

const TABS = {
  logs: "Logs",
  errors: "Errors",
  performance: "Performance",
  commands: "Debug Commands",
} as const;
type Tab = keyof typeof TABS;

const KINDS: Record<LogKind, string> = {
  request: "Requests",
  job: "Background work",
  "sign-in": "Sign-ins",
  "sign-in-refused": "Refused sign-ins",
  refused: "Refused requests",
  retry: "Tried again",
  "slow-query": "Slow queries",
};
const LEVELS = { warn: "Warnings", error: "Errors" } as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d$/;

/** Reads the filter of an address; unknown values count as absent. */
function filterIn(asked: URLSearchParams, tab: Tab) {
  const text = (name: string) => (asked.get(name) ?? "").trim().slice(0, SEARCH_MAX);
  const request = text("request").toUpperCase();
  const [day, time] = [text("day"), text("time")];
  const filter: LogFilter = {
    request: /^[A-Z0-9]{1,10}-?[A-Z0-9]{0,10}$/.test(request) ? request : "",
    club: text("club").toLowerCase(),
    kind: (tab === "logs" && keyIn(LOG_KINDS, asked.get("kind"))) || "",
    level: tab === "errors" ? "error" : (keyIn(LEVELS, asked.get("level")) ?? ""),
    until: DAY.test(day) ? `${day}T${TIME.test(time) ? time : "23:59"}:59.999Z` : "",
  };
  return {
    filter,
    shown: { day: filter.until ? day : "", time: filter.until && TIME.test(time) ? time : "" },
  };
}

/** Shows the log of the last days, slow requests, and the fixed commands (product/operations.md#console). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_notifications");
  const asked = new URL(args.request.url).searchParams;
  const tab: Tab = keyIn(TABS, asked.get("tab")) ?? "logs";
  const { filter, shown } = filterIn(asked, tab);
  const place = asked.get("from");
  const { keptLog } = env();
  return {
    tab,
    keeps: keptLog ? `${keptLog.bytes / 1024 / 1024} MB, ${keptLog.days} days at most` : null,
    filter: { ...filter, ...shown },
    isFirst: place === null,
    log:
      tab === "logs" || tab === "errors"
        ? await logPart(filter, { from: place, line: asked.get("line") })
        : null,
    performance: tab === "performance" ? await performancePart(ctx) : null,
    commands: tab === "commands" ? await commandsPart(ctx) : null,
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Console() {
  const data = useLoaderData<typeof loader>();
  const { tab, log, performance, commands } = data;
  return (
    <AdminPage
      title="Console"
      lead="The log of the last days. It has no names, email addresses or texts of people."
    >
      <OperationsSections current="console" />
      <Segments
        label="Parts of the console"
        links={(Object.keys(TABS) as Tab[]).map((key) => ({
          key,
          href: href("/admin/console", { tab: key === "logs" ? undefined : key }),
          label: TABS[key],
          current: key === tab,
        }))}
      />
      {log ? <Log {...data} log={log} /> : null}
      {performance ? <Performance {...performance} /> : null}
      {commands ? <Commands {...commands} /> : null}
    </AdminPage>
  );
}

function Log({ tab, keeps, filter, isFirst, log }: Data & { log: NonNullable<Data["log"]> }) {
  const { request, club, kind, level, day, time } = filter;
  const asked = {
    tab: tab === "logs" ? undefined : tab,
    request: request || undefined,
    club: club || undefined,
    kind: kind || undefined,
    level: tab === "logs" && level ? level : undefined,
    day: day || undefined,
    time: time || undefined,
  };
  const filtered = Boolean(request || club || kind || day || (tab === "logs" && level));
  const all = <a href={href("/admin/console", { tab: asked.tab })}>Show all</a>;
  if (log.line) return <Line {...log.line} back={href("/admin/console", asked)} />;
  return (
    <>
      <FilterBar
        action={href("/admin/console")}
        count={
          <>
            {log.summary} Times are UTC. {filtered ? all : null}
          </>
        }
      >
        {tab === "logs" ? null : <input type="hidden" name="tab" value={tab} />}
        <TextField
          name="request"
          label="Reference number"
          autoComplete="off"
          value={request}
          maxLength={SEARCH_MAX}
        />
        <TextField name="club" label="Club code" value={club.toUpperCase()} maxLength={SEARCH_MAX} />
        {tab === "logs" ? (
          <>
            <SelectField
              name="kind"
              label="Kind"
              required
              empty="Everything"
              value={kind}
              choices={choicesOf(KINDS)}
            />
            <SelectField
              name="level"
              label="Level"
              required
              empty="All levels"
              value={level}
              choices={choicesOf(LEVELS)}
            />
          </>
        ) : null}
        <TextField name="day" label="Up to the day" type="date" value={day} />
        <TextField name="time" label="and the time" type="time" value={time} />
      </FilterBar>
      {log.rows.length === 0 ? (
        <Empty
          title={
            keeps === null
              ? "No log is kept"
              : filtered || log.next
                ? "Nothing here fits"
                : tab === "errors"
                  ? "No error"
                  : "Nothing is logged yet"
          }
          action={filtered || !isFirst ? all : null}
        >
          <p>
            {keeps === null
              ? "LOG_KEPT_MB is 0: the log stands in the output of the processes only."
              : log.next
                ? "It was not read to its beginning: look further back."
                : "What was logged longer ago than that is gone."}
          </p>
        </Empty>
      ) : request ? (
        log.rows.map((row) => <Line key={row.place} {...row} back={null} />)
      ) : (
        <RowTable
          caption="Lines of the log, newest first"
          columns={[
            { name: "What", place: "name" },
            { name: "Level", place: "state" },
            { name: "When", place: "left" },
            { name: "Club", place: "line" },
            { name: "Reference", place: "more" },
          ]}
          rows={log.rows.map((row) => ({
            key: row.place,
            href: row.request
              ? href("/admin/console", { tab: asked.tab, request: row.request })
              : href("/admin/console", { ...asked, line: row.place }),
            cells: [
              row.what,
              <Level key="level" level={row.level} />,
              row.when,
              row.club || "No club",
              row.request,
            ],
          }))}
        />
      )}
      <PageLinks
        before={isFirst ? null : ["Newest", href("/admin/console", asked)]}
        after={log.next === null ? null : ["Older", href("/admin/console", { ...asked, from: log.next })]}
      />
      {keeps === null ? null : <p className="muted small">Kept: {keeps}.</p>}
    </>
  );
}

const Level = ({ level }: { level: string }) => (
  <Status kind={level === "error" || level === "fatal" ? "bad" : level === "warn" ? "act" : "plain"}>
    {level === "warn" ? "warning" : level}
  </Status>
);

/** Shows a whole line: its fields, and the stack of an error. */
function Line({ what, facts, stack, back }: LineProps) {
  return (
    <section>
      <h2>{what}</h2>
      {back === null ? null : (
        <p>
          <a href={back}>Back to the log</a>
        </p>
      )}
      <Facts facts={facts} />
      {stack ? <pre className="email-text">{stack}</pre> : null}
    </section>
  );
}

interface LineProps {
  what: string;
  facts: [string, string][];
  stack: string;
  back: string | null;
}

function Performance({ pages, queries }: NonNullable<Data["performance"]>) {
  return (
    <>
      <h2>Slow pages</h2>
      <p className="muted">
        Of the last 24 hours, by the time that they took in all. Slow is more than half a second.
      </p>
      {pages.length === 0 ? (
        <Empty title="No request was sampled yet" />
      ) : (
        <RowTable
          caption="Pages by the time that they took in all"
          columns={[
            { name: "Page", place: "name" },
            { name: "Slow", place: "state" },
            { name: "Requests", place: "left" },
            { name: "On average", place: "line" },
            { name: "In all", place: "more" },
          ]}
          rows={pages.map((page) => ({
            key: page.page,
            cells: [
              page.page,
              <Status key="slow" kind={page.slow > 0 ? "act" : "plain"}>
                {page.slow > 0 ? `${page.slow} slow` : "none"}
              </Status>,
              page.requests,
              page.average,
              page.total,
            ],
          }))}
        />
      )}
      <h2>Slow queries</h2>
      <p className="muted">
        Statements that took more than 100 ms, as far as the kept log was read back. Values are never logged.
      </p>
      {queries.length === 0 ? (
        <Empty title="No slow query" />
      ) : (
        <div className="whole">
          <RowTable
            caption="Slow queries, the longest first"
            columns={[
              { name: "Statement", place: "line" },
              { name: "Longest", place: "name" },
              { name: "Times", place: "left" },
              { name: "Last", place: "state" },
              { name: "File", place: "more" },
            ]}
            rows={queries.map((query) => ({
              key: query.sql,
              href: href("/admin/console", { line: query.place }),
              cells: [query.sql, query.longest, query.times, query.last, query.file],
            }))}
          />
        </div>
      )}
    </>
  );
}

function Commands({ commands, runs }: NonNullable<Data["commands"]>) {
  return (
    <>
      <RowTable
        caption="Debug commands"
        columns={[
          { name: "Command", place: "name" },
          { name: "What it does", place: "line" },
        ]}
        rows={commands.map(({ command, label, brief }) => ({
          key: command,
          href: href("/admin/console/commands/:command", { command }),
          cells: [label, brief],
        }))}
      />
      <h2>Lately run</h2>
      {runs.length === 0 ? (
        <Empty title="None was run in the last 30 days" />
      ) : (
        <div className="whole">
          <RowTable
            caption="Commands that were run lately, newest first"
            columns={[
              { name: "Command", place: "name" },
              { name: "State", place: "state" },
              { name: "When", place: "left" },
              { name: "Result", place: "line" },
              { name: "Who", place: "more" },
            ]}
            rows={runs.map((run) => ({
              key: run.id,
              cells: [
                run.label,
                <Status key="state" kind={run.kind}>
                  {run.state}
                </Status>,
                run.when,
                run.result,
                run.who,
              ],
            }))}
          />
        </div>
      )}
      <p className="muted small">Times are UTC.</p>
    </>
  );
}
