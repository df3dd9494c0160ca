import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { MOST_TEAMS } from "#app/domain/club/pulse/fields.ts";
import { sendPulseProblems } from "#app/domain/club/pulse/labels.ts";
import { openPulse, planSchema, teamsToAsk } from "#app/domain/club/pulse/pulse.server.ts";
import { closingDays, FEWEST_ANSWERS, PAUSE_DAYS } from "#app/domain/club/pulse/pulse.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { CheckboxGroup, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Ask the Parents");

const form = clubForm({
  may: "club.manage",
  schema: [planSchema, { most: MOST_TEAMS }],
  change: async ({ ctx, value: { teamIds, closesOn } }) => {
    const { first, last } = closingDays(now(), ctx.club.timezone);
    if (closesOn < first || closesOn > last) return { ok: false, problem: "day" } as const;
    if (teamIds.length === 0) return { ok: false, problem: "no-team" } as const;
    return { ok: true, teamIds, closesOn } as const;
  },
  problems: { day: { closesOn: sendPulseProblems.day }, "no-team": { teamIds: "Choose at least one team" } },
  saved: ({ teamIds, closesOn }) => href("/reports/pulse/send", { closes: closesOn, team: teamIds }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => ({
  teams: await teamsToAsk(ctx.db, now()),
  open: (await openPulse(ctx.db))?.id ?? null,
  days: closingDays(now(), ctx.club.timezone),
}));

export default function NewPulse() {
  const { teams, open, days } = useLoaderData<typeof loader>();
  const parents = teams.some((team) => team.parents > 0);
  return (
    <ClubPage
      title="Ask the Parents"
      lead="One question by email, in each parent's language. The next page shows who gets it before anything is sent."
      crumbs={[
        { label: "Reports", href: href("/reports") },
        { label: "Parent Pulse", href: href("/reports/pulse") },
      ]}
    >
      {open ? (
        <Notice tone="minor" title="A question is open already">
          <p>
            Only one can be open at a time.{" "}
            <a href={href("/reports/pulse/:pulseId", { pulseId: open })}>See how many have answered</a>
          </p>
        </Notice>
      ) : !parents ? (
        <Empty
          title="No parents to ask now"
          action={<a href={href("/agreements")}>Go to the list of parents</a>}
        >
          <p>
            A parent is asked at most once in {PAUSE_DAYS} days, needs a child in a team, and an address that
            takes email.
          </p>
        </Empty>
      ) : (
        <PostForm>
          <CheckboxGroup
            name="teamIds"
            label="Teams"
            hint={`A team's own figures are shown from ${FEWEST_ANSWERS} answers of its parents on.`}
            required
            values={teams.filter((team) => team.parents > 0).map(({ id }) => id)}
            choices={teams.map(({ id, name, parents: reached }) => ({
              value: id,
              label: `${name} (${pluralize(reached, "parent")})`,
            }))}
          />
          <TextField
            name="closesOn"
            label="Last day for answers"
            hint="Parents who have not answered are reminded once, halfway."
            type="date"
            width="medium"
            value={days.usual}
            required
          />
          <Buttons>
            <SubmitButton>Preview</SubmitButton>
          </Buttons>
        </PostForm>
      )}
    </ClubPage>
  );
}
