import { z } from "zod";
import { adminSetupCookie } from "#app/auth/cookies.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

const progressSchema = z.object({
  /** The setup key was right. */
  keyed: z.literal(true),
  /** As typed; right once `personDone`. */
  person: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      company: z.string(),
    })
    .optional(),
  personDone: z.boolean().default(false),
  /** Of the last step, if it was left by Back. A password is never kept. */
  role: z.string().default(""),
  terms: z.boolean().default(false),
  /** When the key was typed, in milliseconds: a cookie's own age is the browser's to keep. */
  at: z.number(),
});

export type SetupProgress = z.infer<typeof progressSchema>;
const MOST_MS = 30 * MINUTE_MS;

/** How far this browser has come in registering; null without the setup key, and half an hour after it. */
export async function readProgress(request: Request, at: Date): Promise<SetupProgress | null> {
  const parsed = progressSchema.safeParse(await adminSetupCookie.parse(request.headers.get("Cookie")));
  if (!parsed.success) return null;
  const age = at.getTime() - parsed.data.at;
  return age >= 0 && age <= MOST_MS ? parsed.data : null;
}

export const keepProgress = (progress: SetupProgress): Promise<string> =>
  adminSetupCookie.serialize(progress);
export const forgetProgress = (): Promise<string> => adminSetupCookie.serialize("", { maxAge: 0 });
