import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { mustSetUpSecondFactor } from "#app/auth/admin-session.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { endSessionsSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { staffTokensOf } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { ownAdminSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { adminSessionsOf } from "#app/domain/control/platform/admin-sessions.server.ts";
import { ownAdminFields } from "#app/domain/control/platform/fields.ts";
import {
  endOwnAdminSessions,
  endOwnAdminToken,
  ownAdminVersion,
  readOwnAdmin,
  saveAdmin,
} from "#app/domain/control/platform/own-admin.server.ts";
import { recoveryCodesLeft } from "#app/domain/control/platform/second-factor.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { shownToken } from "#app/routes/account/api-tokens.tsx";
import { shownSession } from "#app/routes/account/sessions-table.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { AdminAccountPage } from "./account-page.tsx";

export const meta = () => title("Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const [own, left, sessions, tokens] = await Promise.all([
    readOwnAdmin(control, admin.id),
    recoveryCodesLeft(control, admin.id),
    adminSessionsOf(control, admin.id, admin.tokenHash),
    staffTokensOf(control, admin.id, now()),
  ]);
  return json({
    own,
    version: ownAdminVersion(own),
    email: admin.email,
    role: platformRoleName[admin.role],
    secondFactor: Boolean(admin.secondFactor),
    required: mustSetUpSecondFactor(admin),
    left,
    sessions: sessions.map((session) => shownSession(session, "UTC")),
    tokens: tokens.map((token) => shownToken(token, "UTC")),
  });
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

export default function AdminAccount() {
  return <AdminAccountPage {...useLoaderData<typeof loader>()} reply={useActionData<FormReply>()} />;
}
