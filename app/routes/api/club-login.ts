import { signInForToken } from "#app/auth/api-sign-in.server.ts";
import { openLinkedClub } from "#app/auth/guards.server.ts";
import { roleOfAccount } from "#app/domain/club/staff/team-staff.server.ts";
import { signInLabels } from "#app/domain/control/sign-in/labels.ts";
import { answer } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";
import { jsonCall, onlyPost, QUARTER_HOUR, tooMany } from "./call.server.ts";
import { clubLogin } from "./schemas.server.ts";

const WRONG = "Invalid club code or password. Please check your credentials.";

export const loader = onlyPost;

/**
 * Makes a token for a club's program, by the rules and the counters of the sign-in form (product/api.md#json-calls).
 */
export const action = jsonCall(clubLogin, async (ctx, { clubCode, password, club }, args) => {
  const result = await signInForToken(ctx, args.request, { identifier: clubCode, password, club });
  if (!result.ok) {
    if (result.problem === "choose-club") {
      const clubs = new Map(
        result.places.map(({ code, name }) => [code, { code: code.toUpperCase(), name }]),
      );
      const also = { clubs: [...clubs.values()] };
      return problem(409, "choose-club", "Send club: the code of the club that the token is for.", { also });
    }
    if (result.problem === "locked") return tooMany(ctx, signInLabels.locked, QUARTER_HOUR);
    if (result.problem === "no-club") return problem(403, "not-allowed", "This account belongs to no club.");
    return problem(401, "wrong-credentials", WRONG);
  }
  const { token, expiresAt, place, name, email } = result;
  const role =
    place.role === "club_admin"
      ? "club_admin"
      : await roleOfAccount(
          await openLinkedClub(args, ctx, { clubCode: place.code, clubColor: null }),
          place.accountId,
        );
  const user = { name, email, role, clubCode: place.code.toUpperCase(), clubName: place.name };
  return answer({ token, tokenType: "Bearer", expiresAt, user });
});
