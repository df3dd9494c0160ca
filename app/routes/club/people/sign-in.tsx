import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { clubMember, signInNamesOf } from "#app/domain/control/accounts/club-members.server.ts";
import { sessionsInClub } from "#app/domain/control/accounts/own-sessions.server.ts";
import { helpSignInSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { lockedText, signInHelpLabels } from "#app/domain/control/sign-in/help-labels.ts";
import { endMemberSessions, unlockMember } from "#app/domain/control/sign-in/help-member.server.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Help with Signing In");

/** Shows where a member is signed in, and whether the sign-in is locked (product/platform-staff.md#sign-in-help). */
const form = clubForm({
  may: "club.manage",
  schema: helpSignInSchema,
  find: (ctx, { personId }) => requireColleague(ctx, personId),
  change: async ({ ctx, found: member, value }) => {
    const by = { kind: "account", id: ctx.user.accountId } as const;
    if (value.intent === "unlock") {
      const unlocked = await unlockMember(ctx.control, member, by);
      return unlocked ? ({ ok: true } as const) : ({ ok: false, problem: "too-often" } as const);
    }
    await endMemberSessions(ctx.control, member, "all", {
      ...by,
      name: `${ctx.user.name}, ${ctx.club.name},`,
    });
    return { ok: true } as const;
  },
  problems: (_, { refuse }) => refuse({ "": signInHelpLabels.unlockedTooOftenHere }, 429),
  saved: (_, { found: member, value }) => [
    href("/club/people/:personId/sign-in", { personId: member.id }),
    value.intent === "unlock"
      ? signInHelpLabels.unlocked
      : `${member.name} is signed out everywhere and can sign in again.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found: member }) => {
  const sessions = await sessionsInClub(ctx.control, { accountId: member.id, clubCode: ctx.club.code });
  const lock = await signInLock(signInNamesOf(member), member.passwordSince);
  return {
    id: member.id,
    name: member.name,
    locked: lock && lockedText(lock),
    sessions: sessions.map((session) => ({
      id: session.id,
      device: deviceName(session.userAgent),
      since: formatMoment(session.since, ctx.club.timezone),
      lastActive: formatMoment(session.lastActive, ctx.club.timezone),
    })),
  };
});
async function requireColleague({ control, club, user }: ClubContext, id = "") {
  const member = await clubMember(control, club.code, id);
  if (!member) throw notFound();
  if (member.id === user.accountId) throw redirect("/account");
  return member;
}

export default function HelpWithSigningIn() {
  const { id, name, locked, sessions } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Help with Signing In"
      lead={name}
      crumbs={[
        { label: "Club Settings", href: href("/club/settings", { tab: "users" }) },
        { label: name, href: href("/club/people/:personId", { personId: id }) },
        { label: "Help with Signing In" },
      ]}
    >
      {locked ? (
        <Notice tone="minor" title="The sign-in is locked">
          <p>{locked}</p>
        </Notice>
      ) : null}
      <h2>Signed in to this club</h2>
      {sessions.length === 0 ? (
        <p>On no device now.</p>
      ) : (
        <DataTable
          caption="Signed in to this club"
          columns={[{ name: "Device" }, { name: "Since" }, { name: "Last active" }]}
          rows={sessions.map(({ id: key, device, since, lastActive }) => ({
            key,
            cells: [device, since, lastActive],
          }))}
        />
      )}
      <PostForm>
        <Buttons>
          {locked ? (
            <SubmitButton name="intent" value="unlock">
              Unlock the Sign-In
            </SubmitButton>
          ) : null}
          <SubmitButton look="danger" name="intent" value="end">
            Sign Out Everywhere
          </SubmitButton>
        </Buttons>
      </PostForm>
      <p>
        A phone was lost or stolen? Sign {name} out everywhere, also of other clubs: a person has one account
        for all. A forgotten password is replaced by themselves, at{" "}
        <a href="/contact?forgot=coach">Forgot your own password</a> on the sign-in page.
      </p>
    </ClubPage>
  );
}
