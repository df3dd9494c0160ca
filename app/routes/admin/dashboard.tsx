import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { platformActivity } from "#app/domain/control/platform/activity.server.ts";
import { platformMay, platformRoleHint, platformRoleName } from "#app/domain/control/platform/roles.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Admin");

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "view_dashboard");
  return json({
    role: platformRoleName[admin.role],
    may: platformRoleHint[admin.role],
    managesStaff: platformMay(admin.role, "manage_users"),
    secondFactor: Boolean(admin.secondFactor),
    activity: await platformActivity(control, now()),
  });
}

export default function AdminDashboard() {
  const { role, may, managesStaff, secondFactor, activity } = useLoaderData<typeof loader>();
  const { clubs, ranked, mail, jobs, messages } = activity;
  return (
    <AdminPage title="Admin" lead={`${role}: ${may}`}>
      {secondFactor ? null : (
        <Notice tone="minor" title="Your account has no second factor">
          <p>
            A stolen password alone would open it.{" "}
            <a href="/admin/account/authenticator">Set up an authenticator</a>, it takes a minute.
          </p>
        </Notice>
      )}
      {jobs.dead > 0 || mail.failed > 0 ? (
        <Notice tone="bad" title="Something needs a look">
          <p>
            {count(jobs.dead)} background jobs were given up, and {count(mail.failed)} emails of the last 7
            days could not be sent. The log names each.
          </p>
        </Notice>
      ) : null}
      <Card title="Clubs">
        <Facts
          facts={[
            ["Active", count(clubs.active)],
            ["Suspended", count(clubs.suspended)],
            ["New in the last 30 days", count(clubs.new30)],
            ["Teams ranked nationally", count(ranked)],
          ]}
        />
      </Card>
      <Card title="Email, last 7 days">
        <Facts
          facts={[
            ["Sent", count(mail.sent)],
            ["Bounced", count(mail.bounced)],
            ["Not sent", count(mail.failed)],
          ]}
        />
      </Card>
      <Card title="Work">
        <Facts
          facts={[
            ["Background jobs waiting", count(jobs.waiting)],
            ["Given up", count(jobs.dead)],
            ["Contact messages, last 7 days", count(messages)],
          ]}
        />
      </Card>
      {managesStaff ? (
        <Buttons>
          <ButtonLink href="/admin/staff">Manage Staff</ButtonLink>
        </Buttons>
      ) : null}
    </AdminPage>
  );
}
