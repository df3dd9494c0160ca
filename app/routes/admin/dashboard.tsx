import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { type PlatformActivity, platformActivity } from "#app/domain/control/platform/activity.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import {
  type PlatformRole,
  platformMay,
  platformRoleHint,
  platformRoleName,
} from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Admin");

/** What the platform is doing, for each role that part which it looks after (product.md#platform-staff). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "view_dashboard");
  const activity = await platformActivity(control, now());
  return json({
    role: platformRoleName[admin.role],
    hint: platformRoleHint[admin.role],
    managesClubs: platformMay(admin.role, "manage_clubs"),
    managesStaff: platformMay(admin.role, "manage_users"),
    secondFactor: Boolean(admin.secondFactor),
    troubles: troublesFor(admin.role, activity),
    cards: cardsFor(admin.role, activity),
  });
}

interface FigureCard {
  title: string;
  facts: [label: string, value: string][];
}

/** What somebody with this role should look at first, in words. */
function troublesFor(role: PlatformRole, { jobs, mail, payments, lateMessages }: PlatformActivity): string[] {
  const { dead } = jobs;
  return [
    platformMay(role, "manage_clubs") && payments.failed > 0
      ? `${pluralize(payments.failed, "payment")} failed: the club is suspended until it pays.`
      : "",
    platformMay(role, "manage_clubs") && lateMessages > 0
      ? `${pluralize(lateMessages, "message")} waited for more than 24 hours, and we promise an answer within them.`
      : "",
    platformMay(role, "manage_emails") && mail.failed > 0
      ? `${pluralize(mail.failed, "email")} of the last 7 days could not be sent.`
      : "",
    platformMay(role, "manage_notifications") && dead > 0
      ? `${pluralize(dead, "background job")} ${dead === 1 ? "was" : "were"} given up. The log names each.`
      : "",
  ].filter(Boolean);
}

function cardsFor(role: PlatformRole, activity: PlatformActivity): FigureCard[] {
  const { clubs, mail, jobs, payments, messages, newestSignIn, ranked } = activity;
  const moment = (at: string | null) => (at ? formatMoment(at, "UTC") : "None yet");
  const cards: (FigureCard | null)[] = [
    {
      title: "Clubs",
      facts: [
        ["Active", count(clubs.active)],
        ["Suspended", count(clubs.suspended)],
        ["Being made", count(clubs.creating)],
        ["New in the last 30 days", count(clubs.new30)],
        ["Players, as active clubs estimate", count(clubs.players)],
        ["Teams ranked nationally", count(ranked)],
      ],
    },
    {
      title: "Latest",
      facts: [
        ["Sign-up", moment(clubs.newest)],
        ["Sign-in to a club", moment(newestSignIn)],
      ],
    },
    platformMay(role, "manage_clubs")
      ? {
          title: "Payments",
          facts: [
            ["On their way from a bank", count(payments.processing)],
            ["Failed, due from the club", count(payments.failed)],
          ],
        }
      : null,
    platformMay(role, "manage_emails")
      ? {
          title: "Email",
          facts: [
            ["Waiting now", count(mail.queued)],
            ["Sent, last 7 days", count(mail.sent)],
            ["Bounced, last 7 days", count(mail.bounced)],
            ["Could not be sent, last 7 days", count(mail.failed)],
            ["Messages from the contact form, last 7 days", count(messages)],
          ],
        }
      : null,
    platformMay(role, "manage_notifications")
      ? {
          title: "Background work",
          facts: [
            ["Jobs waiting", count(jobs.waiting)],
            ["Given up", count(jobs.dead)],
          ],
        }
      : null,
  ];
  return cards.filter((card) => card !== null);
}

export default function AdminDashboard() {
  const { role, hint, managesClubs, managesStaff, secondFactor, troubles, cards } =
    useLoaderData<typeof loader>();
  return (
    <AdminPage title="Admin" lead={`${role}: ${hint}`}>
      {secondFactor ? null : (
        <Notice tone="minor" title="Your account has no second factor">
          <p>
            A stolen password alone would open it.{" "}
            <a href="/admin/account/authenticator">Set up an authenticator</a>, it takes a minute.
          </p>
        </Notice>
      )}
      {troubles.length > 0 ? (
        <Notice tone="bad" title="Something needs a look">
          <ul>
            {troubles.map((trouble) => (
              <li key={trouble}>{trouble}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {managesClubs || managesStaff ? (
        <Buttons>
          {managesClubs ? (
            <ButtonLink href="/admin/clubs" look="primary">
              Find a Club
            </ButtonLink>
          ) : null}
          {managesStaff ? <ButtonLink href="/admin/staff">Manage Staff</ButtonLink> : null}
        </Buttons>
      ) : null}
      {cards.map((card) => (
        <Card key={card.title} title={card.title}>
          <Facts facts={card.facts} />
        </Card>
      ))}
    </AdminPage>
  );
}
