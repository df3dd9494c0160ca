import { redirect } from "@remix-run/node";
import { z } from "zod";
import { endAdminSession } from "#app/auth/admin-session.server.ts";
import { adminSetupCookie } from "#app/auth/cookies.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  adminDraftSchema,
  adminPersonSchema,
  adminSecuritySchema,
  setupKeySchema,
} from "#app/domain/control/platform/admin-forms.server.ts";
import { findPlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import {
  type AdminPerson,
  isSetupKey,
  newAdminProblem,
  registerAdmin,
} from "#app/domain/control/platform/register-admin.server.ts";
import { mayTrySetupKey, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { postedForm, readFields, readForm } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import type { PlatformRole } from "#app/permissions/platform-roles.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/** Takes step 1, the setup key. Attempts are counted before it is compared. */
export async function takeKey(ctx: PublicContext, request: Request, progress: SetupProgress | null) {
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
  const begun = { personDone: false, role: "", terms: false, ...progress };
  return goTo("2", { ...begun, keyed: true, at: now().getTime() });
}

/** Takes step 2, the person. Back keeps the typed values, valid or not. */
export async function takePerson(ctx: PublicContext, request: Request, progress: SetupProgress) {
  const posted = await postedForm(request);
  if (posted.get("do") === "back") {
    const draft = readFields(posted, adminDraftSchema);
    if (!draft.ok) return draft.answer;
    const { firstName, lastName, email, company } = draft.value;
    const person = { firstName, lastName, email, company };
    return goTo("1", { ...progress, person, personDone: false });
  }
  const reading = readFields(posted, adminPersonSchema);
  if (!reading.ok) return reading.answer;
  if (await findPlatformAdmin(ctx.control, reading.value.email))
    return reading.refuse({ email: adminLabels.emailTaken });
  return goTo("3", { ...progress, person: reading.value, personDone: true });
}

/** Takes step 3, password and role, and creates the account. Back keeps all but the password. */
export async function takeSecurity(
  ctx: PublicContext,
  request: Request,
  progress: SetupProgress & { person: AdminPerson },
) {
  const posted = await postedForm(request);
  if (posted.get("do") === "back") {
    const draft = readFields(posted, adminDraftSchema);
    if (!draft.ok) return draft.answer;
    return goTo("2", { ...progress, role: draft.value.role, terms: draft.value.terms });
  }
  const reading = readFields(posted, adminSecuritySchema, { hide: ["password", "confirmPassword"] });
  if (!reading.ok) return reading.answer;
  const problem = newAdminProblem(reading.value);
  if (problem) return reading.refuse(problem);
  const { password, role } = reading.value;
  return orTooBusy(async () => {
    const fields = { ...progress.person, role: role as PlatformRole, password };
    const made = await registerAdmin(ctx.control, fields, "setup key");
    if (!made.ok) {
      ctx.note({ event: "refused", reason: made.problem });
      return reading.refuse({ "": adminLabels.registrationFailed });
    }
    ctx.note({ event: "staff registered", staff: made.id, role });
    const headers = new Headers({ "Set-Cookie": await forgetProgress() });
    // Otherwise the sign-in page would continue as the previous user.
    headers.append("Set-Cookie", await endAdminSession(ctx.control, request));
    return redirect("/admin/login?message=registration_success", { status: 303, headers });
  }, reading.refuse);
}

const goTo = async (step: "1" | "2" | "3", progress: SetupProgress) =>
  redirect(href("/admin/register", { step }), {
    status: 303,
    headers: { "Set-Cookie": await keepProgress(progress) },
  });

const progressSchema = z.object({
  /** Set once the setup key was right. */
  keyed: z.literal(true),
  /** As typed; valid once `personDone`. */
  person: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      company: z.string(),
    })
    .optional(),
  personDone: z.boolean().default(false),
  /** Values of the last step, if it was left by Back. A password is never kept. */
  role: z.string().default(""),
  terms: z.boolean().default(false),
  /** Time at which the key was typed, in milliseconds: the browser controls a cookie's own age. */
  at: z.number(),
});

type SetupProgress = z.infer<typeof progressSchema>;
const MOST_MS = 30 * MINUTE_MS;

/** Reads this browser's progress; null without the setup key, and half an hour after it. */
export async function readProgress(request: Request, at: Date): Promise<SetupProgress | null> {
  const parsed = progressSchema.safeParse(await adminSetupCookie.parse(request.headers.get("Cookie")));
  if (!parsed.success) return null;
  const age = at.getTime() - parsed.data.at;
  return age >= 0 && age <= MOST_MS ? parsed.data : null;
}

const keepProgress = (progress: SetupProgress): Promise<string> => adminSetupCookie.serialize(progress);
const forgetProgress = (): Promise<string> => adminSetupCookie.serialize("", { maxAge: 0 });
