import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { MOST_TEAMS } from "#app/domain/club/pulse/fields.ts";
import { sendPulseProblems } from "#app/domain/club/pulse/labels.ts";
import { planSchema, reachOf, sendPulse } from "#app/domain/club/pulse/pulse.server.ts";
import { FEWEST_ANSWERS, PAUSE_DAYS } from "#app/domain/club/pulse/pulse.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Facts } from "#app/ui/facts.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Ask the Parents");

/** Parses the plan of an address. */
function planIn(request: Request) {
  const query = new URL(request.url).searchParams;
  const plan = { teamIds: query.getAll("team").slice(0, MOST_TEAMS), closesOn: query.get("closes") ?? "" };
  return planSchema.safeParse(plan).data ?? { teamIds: [], closesOn: "" };
}

const form = clubForm({
  may: "club.manage",
  find: async (ctx, _, request) => {
    const plan = planIn(request);
    const reach = await reachOf(ctx.db, plan, now());
    return reach && { ...plan, reach };
  },
  change: ({ ctx, found }) => changeClub(ctx, (tx) => sendPulse(tx, found, { by: ctx.user.name, at: now() })),
  problems: (refused) =>
    refused.problem === "open"
      ? [
          href("/reports/pulse/:pulseId", { pulseId: refused.openId }),
          "This question is open already, so it was not sent again.",
          "bad",
        ]
      : [href("/reports/pulse/new"), sendPulseProblems[refused.problem], "bad"],
  saved: ({ id, recipients }) => [
    href("/reports/pulse/:pulseId", { pulseId: id }),
    `The question goes to ${pluralize(recipients, "parent")} now.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { reach, closesOn } }) => ({
  ...reach,
  closes: formatDateInFull(new Date(`${closesOn}T12:00:00Z`), "UTC"),
}));

export default function SendPulse() {
  const { teams, parents, leftOut, closes } = useLoaderData<typeof loader>();
  const english = pulseCatalogue("en");
  const back = href("/reports/pulse/new");
  const few = parents < FEWEST_ANSWERS;
  return (
    <ConfirmPage
      title={few ? "Too few parents to ask" : `Ask ${pluralize(parents, "parent")}?`}
      crumbs={[
        { label: "Reports", href: href("/reports") },
        { label: "Parent Pulse", href: href("/reports/pulse") },
        { label: "Ask the Parents", href: back },
        { label: "Preview" },
      ]}
      instead={
        few
          ? { title: "Not enough answers are possible", text: sendPulseProblems.few, back: "Choose again" }
          : null
      }
      submit={`Send to ${pluralize(parents, "Parent")}`}
      back={back}
    >
      <Facts
        facts={[
          ["Question", english.question],
          [
            "In Spanish",
            <span key="es" lang="es">
              {pulseCatalogue("es").question}
            </span>,
          ],
          ["Answers", "A number from 1 to 5, and one sentence where a parent wants to add it"],
          ["Teams", teams.join(", ")],
          ["Parents", leftOut > 0 ? `${parents}, and ${leftOut} left out` : String(parents)],
          ["Last day", closes],
        ]}
      />
      <p>
        Each parent gets one email with a link of their own, whatever the number of children, and can change
        the answer until the last day. Results come after it, from {FEWEST_ANSWERS} answers on, and never say
        who answered what.
      </p>
      {leftOut > 0 ? (
        <p className="muted">
          Left out are parents who were asked in the last {PAUSE_DAYS} days, who stopped emails, and whose
          address takes none.
        </p>
      ) : null}
    </ConfirmPage>
  );
}
