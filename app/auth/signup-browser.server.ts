import { hashOf, newSecret } from "#app/runtime/ids.server.ts";
import { signupCookie } from "./cookies.server.ts";

/** Loads the hash that identifies the browser of a sign-up; null before its first POST. */
export async function readSignupBrowser(request: Request): Promise<string | null> {
  const secret = await secretOf(request);
  return secret ? hashOf(secret) : null;
}

/** Gives the browser a secret unless it has one. @returns its hash and the Set-Cookie header. */
export async function bindSignupBrowser(request: Request): Promise<{ browserHash: string; cookie: string }> {
  const secret = (await secretOf(request)) ?? newSecret();
  return { browserHash: hashOf(secret), cookie: await signupCookie.serialize(secret) };
}

async function secretOf(request: Request): Promise<string | null> {
  const secret: unknown = await signupCookie.parse(request.headers.get("Cookie"));
  // Our secrets have this length; anything else is not ours.
  return typeof secret === "string" && secret.length === 43 ? secret : null;
}
