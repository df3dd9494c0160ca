import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { versionBy } from "#app/auth/form.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { accountsOf } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { ownAccountFields } from "#app/domain/control/accounts/fields.ts";
import { endedLabel, ownAccountLabels } from "#app/domain/control/accounts/labels.ts";
import {
  type OwnAccount,
  ownAccountVersion,
  readOwnAccount,
  renameAccount,
  setLiteMode,
} from "#app/domain/control/accounts/own-account.server.ts";
import {
  endSessionsSchema,
  liteModeSchema,
  ownAccountSchema,
} from "#app/domain/control/accounts/own-account-form.server.ts";
import { endSessions, endToken, ownSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { ownTokens } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { ApiTokens, shownToken } from "#app/routes/account/api-tokens.tsx";
import { OwnSessions, shownSession } from "#app/routes/account/sessions-table.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ButtonForm, Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Your Account");

/** Loads the user's own account, which is one for all clubs (product/accounts.md#own-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club } = await requireClubUser(args, "club.see");
  const accounts = await accountsOf(control, session);
  const [account, sessions, tokens] = await Promise.all([
    readOwnAccount(control, session.accountId),
    ownSessions(control, accounts, session.tokenHash),
    ownTokens(control, accounts, now()),
  ]);
  return {
    account,
    version: ownAccountVersion(account),
    sessions: sessions.map((session) => shownSession(session, club.timezone)),
    tokens: tokens.map((token) => shownToken(token, club.timezone)),
  };
}

type Context = Awaited<ReturnType<typeof requireClubUser>>;

/** Handler of each form of the page, by intent. */
const intents: ReadonlyMap<unknown, (ctx: Context, posted: FormData) => Promise<Response>> = new Map([
  ["save", saveName],
  ["lite", switchLite],
]);

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const posted = await postedForm(args.request);
  return (intents.get(posted.get("intent")) ?? endOpen)(ctx, posted);
}

async function saveName({ control, session }: Context, posted: FormData) {
  const reading = readFields(posted, ownAccountSchema);
  if (!reading.ok) return reading.answer;
  const { intent: _, ...fields } = reading.value;
  const saved = await renameAccount(control, session.accountId, fields);
  if (saved.ok) return redirectWith("/account", "Saved.");
  if (saved.problem === "clubs") return redirectWith("/account", ownAccountLabels.clubs, "bad");
  return reading.refuseStale(staleAccount(saved.stored, fields));
}

const staleAccount = versionBy(ownAccountVersion, ownAccountFields);

async function switchLite({ control, session }: Context, posted: FormData) {
  const reading = readFields(posted, liteModeSchema);
  if (!reading.ok) return reading.answer;
  const on = reading.value.lite === "on";
  await setLiteMode(control, session.accountId, on, nowIso());
  return redirectWith("/account", `Lite mode is ${on ? "on" : "off"}.`);
}

async function endOpen({ control, session, note }: Context, posted: FormData) {
  const reading = readFields(posted, endSessionsSchema);
  if (!reading.ok) return reading.answer;
  const { intent, session: id, token } = reading.value;
  const accounts = await accountsOf(control, session);
  if (intent === "end-token") {
    const had = await endToken(control, accounts, token);
    note({ event: "token ended" });
    return redirectWith("/account", had ? "Token ended." : "That token had ended.");
  }
  const which = intent === "end" ? { id } : { allBut: session.tokenHash };
  const ended = await endSessions(control, accounts, which);
  note({ event: "sessions ended", ended: ended.sessions, tokens: ended.tokens });
  return redirectWith("/account", endedLabel(ended));
}

const inputs = inputsOf(ownAccountFields);

export default function Account() {
  const { account, version, sessions, tokens } = useLoaderData<typeof loader>();
  const ofClub = account.kind === "club";
  return (
    <ClubPage
      title={ofClub ? "The Club's Sign-In" : "Your Account"}
      lead={
        ofClub
          ? "You are signed in with the club code: this sign-in is the club's, no matter who uses it."
          : "Who you are, how you sign in, and what is kept of you. It is one account for all your clubs."
      }
    >
      {ofClub ? null : <AboutYou account={account} version={version} />}
      <SigningIn email={account.email} />
      <h2>Where you are signed in</h2>
      <OwnSessions sessions={sessions} several={sessions.length + tokens.length > 1} of="club" />
      <ApiTokens tokens={tokens} />
      <LiteModeCard on={account.lite_since !== null} />
      {ofClub ? null : <YourData />}
    </ClubPage>
  );
}

function AboutYou(props: { account: OwnAccount; version: string }) {
  const { account, version } = props;
  return (
    <Card title="About you">
      <PostForm>
        <Hidden name="intent" value="save" />
        <Version value={version} />
        <TextField {...inputs.name} value={account.name} autoComplete="name" />
        <TextField {...inputs.phone} type="tel" value={account.phone} autoComplete="tel" />
        <Buttons>
          <SubmitButton>Save</SubmitButton>
        </Buttons>
      </PostForm>
    </Card>
  );
}

/** @param email null for the club's own account */
function SigningIn({ email }: { email: string | null }) {
  return (
    <Card title="Signing in">
      {email ? (
        <Facts facts={[["Email", email]]} />
      ) : (
        <p>
          Its name and email are the club's, under <a href={href("/club/settings")}>Club Settings</a>. Better
          than sharing a password: invite each administrator by email, then everybody has an account of their
          own.
        </p>
      )}
      <Buttons>
        <ButtonLink href={href("/account/password")}>Change Password</ButtonLink>
        <ButtonLink href={href("/account/email")}>Change Email</ButtonLink>
        <ButtonLink href={href("/account/passkeys")}>Passkeys</ButtonLink>
        <ButtonLink href={href("/notifications")} look="quiet">
          Notifications
        </ButtonLink>
      </Buttons>
    </Card>
  );
}

function YourData() {
  return (
    <Card title="Your data">
      <p>Take everything kept of you along as a file, or leave for good.</p>
      <Buttons>
        <ButtonLink href={href("/account/copy")}>Get a Copy</ButtonLink>
        <ButtonLink href={href("/account/delete")} look="quiet">
          Delete Account
        </ButtonLink>
      </Buttons>
    </Card>
  );
}

function LiteModeCard({ on }: { on: boolean }) {
  return (
    <Card title="Lite mode">
      <p>
        {on
          ? "Lite mode is on: every page comes without scripts, on all your devices. Everything works as before."
          : "For a slow phone or an old browser: the same pages without scripts, on all your devices. A browser that saves data gets them by itself."}
      </p>
      <ButtonForm className="inline-form">
        <Hidden name="intent" value="lite" />
        <Hidden name="lite" value={on ? "off" : "on"} />
        <SubmitButton look="secondary">{on ? "Turn Lite Mode Off" : "Turn Lite Mode On"}</SubmitButton>
      </ButtonForm>
    </Card>
  );
}
