import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { Facts } from "#app/ui/facts.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { clubEmailNamed, showClubEmail } from "./club-emails.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.label ?? "Email");

export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  const name = clubEmailNamed(args.params.template);
  if (!name) throw notFound();
  return showClubEmail(name);
}

/** Shows one kind of email, with a sample of each wording. */
export default function EmailTemplate() {
  const { label, sent, readers, preference, previews } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={label}
      lead={`${sent}.`}
      crumbs={[{ label: "Email Templates", href: href("/email-templates") }]}
    >
      <Facts
        facts={[
          ["Goes to", readers],
          [
            "Switch",
            preference ? (
              <Fragment key="switch">
                {preference}, under <a href={href("/notifications")}>Notifications</a>
              </Fragment>
            ) : (
              "None: it always comes"
            ),
          ],
        ]}
      />
      <h2>{previews.length > 1 ? `What it says, in ${previews.length} wordings` : "What it says"}</h2>
      <p className="muted">The names and figures are made up.</p>
      {previews.map(({ wording, lang, subject, body, foot }) => (
        <section className="card" key={wording} lang={lang}>
          <h3>{subject}</h3>
          <div className="typed">{body}</div>
          <div className="typed small muted">{foot}</div>
        </section>
      ))}
    </ClubPage>
  );
}
