import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { responseLabel } from "#app/domain/club/pulse/labels.ts";
import { closePulse, findPulse } from "#app/domain/club/pulse/pulse.server.ts";
import { FEWEST_ANSWERS } from "#app/domain/club/pulse/pulse.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Close the pulse");

const form = clubForm({
  may: "club.manage",
  find: (ctx, { pulseId = "" }) => findPulse(ctx.db, pulseId, "all"),
  change: async ({ ctx, found }) => {
    await changeClub(ctx, (tx) => closePulse(tx, found.id, { by: ctx.user.name, at: now() }));
    return { ok: true } as const;
  },
  saved: (_, { found }) => [href("/reports/pulse/:pulseId", { pulseId: found.id }), "The pulse is closed."],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  if (found.closedAt !== null) throw redirect(href("/reports/pulse/:pulseId", { pulseId: found.id }));
  return { id: found.id, answers: found.answers, recipients: found.recipients };
});

export default function ClosePulse() {
  const { id, ...response } = useLoaderData<typeof loader>();
  const back = href("/reports/pulse/:pulseId", { pulseId: id });
  return (
    <ConfirmPage
      title="Close the pulse now?"
      crumbs={[
        { label: "Reports", href: href("/reports") },
        { label: "Parent Pulse", href: href("/reports/pulse") },
        { label: "Pulse", href: back },
        { label: "Close" },
      ]}
      submit="Close It"
      look="danger"
      back={back}
    >
      <p>
        {responseLabel(response)}. After closing no parent can answer or change an answer, and it cannot be
        opened again.
        {response.answers < FEWEST_ANSWERS
          ? ` With fewer than ${FEWEST_ANSWERS} answers nothing will be shown, and they are deleted.`
          : ""}
      </p>
    </ConfirmPage>
  );
}
