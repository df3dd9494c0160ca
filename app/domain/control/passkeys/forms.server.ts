import { z } from "zod";
import { line, passwordText, tick } from "#app/forms/fields.server.ts";
import { passkeyFields } from "./fields.ts";

/** Limit of a device's answer; the library checks everything in it. */
const MOST_JSON = 8_000;
const base64url = z.string().regex(/^[\w-]{1,4000}$/);
const extensions = z.record(z.string().max(60), z.unknown());

const credentialIn = <Shape extends z.ZodRawShape>(response: z.ZodObject<Shape>) =>
  z
    .string()
    .min(1, "Your device gave no answer. Please try again.")
    .max(MOST_JSON)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "Your device's answer is damaged. Please try again." });
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        id: base64url.max(1_400),
        rawId: base64url.max(1_400),
        type: z.literal("public-key"),
        authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
        clientExtensionResults: extensions.catch({}),
        response,
      }),
    );

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

export const startPasskeySchema = z.object({
  intent: z.literal("start"),
  name: line(passkeyFields.name),
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
});

export const removePasskeySchema = z.object({ intent: z.literal("remove"), passkey: z.string().max(1_400) });

export const removePasskeysSchema = z.object({ intent: z.literal("remove-all") });

export const addPasskeySchema = z.object({
  name: line(passkeyFields.name),
  credential: credentialIn(
    z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).catch([]),
    }),
  ),
});

export const passkeySignInSchema = z.object({
  remember: tick(),
  scripts: tick(),
  redirectTo: z.string().max(2_000).default(""),
  credential: credentialIn(
    z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
    }),
  ),
});

/** Returns the ways to a device that we know; stored to help browsers find it again. */
export const knownTransports = (named: readonly string[]) =>
  TRANSPORTS.filter((transport) => named.includes(transport));
