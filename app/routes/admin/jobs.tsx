import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { retryJobSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { retryDeadJob } from "#app/domain/control/platform/dead-jobs.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { redactText } from "#app/observability/redact.ts";
import { deadJobs } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Background Work");

const MOST = 50;

/** Lists failed background work with the reason; it can be retried (product/platform-staff.md#platform-staff). */
const form = staffForm({
  may: "manage_notifications",
  schema: retryJobSchema,
  change: async ({ ctx: { control, admin }, value: { job } }) => retryDeadJob(control, job, admin.id),
  saved: (revived) =>
    revived
      ? ["/admin/jobs", "It is tried again within seconds. It comes back here if it fails at every try."]
      : ["/admin/jobs", "It is not given up any more.", "bad"],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control } }) => {
  const at = now();
  const jobs = await deadJobs(control, MOST);
  return {
    more: jobs.length > MOST,
    jobs: jobs.slice(0, MOST).map((job) => ({
      id: job.id,
      kind: `${job.kind.charAt(0).toUpperCase()}${job.kind.slice(1)}`
        .replaceAll(".", ": ")
        .replaceAll("-", " "),
      // An error may quote an address.
      why: redactText(job.last_error ?? "No reason is known"),
      attempts: job.attempts,
      since: formatRowMoment(job.at, "UTC", at),
    })),
  };
});

export default function Jobs() {
  const { more, jobs } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Background Work"
      lead="Jobs that failed at every try. Mend the cause first, then try again: nothing is done twice."
    >
      {jobs.length === 0 ? (
        <Empty title="Nothing was given up">
          <p>A job stands here once it has failed twelve times, over about seven hours.</p>
        </Empty>
      ) : (
        <>
          <p className="muted">
            {more ? `The first ${MOST} jobs` : pluralize(jobs.length, "job")}. Times are UTC.
          </p>
          <div className="whole">
            <RowTable
              caption="Jobs that were given up, the longest ago first"
              columns={[
                { name: "Job", place: "name" },
                { name: "Given up", place: "left" },
                { name: "Why", place: "line" },
                { name: "Tries", place: "more" },
                { name: "Try again", place: "state" },
              ]}
              rows={jobs.map((job) => ({
                key: job.id,
                cells: [
                  job.kind,
                  job.since,
                  job.why,
                  job.attempts,
                  <ButtonForm key="again" className="inline-form">
                    <Hidden name="job" value={job.id} />
                    <SubmitButton look="secondary">Try Again</SubmitButton>
                  </ButtonForm>,
                ],
              }))}
            />
          </div>
        </>
      )}
    </AdminPage>
  );
}
