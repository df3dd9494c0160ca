import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { policyChanges } from "#app/domain/club/rating-policy/rating-policy.server.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { SettingsPage } from "#app/routes/club/settings/settings-page.tsx";
import { title } from "#app/ui/title.ts";
import { PolicyChanges } from "./policy-changes.tsx";
import { PolicyExamples } from "./policy-examples.tsx";
import { PolicyForm } from "./policy-form.tsx";

export const handle = { extra: "settings" };

export const meta = () => title("Rating Policy, Club Settings");

export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "club.manage");
  const [policy, changes] = await Promise.all([ratingPolicyOf(db), policyChanges(db)]);
  return json({
    policy,
    changes: changes.map((change) => ({ ...change, when: formatMoment(change.changed_at, club.timezone) })),
  });
}

export default function RatingPolicyPage() {
  const { policy, changes } = useLoaderData<typeof loader>();
  return (
    <SettingsPage
      section="rating-policy"
      lead="How a coach's and a team manager's rating of a game become one score."
    >
      <PolicyForm policy={policy} />
      <PolicyExamples inForce={policy} />
      <PolicyChanges changes={changes} />
    </SettingsPage>
  );
}
