import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { qrPng } from "#app/files/qr-code.server.ts";
import { registrationAddress } from "./registration-address.server.ts";

/** Sends the QR code of the club's registration page. */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = await requireClubUser(args, "contacts.import");
  const code = new Uint8Array(await qrPng(await registrationAddress(db)));
  return new Response(code, {
    headers: {
      "Content-Type": "image/png",
      "Content-Disposition": 'inline; filename="goodside-registration.png"',
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "no-store",
    },
  });
}
