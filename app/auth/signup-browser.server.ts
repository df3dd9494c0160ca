import { hashOf, newSecret } from "#app/runtime/ids.server.ts";
import { signupCookie } from "./cookies.server.ts";

/** The hash by which the database knows the browser that fills the sign-up; null before its first post. */
export async function readSignupBrowser(request: Request): Promise<string | null> {
  const secret = await secretOf(request);
  return secret ? hashOf(secret) : null;
}

/** Binds the browser of a post: keeps its secret or gives it one. @returns the hash and the Set-Cookie header. */
export async function bindSignupBrowser(request: Request): Promise<{ browserHash: string; cookie: string }> {
  const secret = (await secretOf(request)) ?? newSecret();
  return { browserHash: hashOf(secret), cookie: await signupCookie.serialize(secret) };
}

async function secretOf(request: Request): Promise<string | null> {
  const secret: unknown = await signupCookie.parse(request.headers.get("Cookie"));
  // A secret of ours has this length; anything else was planted.
  return typeof secret === "string" && secret.length === 43 ? secret : null;
}
