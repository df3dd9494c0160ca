import { adminLabels } from "#app/domain/control/platform/labels.ts";
import {
  isSetupKey,
  newAdminProblem,
  registerAdmin,
  setupIsOpen,
} from "#app/domain/control/platform/register-admin.server.ts";
import { mayTrySetupKey } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { answer } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";
import { HOUR, jsonCall, onlyPost, tooMany } from "./call.server.ts";
import { adminRegister } from "./schemas.server.ts";

export const loader = onlyPost;

/**
 * Registers the first administrators with the setup key, by the rules of the three steps
 * (product/platform-staff.md#platform-staff).
 */
export const action = jsonCall(adminRegister, async (ctx, body) => {
  if (!(await setupIsOpen(ctx.control))) return problem(404, "not-found", "Not found");
  if (!(await mayTrySetupKey(ctx.client.ip))) return tooMany(ctx, adminLabels.tooManyKeys, HOUR);
  const { setupKey, ...person } = body;
  if (!isSetupKey(setupKey)) {
    ctx.note({ event: "refused", reason: "setup key" });
    return refuse({ setupKey: adminLabels.wrongSetupKey });
  }
  // The call's documentation takes the place of the form's second password and its box.
  const wrong = newAdminProblem({ ...body, confirmPassword: body.password, terms: true });
  if (wrong) return refuse(wrong);
  const made = await registerAdmin(ctx.control, person, "setup key");
  if (!made.ok) {
    ctx.note({ event: "refused", reason: made.problem });
    return problem(409, "not-allowed", adminLabels.registrationFailed);
  }
  ctx.note({ event: "staff registered", staff: made.id, role: body.role });
  const name = `${body.firstName} ${body.lastName}`;
  return answer({ user: { name, email: body.email, role: body.role } }, 201);
});

const refuse = (errors: Record<string, string>) =>
  problem(422, "invalid-fields", Object.values(errors)[0] ?? "", { errors });
