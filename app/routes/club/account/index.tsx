import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { versionBy } from "#app/auth/form.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { accountsOf } from "#app/auth/session.server.ts";
import { ownAccountFields } from "#app/domain/control/accounts/fields.ts";
import { endedLabel, ownAccountLabels } from "#app/domain/control/accounts/labels.ts";
import {
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
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { shownToken } from "#app/routes/account/api-tokens.tsx";
import { shownSession } from "#app/routes/account/sessions-table.tsx";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { AccountPage } from "./account-page.tsx";

export const meta = () => title("Your Account");

/** Everybody's own account; it is one for all clubs (product.md#own-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club } = await requireClubUser(args, "club.see");
  const accounts = await accountsOf(control, session);
  const [account, sessions, tokens] = await Promise.all([
    readOwnAccount(control, session.accountId),
    ownSessions(control, accounts, session.tokenHash),
    ownTokens(control, accounts, now()),
  ]);
  return json({
    account,
    version: ownAccountVersion(account),
    sessions: sessions.map((session) => shownSession(session, club.timezone)),
    tokens: tokens.map((token) => shownToken(token, club.timezone)),
  });
}

type Context = Awaited<ReturnType<typeof requireClubUser>>;

/** What the page's forms ask for, by their intent. */
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

export default function OwnAccount() {
  const { account, version, sessions, tokens } = useLoaderData<typeof loader>();
  return <AccountPage account={account} version={version} sessions={sessions} tokens={tokens} />;
}
