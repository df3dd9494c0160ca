import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { isTrue, listCertificates } from "#app/domain/club/rewards/certificates.server.ts";
import { CERTIFICATES_SHOWN } from "#app/domain/club/rewards/rewards.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { now } from "#app/runtime/clock.server.ts";
import { answerWithCertificates } from "./answer-certificates.server.ts";

const NONE = "None of these certificates can be printed any more.";

/** Downloads the checked certificates as one PDF, or all of them if none is checked. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const ticked = new URL(args.request.url).searchParams.getAll("of").slice(0, CERTIFICATES_SHOWN);
  const found = await listCertificates(ctx.db, teamScope(ctx.user), now(), ticked);
  const certificates = found.filter(isTrue);
  if (certificates.length === 0) return redirectWith(href("/printables/certificates"), NONE, "bad");
  return answerWithCertificates(ctx, args.request, certificates);
}
