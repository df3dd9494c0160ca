import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { planDayChange } from "#app/domain/club/games/day-changes.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { DayForm } from "./day-form.tsx";
import { loadDay } from "./load-day.server.ts";
import { readPlan } from "./read-plan.server.ts";

export const meta = () => title("Rained-out day");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  return json(await loadDay(ctx, new URL(args.request.url).searchParams.get("day")));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const reading = await readPlan(ctx, args.request);
  if (!reading.ok) return reading.answer;
  const changeId = await changeClub(ctx, (tx) => planDayChange(tx, reading.plan, ctx.user));
  return redirect(href("/schedule/rained-out/:changeId", { changeId }), { status: 303 });
}

export default function RainedOut() {
  const data = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Rained-out day"
      lead="Cancel or move the games of a day in one go. You see what changes before it does, and can put it back."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <form method="get" className="form filters" data-autosubmit="" noValidate>
        <TextField name="day" label="Day" type="date" required width="medium" value={data.day} />{" "}
        <SubmitButton look="secondary">Show Games</SubmitButton>
      </form>
      <h2>{data.heading}</h2>
      {data.games.length > 0 ? (
        <DayForm key={data.day} data={data} />
      ) : (
        <Empty title="No games to cancel or move">
          <p>Choose another day, or look at the schedule for its dates.</p>
        </Empty>
      )}
      <Stay title="Rated, so they were played and stay" games={data.rated} />
      <Stay title="Cancelled already" games={data.cancelled} />
      {data.recent.length > 0 ? (
        <section aria-labelledby="recent">
          <h2 id="recent">Done lately</h2>
          <ul>
            {data.recent.map((change) => (
              <li key={change.id}>
                <a href={href("/schedule/rained-out/:changeId", { changeId: change.id })}>{change.title}</a>{" "}
                by {change.by}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </ClubPage>
  );
}

function Stay({ title: heading, games }: { title: string; games: readonly string[] }) {
  if (games.length === 0) return null;
  return (
    <p className="muted">
      {heading}: {games.join("; ")}.
    </p>
  );
}
