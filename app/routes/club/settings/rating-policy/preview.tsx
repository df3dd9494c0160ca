import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { policyNames, scopeLabels } from "#app/domain/club/rating-policy/labels.ts";
import { viewPreview } from "#app/domain/club/rating-policy/preview-view.ts";
import {
  changePolicy,
  confirmPolicySchema,
  previewPolicy,
  wantedPolicySchema,
} from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ConfirmPolicy } from "./confirm-policy.tsx";
import { ChangedGames, ChangedTeams, Moves } from "./preview-tables.tsx";

export const meta = () => title("What would change, Club Settings");

/** The policy and the games that the address asks for; anything else leads back to the form. */
function wantedBy(request: Request) {
  const { searchParams } = new URL(request.url);
  const wanted = wantedPolicySchema.safeParse(Object.fromEntries(searchParams));
  if (!wanted.success) throw redirect(href("/club/settings/rating-policy"));
  const page = searchParams.get("page") ?? "";
  return { ...wanted.data, page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 };
}

const form = clubForm({
  may: "club.manage",
  schema: confirmPolicySchema,
  find: async (_, __, request) => wantedBy(request),
  change: ({ ctx, found: { policy, scope }, value }) =>
    changeClub(ctx, (tx) => changePolicy(tx, { policy, scope, version: value.version }, ctx.user, now())),
  saved: ({ scores }, { found: { policy } }) => [
    href("/club/settings/rating-policy"),
    `${policyNames[policy]} is in force. ${
      scores === 0 ? "No score changed" : `${pluralize(scores, "game")} got another score`
    }.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { db, club }, found: { page, ...wanted } }) => {
  const at = now();
  const preview = await previewPolicy(db, wanted, at);
  const { inForce, version } = preview;
  return { wanted, inForce, version, ...viewPreview(preview, { page, timezone: club.timezone, at }) };
});

export default function PolicyPreview() {
  const data = useLoaderData<typeof loader>();
  const { wanted, inForce } = data;
  const same = wanted.policy === inForce;
  return (
    <ClubPage
      title="What would change"
      lead={`${same ? policyNames[inForce] : `From ${policyNames[inForce]} to ${policyNames[wanted.policy]}`}. ${scopeLabels[wanted.scope].label}.`}
      crumbs={[
        { label: "Club Settings", href: href("/club/settings") },
        { label: "Rating Policy", href: href("/club/settings/rating-policy") },
      ]}
    >
      <ConfirmPolicy preview={data} />
      <Moves moves={data.moves} />
      <ChangedTeams teams={data.teams} />
      <ChangedGames preview={data} />
    </ClubPage>
  );
}
