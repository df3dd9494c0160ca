import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { AdminContext } from "#app/auth/admin-guard.server.ts";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import {
  clubMember,
  emailOfMember,
  signInNamesOf,
} from "#app/domain/control/accounts/club-members.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { ownSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { helpMemberSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { clubAccessReason } from "#app/domain/control/platform/club-access.server.ts";
import { mailsToAddress } from "#app/domain/control/platform/sent-mails.server.ts";
import { lockedText, sessionsEndedText, signInHelpLabels } from "#app/domain/control/sign-in/help-labels.ts";
import {
  endMemberSessions,
  mailMemberReset,
  unlockMember,
} from "#app/domain/control/sign-in/help-member.server.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { helpReasonChoices } from "#app/domain/values/audit/help-reasons.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { HelpSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { SentMails, shownMails } from "./sent-mails.tsx";

export const meta = () => title("Help with signing in");

/** Shows how a member signs in, and what staff may do about it (product/platform-staff.md#sign-in-help). */
const form = staffForm({
  may: "manage_clubs",
  schema: helpMemberSchema,
  find: requireMember,
  change: async ({ ctx: { control, admin }, found: { member }, value: { reason, session, intent } }) => {
    const by = { kind: "staff", id: admin.id, reason } as const;
    if (intent === "unlock")
      return (await unlockMember(control, member, by))
        ? { text: signInHelpLabels.unlocked }
        : ({ ok: false, problem: "unlockedTooOften" } as const);
    if (intent === "reset")
      return (await mailMemberReset(control, member, by))
        ? { text: `A link to choose a new password is on its way to ${emailOfMember(member)}.` }
        : ({ ok: false, problem: "mailedTooOften" } as const);
    const ended = await endMemberSessions(control, member, session ? { id: session } : "all", {
      ...by,
      name: `${admin.firstName} of ${brand.name}’s support`,
    });
    return { text: sessionsEndedText(ended) };
  },
  problems: ({ problem }, { refuse }) => refuse({ "": signInHelpLabels[problem] }, 429),
  saved: ({ text }, { found: { member } }) => [
    href("/admin/clubs/:clubCode/people/:accountId", { clubCode: member.clubCode, accountId: member.id }),
    text,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found: { member, reason } }) => {
  const sessions = await ownSessions(control, [member.id], null);
  const mails = await mailsToAddress(control, member.clubCode, emailOfMember(member));
  const lock = await signInLock(signInNamesOf(member), member.passwordSince);
  return {
    clubCode: member.clubCode,
    merges: member.kind === "person" ? href("/admin/merges/new", { one: member.id }) : null,
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
    mails: shownMails(mails, now()),
    sessions: sessions.map((session) => shownSession(session, "UTC")),
  };
});

/**
 * Requires a stated reason for looking at the club.
 * @throws Response
 */
async function requireMember({ control, admin }: AdminContext, params: LoaderFunctionArgs["params"]) {
  const { clubCode = "", accountId = "" } = params;
  const reason = await clubAccessReason(control, { tokenHash: admin.tokenHash, clubCode }, now());
  if (!reason) throw redirect(href("/admin/clubs/:clubCode", { clubCode, person: accountId }));
  const member = await clubMember(control, clubCode, accountId);
  return member && { member, reason };
}

export default function HelpMember() {
  const { clubCode, merges, clubName, name, reason, locked, facts, sessions, mails } =
    useLoaderData<typeof loader>();
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
      <SentMails title="Emails sent to them" mails={mails} />
      {merges ? (
        <p>
          Does {name} have a second account? <a href={merges}>Merge with another account</a>
        </p>
      ) : null}
    </AdminPage>
  );
}

/**
 * Returns a club's member, for staff who gave a reason to look at the club's people; others are redirected to that
 * question.
 * @throws Response
 */
