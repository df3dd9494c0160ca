import type { OwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ApiTokens, type ShownToken } from "#app/routes/account/api-tokens.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";

interface ShownSession {
  id: string;
  current: boolean;
  device: string;
  since: string;
  lastActive: string;
  ip: string;
}

export function AccountPage(props: {
  account: OwnAccount;
  version: string;
  sessions: readonly ShownSession[];
  tokens: readonly ShownToken[];
  reply?: FormReply;
}) {
  const { account, version, sessions, tokens, reply } = props;
  return (
    <ClubPage title="Your Account" lead="How you sign in, and where you are signed in.">
      <Card title="About you">
        <PostForm reply={reply}>
          <Hidden name="intent" value="save" />
          <Version value={version} />
          <TextField
            name="name"
            label="Name"
            value={account.name}
            autoComplete="name"
            maxLength={80}
            required
          />
          <TextField name="phone" label="Phone" type="tel" value={account.phone} autoComplete="tel" />
          <Buttons>
            <SubmitButton>Save</SubmitButton>
          </Buttons>
        </PostForm>
      </Card>
      <Card title="Signing in">
        <Facts
          facts={[
            [
              "Email",
              account.email ?? (
                <>
                  The club's, under <a href="/club/settings">Club Settings</a>
                </>
              ),
            ],
          ]}
        />
        <Buttons>
          <ButtonLink href="/account/password">Change Password</ButtonLink>
          <ButtonLink href="/account/email">Change Email</ButtonLink>
          <ButtonLink href="/notifications" look="quiet">
            Notifications
          </ButtonLink>
        </Buttons>
      </Card>
      <h2>Where you are signed in</h2>
      <DataTable
        caption="Where you are signed in"
        columns={[
          { name: "Device" },
          { name: "Since" },
          { name: "Last active" },
          { name: "Address" },
          { name: "End" },
        ]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            session.device,
            session.since,
            session.lastActive,
            session.ip,
            session.current ? (
              <Badge key="here" strong>
                This one
              </Badge>
            ) : (
              <PostForm key="end" className="inline-form">
                <Hidden name="intent" value="end" />
                <Hidden name="session" value={session.id} />
                <SubmitButton look="secondary">Sign Out</SubmitButton>
              </PostForm>
            ),
          ],
        }))}
      />
      {sessions.length + tokens.length > 1 ? (
        <PostForm className="inline-form">
          <Hidden name="intent" value="end-others" />
          <SubmitButton look="secondary">Sign Out Everywhere Else</SubmitButton>
        </PostForm>
      ) : null}
      <ApiTokens tokens={tokens} />
    </ClubPage>
  );
}
