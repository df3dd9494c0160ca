import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type AdminContext, requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  type ClubMember,
  clubMember,
  emailOfMember,
  signInNamesOf,
} from "#app/domain/control/accounts/club-members.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { ownSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { helpMemberSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { clubAccessReason } from "#app/domain/control/platform/club-access.server.ts";
import { type HelpReason, helpReasonChoices } from "#app/domain/control/platform/help-reasons.ts";
import { lockedText, signInHelpLabels } from "#app/domain/control/sign-in/help-labels.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import {
  endMemberSessions,
  mailMemberReset,
  unlockMember,
} from "#app/domain/control/sign-in-help/help-member.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { HelpSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Help with signing in");

/** How one of a club's people signs in, and what staff may do about it (product.md#sign-in-help). */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, member, reason } = await requireMember(args);
  const sessions = await ownSessions(ctx.control, [member.id], null);
  const lock = await signInLock(signInNamesOf(member), member.passwordSince);
  return json({
    clubCode: member.clubCode,
    clubName: member.clubName,
    name: member.name,
    reason,
    locked: lock && lockedText(lock),
    facts: [
      ["Email", emailOfMember(member)],
      [
        "Signs in with",
        member.kind === "club" ? `the club code ${member.clubCode.toUpperCase()}` : "the email",
      ],
      ["Role", membershipLabels[member.role]],
      ["Password", member.hasPassword ? "Set" : "Not set yet"],
      ["Last sign-in to this club", member.lastSignInAt ? formatMoment(member.lastSignInAt, "UTC") : "Never"],
      ["Sign-in", lock ? "Locked" : "Open"],
    ] as [string, string][],
    sessions: sessions.map((session) => shownSession(session, "UTC")),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, member } = await requireMember(args);
  const { control, admin } = ctx;
  const reading = await readForm(args.request, helpMemberSchema);
  if (!reading.ok) return reading.answer;
  const { reason, session, intent } = reading.value;
  const by = { kind: "staff", id: admin.id, reason } as const;
  const ids = { clubCode: member.clubCode, accountId: member.id };
  const back = href("/admin/clubs/:clubCode/people/:accountId", ids);
  if (intent === "unlock")
    return (await unlockMember(control, member, by))
      ? redirectWith(back, signInHelpLabels.unlocked)
      : reading.refuse({ "": signInHelpLabels.unlockedTooOften }, 429);
  if (intent === "reset")
    return (await mailMemberReset(control, member, by))
      ? redirectWith(back, `A link to choose a new password is on its way to ${emailOfMember(member)}.`)
      : reading.refuse({ "": signInHelpLabels.mailedTooOften }, 429);
  const ended = await endMemberSessions(control, member, session ? { id: session } : "all", by);
  return redirectWith(
    back,
    ended === 0 ? "Nothing to end: they are signed in nowhere." : `${pluralize(ended, "session")} ended.`,
  );
}

export default function HelpMember() {
  const { clubCode, clubName, name, reason, locked, facts, sessions } = useLoaderData<typeof loader>();
  return (
    <AdminPage title={name} lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{clubName}</a>}>
      {locked ? (
        <Notice tone="minor" title="The sign-in is locked">
          <p>{locked}</p>
        </Notice>
      ) : null}
      <Facts facts={facts} />
      <h2>Help</h2>
      <PostForm className="form form-wide">
        <SelectField
          name="reason"
          label="Reason"
          hint="Stands in the club's log, with your name"
          value={reason}
          choices={helpReasonChoices}
          required
        />
        <Buttons>
          <SubmitButton name="intent" value="reset">
            Mail a Reset Link
          </SubmitButton>
          {locked ? (
            <SubmitButton look="secondary" name="intent" value="unlock">
              Unlock the Sign-In
            </SubmitButton>
          ) : null}
          {sessions.length > 0 ? (
            <SubmitButton look="danger" name="intent" value="end">
              Sign Out Everywhere
            </SubmitButton>
          ) : null}
        </Buttons>
        <h2>Where they are signed in</h2>
        <HelpSessions sessions={sessions} />
      </PostForm>
      <p className="muted">
        A reset link goes to their own address; nobody but them chooses the password. Signing out ends their
        sessions in every club, because they have one account for all.
      </p>
    </AdminPage>
  );
}

/**
 * A club's member, for staff who have said why they look at the club's people; others are led to where that is asked.
 * @throws Response
 */
async function requireMember(
  args: LoaderFunctionArgs,
): Promise<{ ctx: AdminContext; member: ClubMember; reason: HelpReason }> {
  const ctx = await requireAdmin(args, "manage_clubs");
  const { clubCode = "", accountId = "" } = args.params;
  const reason = await clubAccessReason(ctx.control, { tokenHash: ctx.admin.tokenHash, clubCode }, now());
  if (!reason) throw redirect(href("/admin/clubs/:clubCode", { clubCode }));
  const member = await clubMember(ctx.control, clubCode, accountId);
  if (!member) throw notFound();
  return { ctx, member, reason };
}
