import { useLoaderData } from "@remix-run/react";
import { actingFor } from "#app/auth/acting.server.ts";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  clubMembers,
  emailOfMember,
  signInNamesOf,
} from "#app/domain/control/accounts/club-members.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { openPeopleSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { clubAccessReason, openClubPeople } from "#app/domain/control/platform/club-access.server.ts";
import { invitationMails } from "#app/domain/control/platform/sent-mails.server.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { existingPlatformOf } from "#app/domain/control/signup/signups.server.ts";
import { statusLabels } from "#app/domain/control/verification/labels.ts";
import { verificationHistory } from "#app/domain/control/verification/staff-verifications.server.ts";
import { daysLeft } from "#app/domain/control/verification/verification.ts";
import { type VerifiedClub, verifiedClub } from "#app/domain/control/verification/verifications.server.ts";
import { helpReasonChoices, helpReasonLabels } from "#app/domain/values/audit/help-reasons.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatMonthDay, formatRowMoment } from "#app/domain/values/times.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { SupportTools } from "#app/routes/admin/support/tools.tsx";
import { shownSteps, VerificationHistory } from "#app/routes/admin/verification/history.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { ClubStatus } from "./club-status.tsx";
import { SentMails, shownMails } from "./sent-mails.tsx";

export const meta = () => title("Club");

/** Shows a club, and how its people sign in to staff who gave a reason (product/platform-staff.md#sign-in-help). */
const form = staffForm({
  may: "manage_clubs",
  schema: openPeopleSchema,
  find: ({ control }, { clubCode = "" }) => verifiedClub(control, clubCode),
  // Opens the people for 30 minutes.
  change: ({ ctx, found, value }) =>
    openClubPeople(ctx.control, ctx.admin, { clubCode: found.code, reason: value.reason }),
  saved: (_, { found: { code: clubCode }, value: { person: accountId } }) =>
    accountId
      ? href("/admin/clubs/:clubCode/people/:accountId", { clubCode, accountId })
      : href("/admin/clubs/:clubCode", { clubCode }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, found: club, request }) => {
  const clubCode = club.code;
  const [platform, reason, steps] = await Promise.all([
    existingPlatformOf(control, clubCode),
    clubAccessReason(control, { tokenHash: admin.tokenHash, clubCode }, now()),
    verificationHistory(control, clubCode),
  ]);
  const members = reason ? await clubMembers(control, clubCode) : [];
  const invitations = reason ? await invitationMails(control, clubCode) : [];
  const locks = await Promise.all(
    members.map((member) => signInLock(signInNamesOf(member), member.passwordSince)),
  );
  return {
    clubCode,
    name: club.name,
    mayErase: platformMay(admin.role, "manage_users"),
    access: accessOfClub(club, now()),
    plan: { name: planOf(club.plan).name, price: `${formatPrice(planOf(club.plan).priceCents)} a year` },
    players: club.players ?? club.estimated_players,
    isVerified: club.players !== null,
    year: yearOf(club, now()),
    verification: statusLabels[club.verification],
    facts: [
      ["Club code", club.code.toUpperCase()],
      ["Place", [club.city, club.state].filter(Boolean).join(", ")],
      ["Contact", club.contact_name],
      ["Email", club.email],
      ["Phone", club.phone || "Not given"],
      ["Customer since", formatDateInFull(new Date(club.created_at), "UTC")],
      ["Software before", platform ?? "Not named"],
    ] as [string, string][],
    history: shownSteps(steps, now(), true),
    reason: reason && helpReasonLabels[reason],
    acts: actingFor(admin)?.club.code === clubCode,
    // Person whom the search found; the reason's page continues there.
    person: (new URL(request.url).searchParams.get("person") ?? "").slice(0, 64),
    actingIsOver: new URL(request.url).searchParams.get("acting") === "over",
    invitations: shownMails(invitations, now()),
    members: members.map((member, index) => ({
      id: member.id,
      name: member.kind === "club" ? `${member.name} (the club's own account)` : member.name,
      email: emailOfMember(member),
      role: membershipLabels[member.role],
      lastSignIn: member.lastSignInAt
        ? formatRowMoment(member.lastSignInAt, "UTC", now())
        : "Never signed in",
      sessions: member.sessions ?? 0,
      locked: locks[index] !== null,
    })),
  };
});

/** Says when the paid time ends or ended, and what that means now; nothing renews without a payment. */
function yearOf(club: Pick<VerifiedClub, "status" | "term_ends_at" | "cancelled_at">, at: Date) {
  const today = at.toISOString().slice(0, 10);
  const short = (moment: string) => formatMonthDay(moment.slice(0, 10), today);
  const access = accessOfClub(club, at);
  const over = Date.parse(club.term_ends_at) <= at.getTime();
  const day = short(club.term_ends_at);
  if (access === "read-only")
    return { label: "Year ended", day, note: `read-only until ${short(suspendedFrom(club.term_ends_at))}` };
  if (access === "suspended")
    return { label: over ? "Year ended" : "Year ends", day, note: over ? "not renewed" : "paused: not paid" };
  const left = pluralize(daysLeft(club.term_ends_at, at), "day");
  return { label: "Paid until", day, note: club.cancelled_at ? "cancelled: it ends then" : `${left} left` };
}

export default function Club() {
  const { clubCode, name, access, plan, players, isVerified, year, verification, ...page } =
    useLoaderData<typeof loader>();
  const { facts, history, reason, members, invitations, person, acts, actingIsOver } = page;
  return (
    <AdminPage
      title={name}
      lead={
        <>
          <ClubStatus access={access} /> · <a href="/admin/clubs">All clubs</a>
        </>
      }
      actions={
        <>
          <ButtonLink href={href("/admin/clubs/:clubCode/money", { clubCode })}>Money</ButtonLink>{" "}
          <ButtonLink href={href("/admin/verification/:clubCode", { clubCode })}>Verification</ButtonLink>
        </>
      }
    >
      {actingIsOver && !acts ? (
        <Notice tone="minor" title="You no longer act for this club">
          <p>The 30 minutes are over, or it was ended. What you were about to send was not saved.</p>
        </Notice>
      ) : null}
      <Stats>
        <Stat label="Package" value={plan.name} note={plan.price} />
        <Stat label="Players" value={players} note={isVerified ? "verified" : "as estimated"} />
        <Stat label="Verification" value={verification} />
        <Stat label={year.label} value={year.day} note={year.note} />
      </Stats>
      {reason ? (
        <>
          <People clubCode={clubCode} reason={reason} members={members} />
          <SentMails title="Invitations sent" mails={invitations} />
          <About clubCode={clubCode} facts={facts} />
        </>
      ) : (
        <div className="beside">
          <About clubCode={clubCode} facts={facts} />
          <Card title="Help with signing in">
            <p>
              Say why you look at how this club’s people sign in. It opens them for 30 minutes, and the club
              reads in its activity your first name and role, when you looked and why.
              {person ? " Then you are led on to whom you looked for." : ""}
            </p>
            <PostForm>
              <Hidden name="person" value={person} />
              <RadioField name="reason" label="Reason" choices={helpReasonChoices} required />
              <Buttons>
                <SubmitButton>Show the People</SubmitButton>
              </Buttons>
            </PostForm>
          </Card>
        </div>
      )}
      <ActFor clubCode={clubCode} acts={acts} access={access} />
      <SupportTools clubCode={clubCode} mayErase={page.mayErase} />
      <VerificationHistory steps={history} />
    </AdminPage>
  );
}

type ClubData = ReturnType<typeof useLoaderData<typeof loader>>;

function About({ clubCode, facts }: Pick<ClubData, "clubCode" | "facts">) {
  return (
    <section>
      <h2>About the club</h2>
      <Facts facts={facts} />
      <p>
        <a href={href("/admin/clubs/:clubCode/money", { clubCode })}>Payments, refunds and the year</a>
      </p>
    </section>
  );
}

/** Links the club's own pages; while the user acts for the club, the links open directly. */
function ActFor({ clubCode, acts, access }: Pick<ClubData, "clubCode" | "acts" | "access">) {
  const to = (page: "dashboard" | "teams") =>
    acts ? href(`/${page}`) : href("/admin/clubs/:clubCode/acting", { clubCode, to: page });
  if (access === "suspended")
    return (
      <section aria-labelledby="acting">
        <h2 id="acting">Act for this club</h2>
        <p>The club is suspended: its pages are closed to everybody until it pays.</p>
      </section>
    );
  return (
    <section aria-labelledby="acting">
      <h2 id="acting">Act for this club</h2>
      <p>
        {acts
          ? "You act for this club now; the bar at the top says until when, and ends it."
          : "See the club’s pages as its administrators do, for 30 minutes and for a reason that they read."}
      </p>
      <Buttons>
        <ButtonLink href={to("dashboard")}>Access Dashboard</ButtonLink>{" "}
        <ButtonLink href={to("teams")}>Manage Teams</ButtonLink>
      </Buttons>
    </section>
  );
}

function People({ clubCode, reason, members }: Pick<ClubData, "clubCode" | "reason" | "members">) {
  return (
    <>
      <h2>Who signs in</h2>
      <p className="muted">Open for 30 minutes, because: {reason}. The club reads that in its own log.</p>
      <RowTable
        caption="Who signs in"
        columns={[
          { name: "Name", place: "name" },
          { name: "Sign-in", place: "state" },
          { name: "Role", place: "left" },
          { name: "Last sign-in", place: "line" },
          { name: "Sessions", place: "more" },
          { name: "Email", place: "more" },
        ]}
        rows={members.map((member) => ({
          key: member.id,
          href: href("/admin/clubs/:clubCode/people/:accountId", { clubCode, accountId: member.id }),
          cells: [
            member.name,
            member.locked ? (
              <Status key="locked" kind="act">
                Locked
              </Status>
            ) : (
              <Status key="open" kind="plain">
                Open
              </Status>
            ),
            member.role,
            member.lastSignIn,
            member.sessions,
            member.email,
          ],
        }))}
      />
    </>
  );
}
