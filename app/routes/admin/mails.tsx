import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { retryMailSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import {
  FAILED_MAILS_A_PAGE,
  type FailedKind,
  type FailedMail,
  failedMails,
  retryFailedMail,
} from "#app/domain/control/platform/failed-mails.server.ts";
import { failedTemplates } from "#app/domain/control/platform/resend-mails.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { TRIED_IN_VAIN } from "#app/mail/delivery.ts";
import { redactText } from "#app/observability/redact.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { emailLabel, failedFilter } from "./support/failed-filter.ts";

export const meta = () => title("Email");

/** Lists failed emails with club, reason and remedy (product/platform-staff.md#platform-staff). */
const form = staffForm({
  may: "manage_emails",
  schema: retryMailSchema,
  change: async ({ ctx: { control, admin }, value: { mail } }) => retryFailedMail(control, mail, admin.id),
  saved: (retried) =>
    retried
      ? ["/admin/mails", "It is sent within seconds. It comes back here if it still cannot be made."]
      : ["/admin/mails", "It is not given up any more, or nothing of it is kept.", "bad"],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, request }) => {
  const query = new URL(request.url).searchParams;
  const { template, clubCode } = failedFilter(query);
  const page = /^[1-9]\d{0,3}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const kind: FailedKind = query.get("tab") === "came-back" ? "came-back" : "given-up";
  const found = await failedMails(control, { kind, template, clubCode, page });
  const templates = await failedTemplates(control);
  const at = now();
  const opensClubs = platformMay(admin.role, "manage_clubs");
  return {
    kind,
    template: template === null ? null : { name: template, label: emailLabel(template) },
    clubCode,
    templates: templates.map((name) => ({ value: name, label: emailLabel(name) })),
    page,
    more: found.length > FAILED_MAILS_A_PAGE,
    mails: found.slice(0, FAILED_MAILS_A_PAGE).map((mail) => ({
      id: mail.id,
      email: emailLabel(mail.tag),
      club: mail.clubName ?? "No club",
      clubCode: opensClubs && mail.clubName ? mail.club_code : null,
      when: formatRowMoment(mail.created_at, "UTC", at),
      ...causeOf(mail),
    })),
  };
});

/** Explains why an email failed and what to do; in our own words if the reason may quote an address. */
function causeOf({ last_error: error, delivery, again, club_code: clubCode }: FailedMail) {
  const elsewhere = { kind: "act" as const, again: false };
  if (delivery === "complained")
    return {
      ...elsewhere,
      why: "Marked as spam",
      task: "Nothing more goes there: reach the person another way",
    };
  const correct = clubCode ? "The club corrects the address" : "Reach the person another way";
  if (error === null && delivery === "bounced") return { ...elsewhere, why: "Bounced", task: correct };
  if (error?.startsWith("cannot be rendered"))
    return {
      kind: "bad" as const,
      why: "Could not be made",
      task: `Mend ‘${redactText(error.replace(/^cannot be rendered: (Error: )?/, ""))}’`,
      again: again === 1,
    };
  if (error?.startsWith(TRIED_IN_VAIN))
    return {
      kind: "bad" as const,
      why: "Every try failed",
      task: again === 1 ? "Send it again once Postmark answers" : "Reach the person another way",
      again: again === 1,
    };
  if (error?.includes("413"))
    return {
      kind: "bad" as const,
      why: "Too large",
      task: "Send it another way: Postmark takes 10 MB",
      again: false,
    };
  return {
    ...elsewhere,
    why: /inactive/i.test(error ?? "") ? "Bounced before" : "Not an address",
    task: correct,
  };
}

export default function FailedMails() {
  const { kind, template, clubCode, templates, page, more, mails } = useLoaderData<typeof loader>();
  const tab = kind === "came-back" ? kind : undefined;
  const at = (number: number) =>
    href("/admin/mails", {
      tab,
      template: template?.name,
      club: clubCode ?? undefined,
      page: number > 1 ? String(number) : undefined,
    });
  return (
    <AdminPage
      title="Email"
      lead="Emails of the last 90 days that failed. Who they were for stands in the club’s own lists."
    >
      <Segments
        label="Emails that failed"
        links={[
          { key: "given-up", href: "/admin/mails", label: "Given Up", current: !tab },
          {
            key: "came-back",
            href: href("/admin/mails", { tab: "came-back" }),
            label: "Came Back",
            current: tab !== undefined,
          },
        ]}
      />
      <FilterBar
        action={href("/admin/mails")}
        count={`${more || page > 1 ? `Page ${page}` : pluralize(mails.length, "email")}${template ? ` of “${template.label}”` : ""}`}
      >
        {tab ? (
          <Hidden name="tab" value={tab} />
        ) : (
          <SelectField
            name="template"
            label="Email"
            value={template?.name}
            empty="All emails"
            choices={templates}
          />
        )}
        <TextField
          name="club"
          label="Club code"
          value={clubCode ?? ""}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          needed="or leave it empty"
        />
      </FilterBar>
      {mails.length === 0 ? (
        <Empty
          title={
            clubCode
              ? `No email of ${clubCode.toUpperCase()} has failed`
              : template
                ? `No “${template.label}” has failed`
                : "No email has failed"
          }
          action={template || clubCode || page > 1 ? <a href={href("/admin/mails")}>Show all</a> : null}
        >
          <p>
            {tab
              ? "An email stands here once it was sent and its address did not take it, or its reader marked it as spam."
              : "An email stands here once it cannot be made, every try to send it failed, or its address is known to take no mail."}
          </p>
        </Empty>
      ) : (
        <>
          <p className="muted">
            The newest first. Times are UTC.{" "}
            {template || clubCode ? <a href={href("/admin/mails", { tab })}>Show all</a> : null}
            {tab ? null : (
              <>
                {template || clubCode ? " or " : null}
                <a
                  href={href("/admin/mails/resend", {
                    template: template?.name,
                    club: clubCode ?? undefined,
                  })}
                >
                  {template || clubCode ? "send these again" : "Send them all again"}
                </a>
              </>
            )}
          </p>
          <ul>
            {tab ? null : (
              <li>
                <strong>Could not be made:</strong> the template or what it was given is wrong. Once that is
                mended, Try Again sends the email.
              </li>
            )}
            {tab ? null : (
              <li>
                <strong>Every try failed:</strong> Postmark did not take it in twelve tries. Try Again asks
                Postmark first whether it has the email after all.
              </li>
            )}
            <li>
              <strong>{tab ? "Bounced" : "Bounced before, not an address"}:</strong> the club’s administrators
              see it as ‘Not delivered’ and correct the address, which sends the email anew.
            </li>
          </ul>
          <RowTable
            caption="Emails that failed, newest first"
            columns={[
              { name: "Email", place: "name" },
              { name: "Why", place: "state" },
              { name: "Written", place: "left" },
              { name: "Club", place: "line" },
              { name: "What to do", place: "more" },
            ]}
            rows={mails.map((mail) => ({
              key: mail.id,
              href:
                mail.clubCode && !mail.again
                  ? href("/admin/clubs/:clubCode", { clubCode: mail.clubCode })
                  : undefined,
              cells: [
                mail.email,
                mail.again ? (
                  <TryAgain key="why" id={mail.id} why={mail.why} />
                ) : (
                  <Status key="why" kind={mail.kind}>
                    {mail.why}
                  </Status>
                ),
                mail.when,
                mail.club,
                mail.task,
              ],
            }))}
          />
        </>
      )}
      <PageLinks
        before={page > 1 ? ["Newer", at(page - 1)] : null}
        after={more ? ["Older", at(page + 1)] : null}
      />
    </AdminPage>
  );
}

function TryAgain({ id, why }: { id: string; why: string }) {
  return (
    <ButtonForm className="inline-form">
      <Hidden name="mail" value={id} />
      <span className="visually-hidden">{why}: </span>
      <SubmitButton look="secondary">Try Again</SubmitButton>
    </ButtonForm>
  );
}
