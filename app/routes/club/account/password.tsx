import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { startOver } from "#app/auth/start-over.server.ts";
import { accountPasswords } from "#app/domain/control/accounts/own-password.server.ts";
import { submitPasswordChange } from "#app/routes/account/passwords/change-password.server.ts";
import { ChangePasswordForm } from "#app/routes/account/passwords/password-fields.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };

export const meta = () => title("Change Password");

export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.see");
  return null;
}

/** Changes the password of the user's account (product/accounts.md#own-account). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  return submitPasswordChange(ctx, args.request, {
    passwords: accountPasswords,
    id: ctx.session.accountId,
    startOver: (text) => startOver(ctx, "/account", text),
  });
}

export default function ChangePassword() {
  return (
    <ClubPage
      title="Change Password"
      lead="Every other device that is signed in is signed out."
      crumbs={[{ label: "Your Account", href: "/account" }, { label: "Change Password" }]}
    >
      <ChangePasswordForm back="/account" busy="Saving..." />
    </ClubPage>
  );
}
