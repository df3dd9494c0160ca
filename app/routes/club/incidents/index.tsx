import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { type IncidentFilter, loadIncidentList } from "#app/domain/club/incidents/incident-list.server.ts";
import { incidentStatuses } from "#app/domain/club/incidents/incidents.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { IncidentTable, NoIncidents } from "./incident-table.tsx";
import { caseClock } from "./open-case.server.ts";

export const meta = () => title("Incidents");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  return loadIncidentList(ctx.db, new URL(args.request.url).searchParams, caseClock(ctx));
}

export default function Incidents() {
  const { counts, status, page, pages, cases } = useLoaderData<typeof loader>();
  const waiting = counts.open + counts["talked-to"];
  return (
    <ClubPage
      title="Incidents"
      lead="Games with a Major Incident, and what the club did about each. Private to your club's administrators."
    >
      <StatusTabs counts={counts} status={status} />
      {counts.all > 0 ? (
        <p>
          {pluralize(counts.all, "case")};{" "}
          {waiting === 0 ? "none needs anything" : `${waiting} not closed yet`}.
        </p>
      ) : null}
      {cases.length > 0 ? <IncidentTable cases={cases} /> : <NoIncidents status={status} all={counts.all} />}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/incidents", { ...statusQuery(status), page: String(to) })}
      />
      {counts.all > 0 ? (
        <ButtonForm downloads action={href("/incidents/export")} className="inline-form">
          <SubmitButton look="secondary">{`Download All as CSV (${counts.all})`}</SubmitButton>
        </ButtonForm>
      ) : null}
    </ClubPage>
  );
}

const statusQuery = (status: IncidentFilter) => ({ status: status === "all" ? undefined : status });

/** Links the statuses, each with its number of cases. */
function StatusTabs(props: { counts: Record<IncidentFilter, number>; status: IncidentFilter }) {
  const links = (["all", ...incidentStatuses] as const).map((status) => ({
    key: status,
    href: href("/incidents", statusQuery(status)),
    label: `${status === "all" ? "All" : incidentStatusName[status]} (${props.counts[status]})`,
    current: status === props.status,
  }));
  return <Segments label="Status" links={links} />;
}
