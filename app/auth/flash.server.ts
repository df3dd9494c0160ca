import { redirect } from "@remix-run/node";
import { z } from "zod";
import { flashCookie } from "./cookies.server.ts";

const flashSchema = z.object({
  kind: z.enum(["good", "bad"]),
  text: z.string().max(500),
  /** Name whose password this browser has just set: the next page is the sign-in, which fills it in. */
  signInName: z.string().max(254).optional(),
});
export type Flash = z.infer<typeof flashSchema>;

/** Returns the redirect after a successful POST, with a message that the next page shows once. */
export async function redirectWith(
  to: string,
  text: string,
  kind: Flash["kind"] = "good",
): Promise<Response> {
  return redirect(to, {
    status: 303,
    headers: { "Set-Cookie": await flashCookie.serialize({ kind, text }) },
  });
}

/** Redirects to the sign-in page after a new password; the name stays out of the address and of every log. */
export async function redirectToSignIn(to: string, signInName: string): Promise<Response> {
  const flash: Flash = { kind: "good", text: "", signInName };
  return redirect(to, { status: 303, headers: { "Set-Cookie": await flashCookie.serialize(flash) } });
}

/** Reads the message for this page, and the header that clears it. */
export async function readFlash(request: Request): Promise<{ flash: Flash | null; clear?: string }> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("flash=")) return { flash: null };
  const parsed = flashSchema.safeParse(await flashCookie.parse(header));
  return {
    flash: parsed.success ? parsed.data : null,
    clear: await flashCookie.serialize("", { maxAge: 0 }),
  };
}
