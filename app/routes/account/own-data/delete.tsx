import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { flashCookie } from "#app/auth/cookies.server.ts";
import { requireAccount } from "#app/auth/guards.server.ts";
import { endSession } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { deleteAccountSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { deleteOwnAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import { deletionLabels } from "#app/domain/control/own-data/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { whatDeletionTakes } from "#app/journeys/own-data/forget-in-clubs.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { title } from "#app/ui/title.ts";
import { ClubsOwnAccount } from "./clubs-own-account.tsx";
import { DeletePage } from "./delete-page.tsx";

export const handle = { passwords: true };
export const meta = () => title("Delete Your Account");

/** Says in numbers what goes and what stays (product.md#deleting-an-account). Also for who has no club. */
export async function loader(args: LoaderFunctionArgs) {
  const { platform, session } = await requireAccount(args);
  const back = session.clubCode ? href("/account") : href("/club/choose");
  const { email } = session;
  if (!email) return json({ back, taken: null });
  return json({ back, taken: await whatDeletionTakes(platform, { accountId: session.accountId, email }) });
}

export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireAccount(args);
  const reading = await readForm(args.request, deleteAccountSchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const deleted = await deleteOwnAccount(control, session.accountId, reading.value);
    if (!deleted.ok) {
      const label = deletionLabels[deleted.problem];
      if (deleted.problem === "locked") return reading.refuse({ "": label }, 429);
      return reading.refuse({ [deleted.problem === "wrong" ? "current" : ""]: label });
    }
    note({ event: "account deleted" });
    const headers = new Headers({ "Set-Cookie": await endSession(control, args.request) });
    const text = "Your account is deleted. An email confirms it.";
    headers.append("Set-Cookie", await flashCookie.serialize({ kind: "good", text }));
    return redirect(href("/club/login"), { status: 303, headers });
  }, reading.refuse);
}

export default function DeleteAccount() {
  const { back, taken } = useLoaderData<typeof loader>();
  if (!taken) return <ClubsOwnAccount title="Delete your account" back={back} />;
  return <DeletePage taken={taken} back={back} />;
}
