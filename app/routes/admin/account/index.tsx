import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { mustSetUpSecondFactor } from "#app/auth/admin-session.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { endSessionsSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { staffTokensOf } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { ownAdminSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminSessionsOf } from "#app/domain/control/platform/admin-sessions.server.ts";
import { ownAdminFields } from "#app/domain/control/platform/fields.ts";
import { recoveryCodesLeftText } from "#app/domain/control/platform/labels.ts";
import {
  endOwnAdminSessions,
  endOwnAdminToken,
  ownAdminVersion,
  readOwnAdmin,
  saveAdmin,
} from "#app/domain/control/platform/own-admin.server.ts";
import { recoveryCodesLeft } from "#app/domain/control/platform/second-factor.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { ApiTokens, shownToken } from "#app/routes/account/api-tokens.tsx";
import { OwnSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const [own, left, sessions, tokens] = await Promise.all([
    readOwnAdmin(control, admin.id),
    recoveryCodesLeft(control, admin.id),
    adminSessionsOf(control, admin.id, admin.tokenHash),
    staffTokensOf(control, admin.id, now()),
  ]);
  return {
    own,
    version: ownAdminVersion(own),
    email: admin.email,
    role: platformRoleName[admin.role],
    secondFactor: Boolean(admin.secondFactor),
    required: mustSetUpSecondFactor(admin),
    left,
    sessions: sessions.map((session) => shownSession(session, "UTC")),
    tokens: tokens.map((token) => shownToken(token, "UTC")),
  };
}

/** Saves name and company, or ends sessions and tokens. */
export async function action(args: ActionFunctionArgs) {
  const { control, admin, note } = await requireStaff(args);
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "save") {
    const reading = readFields(posted, ownAdminSchema);
    if (!reading.ok) return reading.answer;
    const { intent: _, ...fields } = reading.value;
    const saved = await saveAdmin(control, admin.id, fields);
    if (saved.ok) return redirectWith("/admin/account", "Saved.");
    const { version: __, ...typed } = fields;
    return reading.refuseStale({
      version: ownAdminVersion(saved.stored),
      differences: differencesOf(typed, saved.stored, ownAdminFields),
    });
  }
  const reading = readFields(posted, endSessionsSchema);
  if (!reading.ok) return reading.answer;
  const { intent, session: id, token } = reading.value;
  if (intent === "end-token") {
    const had = await endOwnAdminToken(control, admin.id, token);
    note({ event: "token ended" });
    return redirectWith("/admin/account", had ? "Token ended." : "That token had ended.");
  }
  const which = intent === "end" ? { id } : { allBut: admin.tokenHash };
  const ended = await endOwnAdminSessions(control, admin.id, which);
  note({ event: "sessions ended", ended });
  return redirectWith(
    "/admin/account",
    ended === 0 ? "That session had ended." : `${pluralize(ended, "session")} ended.`,
  );
}

/** Shows an administrator's own account: name, ways to sign in, and sessions. */
export default function AdminAccount() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <AdminPage title="Settings" lead="Your own account: how you sign in, and where you are signed in.">
      {data.required ? (
        <Notice tone="bad" title="Set up your authenticator first">
          <p>
            Who handles clubs and their payments signs in with a second factor. Everything else opens once it
            is set up.
          </p>
        </Notice>
      ) : null}
      <Card title="About you">
        <AboutYou own={data.own} version={data.version} reply={reply} />
      </Card>
      <Card title="Signing in">
        <Facts
          facts={[
            ["Email", data.email],
            ["Role", data.role],
          ]}
        />
        <Buttons>
          <ButtonLink href="/admin/account/password">Change Password</ButtonLink>
        </Buttons>
      </Card>
      <Card title="Authenticator">
        <Authenticator secondFactor={data.secondFactor} left={data.left} />
      </Card>
      <h2>Where you are signed in</h2>
      <OwnSessions sessions={data.sessions} several={data.sessions.length > 1} of="staff" />
      <ApiTokens tokens={data.tokens} />
    </AdminPage>
  );
}

const inputs = inputsOf(ownAdminFields);

interface AboutYouProps {
  own: { firstName: string; lastName: string; company: string };
  version: string;
  reply?: FormReply;
}

function AboutYou({ own, version, reply }: AboutYouProps) {
  return (
    <PostForm reply={reply}>
      <Hidden name="intent" value="save" />
      <Version value={version} />
      <TextField {...inputs.firstName} value={own.firstName} autoComplete="given-name" />
      <TextField {...inputs.lastName} value={own.lastName} autoComplete="family-name" />
      <TextField {...inputs.company} value={own.company} autoComplete="organization" />
      <Buttons>
        <SubmitButton>Save</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

/** @param props.left how many recovery codes are left */
function Authenticator({ secondFactor, left }: { secondFactor: boolean; left: number }) {
  if (!secondFactor)
    return (
      <>
        <p>A code from your phone, beside the password: a stolen password alone opens nothing.</p>
        <Buttons>
          <ButtonLink href="/admin/account/authenticator" look="primary">
            Set Up an Authenticator
          </ButtonLink>
        </Buttons>
      </>
    );
  return (
    <>
      <p>Signing in asks for the code of your authenticator app. {recoveryCodesLeftText(left)}</p>
      <p>A new phone, or the old one is lost? Switch the authenticator off and set it up again.</p>
      <Buttons>
        <ButtonLink href="/admin/account/recovery-codes">New Recovery Codes</ButtonLink>
        <ButtonLink href="/admin/account/authenticator/off" look="quiet">
          Replace or Switch Off
        </ButtonLink>
      </Buttons>
    </>
  );
}
