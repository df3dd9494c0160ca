import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { policyNames, scopeLabels } from "#app/domain/club/rating-policy/labels.ts";
import { viewPreview } from "#app/domain/club/rating-policy/preview-view.ts";
import { changePolicy, previewPolicy } from "#app/domain/club/rating-policy/rating-policy.server.ts";
import {
  confirmPolicySchema,
  wantedPolicySchema,
} from "#app/domain/club/rating-policy/rating-policy-form.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ConfirmPolicy } from "./confirm-policy.tsx";
import { ChangedGames, ChangedTeams, Moves } from "./preview-tables.tsx";

export const meta = () => title("What would change, Settings");

/** The policy and the games that the address asks for; anything else leads back to the form. */
function wantedBy(request: Request) {
  const { searchParams } = new URL(request.url);
  const wanted = wantedPolicySchema.safeParse(Object.fromEntries(searchParams));
  if (!wanted.success) throw redirect(href("/club/settings/rating-policy"));
  const page = searchParams.get("page") ?? "";
  return { ...wanted.data, page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 };
}

export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "club.manage");
  const { page, ...wanted } = wantedBy(args.request);
  const at = now();
  const preview = await previewPolicy(db, wanted, at);
  const { inForce, version } = preview;
  return json({ wanted, inForce, version, ...viewPreview(preview, { page, timezone: club.timezone, at }) });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const { policy, scope } = wantedBy(args.request);
  const reading = await readForm(args.request, confirmPolicySchema);
  if (!reading.ok) return reading.answer;
  const wanted = { policy, scope, version: reading.value.version };
  const result = await changeClub(ctx, (tx) => changePolicy(tx, wanted, ctx.user, now()));
  if (!result.ok) return reading.refuseStale({ version: result.version, differences: [] });
  const scores =
    result.scores === 0 ? "No score changed" : `${pluralize(result.scores, "game")} got another score`;
  return redirectWith(href("/club/settings/rating-policy"), `${policyNames[policy]} is in force. ${scores}.`);
}

export default function PolicyPreview() {
  const data = useLoaderData<typeof loader>();
  const { wanted, inForce } = data;
  const same = wanted.policy === inForce;
  return (
    <ClubPage
      title="What would change"
      lead={`${same ? policyNames[inForce] : `From ${policyNames[inForce]} to ${policyNames[wanted.policy]}`}. ${scopeLabels[wanted.scope].label}.`}
      crumbs={[
        { label: "Settings", href: href("/club/settings") },
        { label: "Rating policy", href: href("/club/settings/rating-policy") },
      ]}
    >
      <ConfirmPolicy preview={data} />
      <Moves moves={data.moves} />
      <ChangedTeams teams={data.teams} />
      <ChangedGames preview={data} />
    </ClubPage>
  );
}
