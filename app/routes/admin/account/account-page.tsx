import { ownAdminFields } from "#app/domain/control/platform/fields.ts";
import { recoveryCodesLeftText } from "#app/domain/control/platform/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ApiTokens, type ShownToken } from "#app/routes/account/api-tokens.tsx";
import { OwnSessions, type ShownSession } from "#app/routes/account/sessions-table.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";

interface Props {
  own: { firstName: string; lastName: string; company: string };
  version: string;
  email: string;
  role: string;
  secondFactor: boolean;
  /** Nothing else opens before the second factor is set up. */
  required: boolean;
  /** Recovery codes. */
  left: number;
  sessions: readonly ShownSession[];
  tokens: readonly ShownToken[];
  reply?: FormReply;
}

/** An administrator's own account: who they are, how they sign in, and where they are signed in. */
export function AdminAccountPage(props: Props) {
  return (
    <AdminPage title="Settings" lead="Your own account: how you sign in, and where you are signed in.">
      {props.required ? (
        <Notice tone="bad" title="Set up your authenticator first">
          <p>
            Who handles clubs and their payments signs in with a second factor. Everything else opens once it
            is set up.
          </p>
        </Notice>
      ) : null}
      <Card title="About you">
        <AboutYou {...props} />
      </Card>
      <Card title="Signing in">
        <Facts
          facts={[
            ["Email", props.email],
            ["Role", props.role],
          ]}
        />
        <Buttons>
          <ButtonLink href="/admin/account/password">Change Password</ButtonLink>
        </Buttons>
      </Card>
      <Card title="Authenticator">
        <Authenticator {...props} />
      </Card>
      <h2>Where you are signed in</h2>
      <OwnSessions sessions={props.sessions} several={props.sessions.length > 1} of="staff" />
      <ApiTokens tokens={props.tokens} />
    </AdminPage>
  );
}

const inputs = inputsOf(ownAdminFields);

function AboutYou({ own, version, reply }: Props) {
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

function Authenticator({ secondFactor, left }: Props) {
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
