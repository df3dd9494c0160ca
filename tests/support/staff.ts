import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import type { PlatformRole } from "#app/permissions/platform-roles.ts";
import type { World } from "./world.ts";

/** The password of the platform's staff in tests. */
export const STAFF_PASSWORD = "Sideline-Staff-9";

/** Validity of an authenticator's code. */
export const STEP_MS = 30_000;

/** Waits for the next step if little time is left: a code of the step before is refused once another step begins. */
async function untilStepIsYoung(neededMs: number): Promise<void> {
  const leftMs = STEP_MS - (Date.now() % STEP_MS);
  if (leftMs < neededMs) await setTimeout(leftMs);
}

/** Returns the Cookie header of an answer's cookies; cleared cookies are left out. */
export const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ");

/** Returns the new authenticator that a page shows to the owner of a session, and its form. */
export async function shownAuthenticator(
  world: World,
  cookie: string,
): Promise<{ totp: TOTP; token: string; page: string }> {
  const page = await (await world.ask("/admin/account/authenticator", { cookie })).text();
  const key = /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? "";
  return { totp: new TOTP({ secret: Secret.fromBase32(key) }), token, page };
}

/**
 * Confirms a shown authenticator by the code of the step before, so that the current code stays unused.
 * @returns the recovery codes
 */
export async function setUpAuthenticator(
  world: World,
  cookie: string,
  { totp, token }: { totp: TOTP; token: string },
): Promise<[string, ...string[]]> {
  // Twice if the step ended before a slow machine read the code.
  for (const _ of [1, 2]) {
    await untilStepIsYoung(2_000);
    const code = totp.generate({ timestamp: Date.now() - STEP_MS });
    const form = { password: STAFF_PASSWORD, token, code };
    const shown = await (await world.ask("/admin/account/authenticator", { cookie, form })).text();
    const [first, ...rest] = [...shown.matchAll(/<code>(\d-[\w-]+)<\/code>/g)].map(([, code = ""]) => code);
    if (first) return [first, ...rest];
  }
  throw new Error("The authenticator was not set up.");
}

/** Makes and signs in administrators of a world's platform, by the real pages. */
export function staffOf(world: World) {
  let number = 0;
  const signIn = (email: string, password = STAFF_PASSWORD, path = "/admin/login") =>
    world.ask(path, { form: { email, password } });

  async function staff(role: PlatformRole = "moderator") {
    const { registerAdmin } = await import("#app/domain/control/platform/register-admin.server.ts");
    number += 1;
    const email = `robin${number}@goodside.example`;
    const person = {
      firstName: "Robin",
      lastName: "Reyes",
      email,
      company: "",
      role,
      password: STAFF_PASSWORD,
    };
    const made = await registerAdmin(world.control, person, "command line");
    if (!made.ok) throw new Error(made.problem);
    return { id: made.id, email };
  }

  /** Creates a person whose authenticator is set up, with its recovery codes. The code that set it up is used. */
  async function withAuthenticator(role: PlatformRole = "moderator") {
    const { id, email } = await staff(role);
    const cookie = cookiesOf(await signIn(email));
    const { totp, token } = await shownAuthenticator(world, cookie);
    const codeAt = (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
    const codes = await setUpAuthenticator(world, cookie, { totp, token });
    return { id, email, cookie, codeAt, codes };
  }

  return { staff, signIn, withAuthenticator };
}
