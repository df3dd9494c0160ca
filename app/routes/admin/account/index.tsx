import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mustSetUpSecondFactor, requireStaff } from "#app/auth/admin-guard.server.ts";
import { recoveryCodesLeft } from "#app/domain/control/platform/recovery-codes.server.ts";
import { platformRoleName } from "#app/domain/control/platform/roles.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  return json({
    name: `${admin.firstName} ${admin.lastName}`,
    email: admin.email,
    role: platformRoleName[admin.role],
    secondFactor: Boolean(admin.secondFactor),
    required: mustSetUpSecondFactor(admin),
    left: await recoveryCodesLeft(control, admin.id),
  });
}

export default function AdminAccount() {
  const { name, email, role, secondFactor, required, left } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Settings" lead="Your own account." width="text">
      {required ? (
        <Notice tone="bad" title="Set up your authenticator first">
          <p>Super admins sign in with a second factor. Everything else opens once it is set up.</p>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ["Name", name],
          ["Email", email],
          ["Role", role],
        ]}
      />
      <Card title="Authenticator">
        {secondFactor ? (
          <>
            <p>
              Signing in asks for the code of your authenticator app.{" "}
              {left === 0
                ? "You have no recovery codes left: get new ones, before you lose your phone."
                : `You have ${left} recovery ${left === 1 ? "code" : "codes"} left.`}
            </p>
            <Buttons>
              <ButtonLink href="/admin/account/recovery-codes">New Recovery Codes</ButtonLink>
              <ButtonLink href="/admin/account/authenticator/off" look="quiet">
                Switch It Off
              </ButtonLink>
            </Buttons>
          </>
        ) : (
          <>
            <p>A code from your phone, beside the password: a stolen password alone opens nothing.</p>
            <Buttons>
              <ButtonLink href="/admin/account/authenticator" look="primary">
                Set Up an Authenticator
              </ButtonLink>
            </Buttons>
          </>
        )}
      </Card>
    </AdminPage>
  );
}
