import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actingFor } from "#app/auth/acting.server.ts";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { actingFields, actingRole } from "#app/domain/control/acting/acting.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { startActing, startActingSchema } from "#app/domain/control/platform/start-acting.server.ts";
import { verifiedClub } from "#app/domain/control/verification/verifications.server.ts";
import { actingReasonChoices } from "#app/domain/values/audit/acting-reasons.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { OwnProof } from "#app/routes/admin/support/tools.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { RadioField, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Act for a Club");

const destinations = { dashboard: "/dashboard", teams: "/teams" } as const;

/**
 * Asks for a reason and a proof of identity, then opens the club's pages for 30 minutes
 * (product/support.md#acting-for-a-club).
 */
const form = staffForm({
  may: "manage_clubs",
  schema: [startActingSchema, { hide: ["password", "code"] }],
  find: ({ control }, { clubCode = "" }) => verifiedClub(control, clubCode),
  change: ({ ctx: { control, admin }, found, value }) =>
    startActing(control, admin, { ...value, clubCode: found.code }),
  problems: ({ problem }, { found, refuse }) => {
    if (problem === "closed")
      return [back(found.code), "This club is suspended: its pages are closed to everybody.", "bad"];
    if (problem === "changed") return redirect("/admin/login?message=ended", 303);
    return refuseProof(refuse, problem);
  },
  saved: (_, { value }) => destinations[value.to],
});
export const action = form.action;
export const loader = form.loader(({ ctx: { admin }, found: club, request }) => {
  const asked = new URL(request.url).searchParams.get("to");
  const acting = actingFor(admin);
  return {
    clubCode: club.code,
    name: club.name,
    closed: !["open", "read-only"].includes(accessOfClub(club, now())),
    to: asked === "teams" ? asked : "dashboard",
    asksCode: Boolean(admin.secondFactor),
    reads: actingRole(admin.role) === "support",
    before: acting && acting.club.code !== club.code ? acting.club.name : null,
  };
});

const back = (clubCode: string) => href("/admin/clubs/:clubCode", { clubCode });
const inputs = inputsOf(actingFields);

export default function ActForClub() {
  const { clubCode, name, closed, to, asksCode, reads, before } = useLoaderData<typeof loader>();
  if (closed)
    return (
      <AdminPage title={`Act for ${name}`} lead={<a href={back(clubCode)}>Back to the club</a>} width="text">
        <p>This club is suspended: its pages are closed to everybody until it pays.</p>
      </AdminPage>
    );
  return (
    <AdminPage title={`Act for ${name}`} lead={<a href={back(clubCode)}>Back to the club</a>} width="text">
      <p>
        You use the club’s pages as its administrators see them, for 30 minutes at most.{" "}
        {reads
          ? "You can read, and change nothing."
          : "You can correct its teams and seasons; each change stands in the club’s activity."}
      </p>
      <ul>
        <li>
          The club’s administrators get an email now, with your first name, your role and the reason. It
          stands in the club’s activity from start to end.
        </li>
        <li>
          Closed to you: sealed results, incidents, parents, people’s addresses and phone numbers, downloads,
          documents, settings, payments and accounts.
        </li>
        {before ? <li>You act for {before} now: that ends.</li> : null}
      </ul>
      <PostForm>
        <Hidden name="to" value={to} />
        <RadioField name="reason" label="Reason" choices={actingReasonChoices} required />
        <TextField
          {...inputs.reference}
          hint="The number of a message or ticket, if there is one, such as MSG-1042"
          width="medium"
        />
        <OwnProof asksCode={asksCode} />
        <FormButtons submit="Begin" back={back(clubCode)} />
      </PostForm>
    </AdminPage>
  );
}
