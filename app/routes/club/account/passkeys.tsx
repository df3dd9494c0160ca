import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { passkeysPossible } from "#app/domain/control/passkeys/device-answer.server.ts";
import {
  removePasskeySchema,
  removePasskeysSchema,
  startPasskeySchema,
} from "#app/domain/control/passkeys/forms.server.ts";
import { passkeyLabels } from "#app/domain/control/passkeys/labels.ts";
import {
  dropPasskey,
  dropPasskeys,
  MOST_PASSKEYS,
  passkeysOf,
  startPasskey,
} from "#app/domain/control/passkeys/passkeys.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { title } from "#app/ui/title.ts";
import { PasskeysPage, RemovePasskeys } from "./passkeys-page.tsx";

export const handle = { passwords: true };

export const meta = () => title("Passkeys");

/** The user's passkeys (product.md#passkeys). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club, client } = await requireClubUser(args, "club.see");
  const passkeys = await passkeysOf(control, session.accountId);
  const asked = new URL(args.request.url).searchParams;
  return json({
    remove: toRemove(asked.get("remove"), passkeys),
    possible: passkeysPossible(),
    full: passkeys.length >= MOST_PASSKEYS,
    device: deviceName(client.userAgent),
    afterReset: asked.get("after") === "reset",
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      since: formatMoment(created_at, club.timezone),
      used: last_used_at ? formatMoment(last_used_at, club.timezone) : "not yet",
    })),
  });
}

/** Which of them the page asks about: one, or all (`name` is null); null where there is nothing to ask about. */
function toRemove(asked: string | null, passkeys: readonly { id: string; name: string }[]) {
  if (asked === "all") return passkeys.length > 0 ? { id: "", name: null } : null;
  const one = passkeys.find(({ id }) => id === asked);
  return one ? { id: one.id, name: one.name } : null;
}

/** Asks for the password before one is made, or removes one or all. */
export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireClubUser(args, "club.see");
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "remove") {
    const reading = readFields(posted, removePasskeySchema);
    if (!reading.ok) return reading.answer;
    const name = await dropPasskey(control, session.accountId, reading.value.passkey);
    note({ event: "passkey removed", done: name !== null });
    return redirectWith(
      href("/account/passkeys"),
      name === null
        ? "That passkey was gone already."
        : `'${name}' no longer signs in. Delete it on the device as well.`,
    );
  }
  if (posted.get("intent") === "remove-all") {
    const reading = readFields(posted, removePasskeysSchema);
    if (!reading.ok) return reading.answer;
    const removed = await dropPasskeys(control, session.accountId);
    note({ event: "passkeys removed", removed });
    return redirectWith(
      href("/account/passkeys"),
      removed === 0
        ? "Your passkeys were gone already."
        : `${pluralize(removed, "passkey")} removed. Only your password signs in now.`,
    );
  }
  const reading = readFields(posted, startPasskeySchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  return orTooBusy(async () => {
    const started = await startPasskey(control, session.accountId, value.current);
    if (started.ok)
      return redirect(href("/account/passkeys/new", { challenge: started.challenge, name: value.name }), 303);
    const at = started.problem === "wrong" ? "current" : "";
    return refuse({ [at]: passkeyLabels[started.problem] }, started.problem === "locked" ? 429 : 422);
  }, refuse);
}

export default function Passkeys() {
  const { remove, ...page } = useLoaderData<typeof loader>();
  return remove ? <RemovePasskeys {...remove} /> : <PasskeysPage {...page} />;
}
