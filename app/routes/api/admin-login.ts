import { signInStaffForToken } from "#app/auth/api-sign-in.server.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { answer } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";
import { jsonCall, onlyPost, QUARTER_HOUR, tooMany } from "./call.server.ts";
import { adminLogin } from "./schemas.server.ts";

const CODE_NEEDED =
  "This account has a second factor. Send code, the six digits of its authenticator, or recoveryCode with the password.";
const SET_UP_FIRST = "Sign in on the website and set up an authenticator first.";

export const loader = onlyPost;

/** Makes a token for a program of the platform's staff; never from the password alone if there is a second factor. */
export const action = jsonCall(adminLogin, async (ctx, { code, recoveryCode, ...form }) => {
  const typed = recoveryCode
    ? ({ kind: "recovery", code: recoveryCode } as const)
    : code
      ? ({ kind: "authenticator", code } as const)
      : null;
  const result = await signInStaffForToken(ctx, form, typed);
  if (result.ok) {
    const { admin, token, expiresAt } = result;
    const user = { name: `${admin.first_name} ${admin.last_name}`, email: admin.email, role: admin.role };
    return answer({ token, tokenType: "Bearer", expiresAt, user });
  }
  switch (result.problem) {
    case "wrong":
      return problem(401, "wrong-credentials", adminLabels.wrong);
    case "locked":
      return tooMany(ctx, adminLabels.locked, QUARTER_HOUR);
    case "codes-locked":
      return tooMany(ctx, adminLabels.codesLocked, QUARTER_HOUR);
    case "code-needed":
      return problem(401, "second-factor", CODE_NEEDED);
    case "set-up-first":
      return problem(403, "not-allowed", SET_UP_FIRST);
    case "wrong-code": {
      const field = recoveryCode ? "recoveryCode" : "code";
      const words = recoveryCode ? adminLabels.wrongRecoveryCode : adminLabels.wrongCode;
      return problem(401, "second-factor", words, { errors: { [field]: words } });
    }
  }
});
