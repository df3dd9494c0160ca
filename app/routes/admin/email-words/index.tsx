import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { RENEWAL_REMINDER_DAYS } from "#app/domain/control/clubs/club-access.ts";
import { reminderDays } from "#app/domain/control/verification/verification-emails.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay, formatRowMoment } from "#app/domain/values/times.ts";
import { type EmailUse, emailUses } from "#app/journeys/email-words/email-words.server.ts";
import {
  type MailOutcomes,
  mailOutcomes,
  mailWeeks,
} from "#app/journeys/email-words/mail-outcomes.server.ts";
import { type EmailReaders, emailReaders } from "#app/mail/frame/email-kind.tsx";
import { purposeOf, type TemplateName, templateNames, templates } from "#app/mail/templates.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { type Bar, TimeChart } from "#app/ui/bar-chart.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Email");

const tabs = ["templates", "automation", "analytics"] as const;
const tabLabels = {
  templates: "Email Templates",
  automation: "Automation Rules",
  analytics: "Email Analytics",
};
const periods = [30, 90, 365] as const;

/** Lists every email of the product: its words, its trigger, and its delivery (product/emails.md#words-of-emails). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_emails");
  const query = new URL(args.request.url).searchParams;
  const tab = tabs.find((one) => one === query.get("tab")) ?? "templates";
  const at = now();
  const from = (days: number) => new Date(at.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  if (tab === "analytics") {
    const days = periods.find((one) => String(one) === query.get("days")) ?? 30;
    const [outcomes, weeks] = await Promise.all([mailOutcomes(control, from(days)), mailWeeks(control, at)]);
    const today = at.toISOString().slice(0, 10);
    return {
      tab,
      days,
      all: outcomes.all,
      weeks: weeks.map(({ week, n }) => ({ label: formatMonthDay(week, today), n, text: count(n) })),
      emails: outcomes.emails.map((one) => ({ ...one, label: labelOf(one.template) })),
    };
  }
  const uses = await emailUses(control, from(30));
  const groups = (Object.keys(emailReaders) as EmailReaders[]).map((to) => ({
    to: emailReaders[to],
    emails: templateNames
      .filter((template) => templates[template].purpose.to === to)
      .map((template) => ({
        template,
        label: templates[template].purpose.label,
        sent: templates[template].purpose.sent,
        mails: uses.get(template)?.sent ?? 0,
        state: stateOf(uses.get(template), at),
      })),
  }));
  if (tab === "automation")
    return {
      tab,
      sent: Object.fromEntries([...uses].map(([name, { sent }]) => [name, sent])),
      reminders: new Intl.ListFormat("en-US").format((await reminderDays(control)).map(String)),
    };
  return { tab, groups };
}

const labelOf = (template: string) => purposeOf(template)?.label ?? template;

function stateOf(use: EmailUse | undefined, at: Date): { kind: StatusKind; text: string } {
  if (use?.troubles) return { kind: "bad", text: "Cannot be used" };
  if (use?.drafts) return { kind: "act", text: "Draft" };
  if (use?.editedAt) return { kind: "done", text: `Edited ${formatRowMoment(use.editedAt, "UTC", at)}` };
  return { kind: "plain", text: "Built in" };
}

export default function EmailTemplates() {
  const page = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="Email"
      lead="Every email that Goodside sends: edit its words, see what sends it, and what became of it."
      actions={<ButtonLink href="/admin/mails">Emails That Failed</ButtonLink>}
    >
      <Segments
        label="Views"
        links={tabs.map((tab) => ({
          key: tab,
          href: href("/admin/email-templates", { tab: tab === "templates" ? undefined : tab }),
          label: tabLabels[tab],
          current: tab === page.tab,
        }))}
      />
      {page.tab === "templates" ? <Templates groups={page.groups} /> : null}
      {page.tab === "automation" ? <Automation {...page} /> : null}
      {page.tab === "analytics" ? <Analytics {...page} /> : null}
    </AdminPage>
  );
}

interface Group {
  to: string;
  emails: {
    template: string;
    label: string;
    sent: string;
    mails: number;
    state: { kind: StatusKind; text: string };
  }[];
}

function Templates({ groups }: { groups: readonly Group[] }) {
  return groups.map(({ to, emails }) => (
    <section key={to}>
      <h2>{to}</h2>
      <RowTable
        caption={`Emails: ${to}`}
        columns={[
          { name: "Email", place: "name" },
          { name: "Words", place: "state" },
          { name: "Sent, 30 days", place: "left" },
          { name: "When it is sent", place: "line" },
        ]}
        rows={emails.map(({ template, label, sent, mails, state }) => ({
          key: template,
          href: href("/admin/email-templates/:template", { template }),
          cells: [
            label,
            <Status key="state" kind={state.kind}>
              {state.text}
            </Status>,
            count(mails),
            `${sent.charAt(0).toUpperCase()}${sent.slice(1)}`,
          ],
        }))}
      />
    </section>
  ));
}

interface Rule {
  title: string;
  text: string;
  /** Times at which each email is sent; several of them take a row each. */
  clock: string;
  emails: readonly TemplateName[];
}

/** Automatic emails. `{days}` in a clock are those that staff see and add to. */
const rules: readonly Rule[] = [
  {
    title: "Welcome email",
    text: "Greets a new club with its code and the link that sets its password.",
    clock: "At once when a card has paid, or a bank payment has begun",
    emails: ["welcome"],
  },
  {
    title: "Verification reminders",
    text: "Ask a club for the documents that show its number of players.",
    clock: "{days} days before the deadline, until the documents are sent",
    emails: ["verification-reminder"],
  },
  {
    title: "Verification completed",
    text: "Says what a reviewer decided, with the note and the money that moves.",
    clock: "At once when a reviewer decides",
    emails: ["verification-decided"],
  },
  {
    title: "Admin notifications",
    text: "Documents to review, money that needs a person, clubs that cannot be reached or opened.",
    clock: "At once; of a club that cannot be opened once a day",
    emails: ["verification-submitted", "billing-notice", "contact-bounced", "club-down"],
  },
  {
    title: "End of a club’s year",
    text: "Says when the year ends, when it has ended, and when reading ends.",
    clock: `${RENEWAL_REMINDER_DAYS.slice(0, -1).join(", ")} and ${RENEWAL_REMINDER_DAYS.at(-1)} days before the end, on the day, and 30 days after it`,
    emails: ["term-notice"],
  },
];

interface AutomationProps {
  sent: Record<string, number>;
  /** The days before a verification's deadline: '7, 3, and 1'. */
  reminders: string;
}

function Automation({ sent, reminders }: AutomationProps) {
  return (
    <>
      <p className="muted">
        The same for every club. Configure an email to change its words, and to add days to the reminders.
      </p>
      <AutomationCards sent={sent} reminders={reminders} />
    </>
  );
}

function AutomationCards({ sent, reminders }: AutomationProps) {
  return (
    <div className="columns">
      {rules.map((rule) => (
        <section key={rule.title} className="card">
          <h2>{rule.title}</h2>
          <p>{rule.text}</p>
          <Facts
            facts={[
              ["When", rule.clock.replace("{days}", reminders)],
              ["Sent, 30 days", count(rule.emails.reduce((sum, email) => sum + (sent[email] ?? 0), 0))],
            ]}
          />
          {rule.emails.map((template) => (
            <p key={template}>
              <a href={href("/admin/email-templates/:template", { template })}>
                Configure: {labelOf(template)}
              </a>
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}

interface AnalyticsProps {
  days: number;
  all: MailOutcomes;
  weeks: Bar[];
  emails: (MailOutcomes & { template: string; label: string })[];
}

function Analytics({ days, all, weeks, emails }: AnalyticsProps) {
  return (
    <>
      <Segments
        label="Period"
        links={periods.map((period) => ({
          key: String(period),
          href: href("/admin/email-templates", { tab: "analytics", days: String(period) }),
          label: `${period} days`,
          current: period === days,
        }))}
      />
      <Stats>
        <Stat label="Sent" value={all.sent} note="taken by Postmark" />
        <Stat label="Delivered" value={all.delivered} note={share(all.delivered, all.sent)} />
        <Stat label="Bounced" value={all.bounced} note={share(all.bounced, all.sent)} />
        <Stat label="Marked as spam" value={all.complained} note={share(all.complained, all.sent)} />
        <Stat label="Given up" value={all.failed} note="never sent" />
      </Stats>
      <p className="muted">
        As Postmark reports it. Whether somebody opened an email is not measured: we do not track readers.
      </p>
      <TimeChart
        title="Emails sent by week"
        answer={`${pluralize(weeks.at(-2)?.n ?? 0, "email")} sent last week`}
        unit="week"
        columns={["Week of", "Emails"]}
        bars={weeks}
      />
      {emails.length === 0 ? (
        <Empty title="No email was sent in this time">
          <p>As soon as one is, it stands here.</p>
        </Empty>
      ) : (
        <RowTable
          caption={`Emails of the last ${days} days, the most sent first`}
          columns={[
            { name: "Email", place: "name" },
            { name: "Sent", place: "state" },
            { name: "Delivered", place: "left" },
            { name: "Bounced, spam", place: "line" },
            { name: "Given up", place: "more" },
          ]}
          rows={emails.map(({ template, label, sent, delivered, bounced, complained, failed }) => ({
            key: template,
            href: purposeOf(template) ? href("/admin/email-templates/:template", { template }) : undefined,
            cells: [
              label,
              count(sent),
              share(delivered, sent) ?? "",
              `${count(bounced)} bounced, ${count(complained)} marked as spam`,
              count(failed),
            ],
          }))}
        />
      )}
    </>
  );
}

/** Returns '98.2% of those sent', or '' if none was sent. */
const share = (part: number, whole: number) =>
  whole === 0 ? undefined : `${((100 * part) / whole).toFixed(1)}% of those sent`;
