import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import {
  adminPersonSchema,
  adminSecuritySchema,
  setupKeySchema,
} from "#app/domain/control/platform/admin-forms.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { newAdminProblem } from "#app/domain/control/platform/new-admin.server.ts";
import type { PlatformRole } from "#app/domain/control/platform/roles.ts";
import { mayTrySetupKey, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { type AdminPerson, isSetupKey, registerAdmin } from "#app/journeys/platform/register-admin.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { forgetProgress, keepProgress, type SetupProgress } from "./setup-progress.server.ts";

/** Step 1: the setup key. Its tries are counted before it is compared. */
export async function takeKey(ctx: PublicContext, request: Request) {
  const reading = await readForm(request, setupKeySchema, { hide: ["setupKey"] });
  if (!reading.ok) return reading.answer;
  if (!(await mayTrySetupKey(ctx.client.ip))) {
    ctx.note(THROTTLED);
    return reading.refuse({ "": adminLabels.tooManyKeys }, 429);
  }
  if (!isSetupKey(reading.value.setupKey)) {
    ctx.note({ event: "refused", reason: "setup key" });
    return reading.refuse({ setupKey: adminLabels.wrongSetupKey });
  }
  return goTo("2", await keepProgress({ keyed: true, at: now().getTime() }));
}

/** Step 2: who it is. */
export async function takePerson(request: Request, progress: SetupProgress) {
  const reading = await readForm(request, adminPersonSchema);
  if (!reading.ok) return reading.answer;
  return goTo("3", await keepProgress({ ...progress, person: reading.value }));
}

/** Step 3: password and role, and then the account. */
export async function takeSecurity(ctx: PublicContext, request: Request, person: AdminPerson) {
  const reading = await readForm(request, adminSecuritySchema, { hide: ["password", "confirmPassword"] });
  if (!reading.ok) return reading.answer;
  const problem = newAdminProblem(reading.value);
  if (problem) return reading.refuse(problem);
  const { password, role } = reading.value;
  return orTooBusy(async () => {
    const fields = { ...person, role: role as PlatformRole, password };
    const made = await registerAdmin(ctx.control, fields, "setup key");
    if (!made.ok) {
      ctx.note({ event: "refused", reason: made.problem });
      return reading.refuse({ "": adminLabels.registrationFailed });
    }
    ctx.note({ event: "staff registered", staff: made.id, role });
    return redirect("/admin/login?message=registration_success", {
      status: 303,
      headers: { "Set-Cookie": await forgetProgress() },
    });
  }, reading.refuse);
}

const goTo = (step: "2" | "3", cookie: string) =>
  redirect(href("/admin/register", { step }), { status: 303, headers: { "Set-Cookie": cookie } });
