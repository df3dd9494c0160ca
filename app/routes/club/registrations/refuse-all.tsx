import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { refuseSchema } from "#app/domain/club/registrations/forms.server.ts";
import { decidedLabel } from "#app/domain/club/registrations/labels.ts";
import { refuseRegistrations } from "#app/domain/club/registrations/refusals.server.ts";
import {
  countWaiting,
  REGISTRATIONS_SHOWN,
  type WaitingRegistration,
  waitingRegistrations,
} from "#app/domain/club/registrations/registrations.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { NameList } from "#app/ui/name-list.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Refuse Registrations");

/** Asks before the chosen, or all, registrations are refused, and refuses those that it named, no later ones. */
const form = clubForm({
  may: "contacts.import",
  schema: [refuseSchema, { most: REGISTRATIONS_SHOWN }],
  change: async ({ ctx, value: { ids } }) => {
    const about = { by: ctx.user.name, at: nowIso() };
    const done = await changeClub(ctx, (tx) => refuseRegistrations(tx, ids, about));
    ctx.note({ event: "registrations decided", decide: "refuse", done });
    return done;
  },
  saved: (done, { value }) => [
    href("/email-collection/registrations"),
    decidedLabel(false, done, value.ids.length),
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { db }, request }) => {
  const named = [...new Set(new URL(request.url).searchParams.getAll("id"))].slice(0, REGISTRATIONS_SHOWN);
  const chosen = named.length > 0;
  const [total, rows] = await Promise.all([
    countWaiting(db),
    waitingRegistrations(db, chosen ? named : undefined),
  ]);
  if (rows.length === 0) throw redirect(href("/email-collection/registrations"));
  const ids = rows.map(({ id }) => id);
  return { total, chosen, decided: chosen ? named.length - rows.length : 0, ids, parents: byParent(rows) };
});

/** Lists each parent once, with their children: 'Vera Waits (vera@waits.example): Ava (Hawks), Ben'. */
function byParent(rows: readonly WaitingRegistration[]): string[] {
  const parents = new Map<string, string[]>();
  for (const { name, email, childName, teamName } of rows) {
    const who = `${name} (${email})`;
    const child = teamName ? `${childName} (${teamName})` : childName;
    parents.set(who, [...(parents.get(who) ?? []), child]);
  }
  return [...parents].map(([who, children]) => `${who}: ${children.join(", ")}`);
}

export default function RefuseSome() {
  const { total, chosen, decided, ids, parents } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={`Refuse ${pluralize(ids.length, "registration")}?`}
      crumbs={[
        { label: "Parents", href: "/agreements" },
        { label: "Email Collection", href: "/email-collection" },
        { label: "Registrations", href: "/email-collection/registrations" },
        { label: "Refuse" },
      ]}
      submit={`Refuse ${chosen ? "" : "All "}${ids.length}`}
      look="danger"
      back="/email-collection/registrations"
      fields={ids.map((id) => <Hidden key={id} name="ids" value={id} />)}
    >
      <NameList names={parents} more={["more parent", "more parents"]} />
      {decided > 0 ? <p>{pluralize(decided, "registration")} you chose had been decided before.</p> : null}
      {!chosen && total > ids.length ? (
        <p>
          These are the oldest {count(ids.length)} of {count(total)}; the others wait on.
        </p>
      ) : null}
      <p>
        None of them is added to your parents, and nobody is told. You can take this back for 24 hours; then
        what they said is erased.
      </p>
    </ConfirmPage>
  );
}
