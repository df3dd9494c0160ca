import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import { rangeLabel, typeName } from "#app/domain/club/reports/labels.ts";
import { reportTeams } from "#app/domain/club/reports/report.server.ts";
import { reportAddress, reportFields } from "#app/domain/club/reports/report-filters.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { MissingLetters } from "#app/ui/missing-letters.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openPrint } from "./load-report.server.ts";

export const meta = () => title("PDF of a report");

/** After this long something must be blocking the jobs process. */
const LONG_MS = 10 * MINUTE_MS;

/** Shows the progress of a PDF; reload to update. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, print } = await openPrint(args);
  const { id, status, asked, createdAt, expiresAt, hasPdf } = print;
  const { filters } = asked;
  const { timezone } = ctx.club;
  const at = now();
  const teams = await reportTeams(ctx.db, filters.team ? [filters.team] : teamScope(ctx.user));
  const team = filters.team ? teams[0] : undefined;
  return {
    id,
    filters,
    missing: missingLetters([ctx.club.name, ...teams.map(({ name }) => name)]),
    ready: status === "ready" && hasPdf,
    failed: status === "ready" && !hasPdf,
    late: at.getTime() - Date.parse(createdAt) > LONG_MS,
    about: `${filters.type ? typeName[filters.type] : "All figures"}, ${team?.name ?? "all teams"}, ${rangeLabel(filters, dateAt(at, timezone))}`,
    until: formatMoment(expiresAt, timezone),
  };
}

export default function ReportPdf() {
  const { id, filters, missing, ready, failed, late, about, until } = useLoaderData<typeof loader>();
  const back = reportAddress(filters);
  return (
    <ClubPage title="PDF of a report" lead={about} crumbs={[{ href: back, label: "Reports" }]}>
      <MissingLetters letters={missing} of="the names in your report" />
      {ready ? (
        <>
          <p>
            Your PDF is ready. It shows what you could see when you asked for it, and is kept until {until}.
          </p>
          <Buttons>
            <a
              className="button button-primary"
              href={href("/reports/pdf/:printId/report.pdf", { printId: id })}
            >
              Download the PDF
            </a>
            <ButtonLink href={back} look="quiet">
              Back to the report
            </ButtonLink>
          </Buttons>
        </>
      ) : failed ? (
        <>
          <Notice tone="bad" title="This PDF could not be made">
            <p>Choose other days or another team, or write to us.</p>
          </Notice>
          <Buttons>
            <ButtonLink href={back} look="primary">
              Back to the report
            </ButtonLink>
          </Buttons>
        </>
      ) : (
        <>
          <p role="status">Your PDF is being made. That takes a few seconds.</p>
          {late ? (
            <Notice tone="minor" title="It takes longer than usual">
              <p>It is still made as soon as possible. You can also have it made once more.</p>
            </Notice>
          ) : null}
          <Buttons>
            <ButtonLink href={href("/reports/pdf/:printId", { printId: id })} look="primary">
              Look again
            </ButtonLink>
            <ButtonLink href={back} look="quiet">
              Back to the report
            </ButtonLink>
          </Buttons>
        </>
      )}
      {ready || late ? (
        <ButtonForm downloads action={href("/reports/pdf")}>
          {reportFields(filters).map(([name, value]) => (
            <Hidden key={name} name={name} value={value} />
          ))}
          <SubmitButton look="secondary">Make it anew</SubmitButton>
        </ButtonForm>
      ) : null}
    </ClubPage>
  );
}
