import { isIP } from "node:net";
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { z } from "zod";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { PasskeysTable } from "#app/db/control/schema.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type ChallengePurpose, isOwnChallenge, newChallenge } from "./challenge.server.ts";
import { type addPasskeySchema, knownTransports, type passkeySignInSchema } from "./forms.server.ts";

type NewCredential = z.output<typeof addPasskeySchema>["credential"];
type Assertion = z.output<typeof passkeySignInSchema>["credential"];

const site = () => new URL(env().appUrl).hostname;

/** Browsers give passkeys to names of sites only, never to bare network addresses. */
export const passkeysPossible = () => isIP(site().replace(/^\[|\]$/g, "")) === 0;

/** Returns the browser's options for asking a device for a signature, as JSON. */
export async function signInOptions(): Promise<string> {
  const challenge = bytesOf(newChallenge("sign-in", now()));
  return JSON.stringify(
    await generateAuthenticationOptions({ rpID: site(), challenge, userVerification: "required" }),
  );
}

/**
 * Returns the browser's options for making a passkey for an account, as JSON.
 * @param challenge made for this account
 */
export async function creationOptions(
  challenge: string,
  account: { id: string; name: string; email: string },
  existing: readonly string[],
): Promise<string> {
  return JSON.stringify(
    await generateRegistrationOptions({
      rpName: brand.name,
      rpID: site(),
      userName: account.email,
      userDisplayName: account.name,
      userID: Uint8Array.from(Buffer.from(account.id)),
      challenge: bytesOf(challenge),
      excludeCredentials: existing.map((id) => ({ id })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    }),
  );
}

/** Returns the challenge that a device's answer is about; '' where it holds none. Proves nothing yet. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === "string" ? challenge : "";
  } catch {
    // Not JSON, so it was not written by our page.
    return "";
  }
}

/** Result of a check; `why` is the library's reason, for the log. */
export type Checked<Result> = { ok: true; result: Result } | { ok: false; why: string };

/** Checks what a device made against our site and purpose. @returns what to store */
export function verifyNewPasskey(
  credential: NewCredential,
  purpose: ChallengePurpose,
): Promise<Checked<Pick<PasskeysTable, "id" | "public_key" | "counter" | "transports">>> {
  const transports = knownTransports(credential.response.transports);
  const response = { ...credential, response: { ...credential.response, transports } };
  return checked(async () => {
    const verified = await verifyRegistrationResponse({
      response,
      ...expected(purpose),
      requireUserVerification: true,
    });
    if (!verified.verified) return null;
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    const public_key = Buffer.from(publicKey).toString("base64url");
    return { id, public_key, counter, transports: transports.join(" ") };
  });
}

/** Checks a device's signature with the stored key. @returns the device's new counter */
export function verifyAssertion(
  response: Assertion,
  { id, public_key, counter }: PasskeysTable,
): Promise<Checked<number>> {
  const credential = { id, publicKey: bytesOf(public_key), counter };
  return checked(async () => {
    const verified = await verifyAuthenticationResponse({
      response,
      ...expected("sign-in"),
      credential,
      requireUserVerification: true,
    });
    return verified.verified ? verified.authenticationInfo.newCounter : null;
  });
}

const expected = (purpose: ChallengePurpose) => ({
  expectedChallenge: (challenge: string) => isOwnChallenge(challenge, purpose, now()),
  expectedOrigin: env().appUrl,
  expectedRPID: site(),
});

/** Runs a check; the library throws for an answer that does not fit. */
async function checked<Result>(verify: () => Promise<Result | null>): Promise<Checked<Result>> {
  try {
    const result = await verify();
    return result === null ? { ok: false, why: "wrong signature" } : { ok: true, result };
  } catch (error) {
    return { ok: false, why: String(error) };
  }
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
