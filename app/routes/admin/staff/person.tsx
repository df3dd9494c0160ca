import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { helpSignInSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminSessionsOf } from "#app/domain/control/platform/admin-sessions.server.ts";
import { platformAdminById } from "#app/domain/control/platform/admins.server.ts";
import { endColleagueSessions, unlockColleague } from "#app/domain/control/platform/help-staff.server.ts";
import { hasTotp } from "#app/domain/control/platform/totp.server.ts";
import { adminCodesLocked } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { lockedText, sessionsEndedText, signInHelpLabels } from "#app/domain/control/sign-in/help-labels.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { staffSignInName } from "#app/domain/values/sign-in-name.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { HelpSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Staff");

/** A colleague: how they sign in, and where they are signed in (product.md#platform-staff). */
const form = staffForm({
  may: "manage_users",
  schema: helpSignInSchema,
  find: ({ control }, { adminId = "" }) => platformAdminById(control, adminId),
  change: async ({ ctx: { control, admin }, found: person, value: { intent, session } }) => {
    if (intent === "unlock") {
      const unlocked = await unlockColleague(control, person, admin.id);
      return unlocked ? { text: signInHelpLabels.unlocked } : ({ ok: false, problem: "too-often" } as const);
    }
    const ended = await endColleagueSessions(control, person, session ? { id: session } : "all", admin.id);
    return { text: sessionsEndedText(ended) };
  },
  problems: (_, { refuse }) => refuse({ "": signInHelpLabels.unlockedTooOften }, 429),
  saved: ({ text }, { found: person }) => [href("/admin/staff/:adminId", { adminId: person.id }), text],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, found: person }) => {
  if (person.id === admin.id) throw redirect("/admin/account");
  const [sessions, secondFactor, codesLocked] = await Promise.all([
    adminSessionsOf(control, person.id, null),
    hasTotp(control, person.id),
    adminCodesLocked(person.id),
  ]);
  const lock = await signInLock([staffSignInName(person.email)], person.password_changed_at);
  return {
    id: person.id,
    name: `${person.first_name} ${person.last_name}`,
    locked: lock ? lockedText(lock) : codesLocked ? signInHelpLabels.codesLocked : null,
    facts: [
      ["Email", person.email],
      ["Role", platformRoleName[person.role]],
      ["Company", person.company || "None given"],
      ["Second factor", secondFactor ? "On" : "Off"],
      ["Last sign-in", person.last_sign_in_at ? formatMoment(person.last_sign_in_at, "UTC") : "Never"],
      ["Account made by", person.created_by],
    ] as [string, string][],
    sessions: sessions.map((session) => shownSession(session, "UTC")),
  };
});

export default function Colleague() {
  const { id, name, locked, facts, sessions } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={name}
      lead={<a href="/admin/staff">All staff</a>}
      actions={
        <ButtonLink href={href("/admin/staff/:adminId/remove", { adminId: id })} look="quiet">
          Remove from the Staff
        </ButtonLink>
      }
    >
      {locked ? (
        <Notice tone="minor" title="The sign-in is locked">
          <p>{locked}</p>
        </Notice>
      ) : null}
      <Facts facts={facts} />
      <PostForm className="form form-wide">
        <Buttons>
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
      <p>
        A forgotten password: they ask for a link at <a href="/contact?forgot=admin">the reset page</a>. A
        lost phone: a recovery code signs in. With neither, remove them and invite them again.
      </p>
    </AdminPage>
  );
}
