import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { helpColleagueSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminSessionsOf } from "#app/domain/control/platform/admin-sessions.server.ts";
import { platformAdminById } from "#app/domain/control/platform/admins.server.ts";
import {
  changeColleagueRole,
  endColleagueSessions,
  unlockColleague,
} from "#app/domain/control/platform/help-staff.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { hasTotp } from "#app/domain/control/platform/totp.server.ts";
import { adminCodesLocked } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { lockedText, sessionsEndedText, signInHelpLabels } from "#app/domain/control/sign-in/help-labels.ts";
import { signInLock } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { staffSignInName } from "#app/domain/values/sign-in-name.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { platformRoleChoices, platformRoleName } from "#app/permissions/platform-roles.ts";
import { HelpSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Staff");

/** Shows a colleague: how they sign in, and their sessions (product/platform-staff.md#platform-staff). */
const form = staffForm({
  may: "manage_users",
  schema: helpColleagueSchema,
  find: ({ control }, { adminId = "" }) => platformAdminById(control, adminId),
  change: async ({ ctx: { control, admin }, found: person, value: { intent, session, role, was } }) => {
    if (intent === "role") {
      const changed = await changeColleagueRole(control, person, { role, was }, admin);
      return changed.ok
        ? { text: `${person.first_name} ${person.last_name} is ${platformRoleName[role]} now.` }
        : changed;
    }
    if (intent === "unlock") {
      const unlocked = await unlockColleague(control, person, admin.id);
      return unlocked ? { text: signInHelpLabels.unlocked } : ({ ok: false, problem: "too-often" } as const);
    }
    const ended = await endColleagueSessions(control, person, session ? { id: session } : "all", admin);
    return { text: sessionsEndedText(ended) };
  },
  problems: ({ problem }, { refuse }) => {
    if (problem === "too-often") return refuse({ "": signInHelpLabels.unlockedTooOften }, 429);
    if (problem === "self") return ["/admin/account", adminLabels.ownRole, "bad"];
    return refuse({ role: problem === "changed" ? adminLabels.roleChanged : adminLabels.lastSuperAdminRole });
  },
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
    firstName: person.first_name,
    locked: lock ? lockedText(lock) : codesLocked ? signInHelpLabels.codesLocked : null,
    role: person.role,
    secondFactor,
    facts: [
      ["Email", person.email],
      ["Company", person.company || "None given"],
      ["Second factor", secondFactor ? "On" : "Off"],
      ["Last sign-in", person.last_sign_in_at ? formatMoment(person.last_sign_in_at, "UTC") : "Never"],
      ["Account made by", person.created_by],
    ] as [string, string][],
    sessions: sessions.map((session) => shownSession(session, "UTC")),
  };
});

export default function Colleague() {
  const { id, name, firstName, role, secondFactor, locked, facts, sessions } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={name}
      lead={
        <>
          {platformRoleName[role]} · <a href="/admin/staff">All staff</a>
        </>
      }
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
      <h2>Role</h2>
      <PostForm>
        <Hidden name="intent" value="role" />
        <Hidden name="was" value={role} />
        <RadioField
          name="role"
          label={`What ${firstName} may do`}
          hint={`${firstName} is signed out everywhere and reads the new role by email`}
          choices={platformRoleChoices}
          value={role}
          required
        />
        <Buttons>
          <SubmitButton look="secondary">Change the Role</SubmitButton>
        </Buttons>
      </PostForm>
      <h2>Signing in</h2>
      <ul>
        <li>
          A forgotten password: {firstName} asks for a link at{" "}
          <a href="/contact?forgot=admin">the reset page</a>.
        </li>
        {secondFactor ? (
          <li>
            A lost phone: a recovery code signs in. With neither, you{" "}
            <a href={href("/admin/staff/:adminId/lost-phone", { adminId: id })}>remove the authenticator</a>.
          </li>
        ) : null}
      </ul>
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
        <h3>Where {firstName} is signed in</h3>
        <HelpSessions sessions={sessions} />
      </PostForm>
    </AdminPage>
  );
}
