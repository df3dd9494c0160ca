import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { listClubEmails } from "./club-emails.server.ts";

export const handle = { extra: "settings" };

export const meta = () => title("Email Templates");

/** Lists the emails that the club's people get; their words are Goodside's, so administrators only read them. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return { groups: listClubEmails() };
}

export default function EmailTemplates() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Email Templates"
      lead="Every email that your club's people can get: when it comes, and what it says."
    >
      <p>
        Emails with a switch can be turned off: each person's own under{" "}
        <a href={href("/notifications")}>Notifications</a>, a team's under{" "}
        <a href={href("/teams/email-settings")}>Email Settings</a>. All others always come.
      </p>
      {groups.map(({ readers, emails }) => (
        <section key={readers} className="read-rows">
          <h2>{readers}</h2>
          <RowTable
            caption={`Emails to: ${readers}`}
            columns={[
              { name: "Email", place: "name" },
              { name: "When it comes", place: "line" },
            ]}
            rows={emails.map(({ name, label, sent, preference }) => ({
              key: name,
              href: href("/email-templates/:template", { template: name }),
              cells: [label, preference ? `${sent}; stopped by ${preference}` : sent],
            }))}
          />
        </section>
      ))}
    </ClubPage>
  );
}
