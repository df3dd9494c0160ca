import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { forbidden, notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { dayIntentSchema } from "#app/domain/club/games/day-change-form.server.ts";
import {
  type DayChange,
  doDayChange,
  findDayChange,
  teamsOfChange,
  undoDayChange,
} from "#app/domain/club/games/day-changes.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ChangedGames } from "./changed-games.tsx";
import { loadChange } from "./load-change.server.ts";

export const meta = () => title("Rained-out day");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  return json(await loadChange(ctx, await ownChange(ctx, args.params.changeId)));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const { id } = await ownChange(ctx, args.params.changeId);
  const reading = await readForm(args.request, dayIntentSchema);
  if (!reading.ok) return reading.answer;
  const undoes = reading.value.intent === "undo";
  const result = await changeClub(ctx, (tx) => (undoes ? undoDayChange(tx, id) : doDayChange(tx, id)));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    return reading.refuse({ "": "Nothing was changed yet, so there is nothing to put back" });
  }
  // The page's heading says what was done.
  return redirect(href("/schedule/rained-out/:changeId", { changeId: id }), { status: 303 });
}

/** A change whose teams the user manages: 404 where the club has no such change, 403 for other teams. */
async function ownChange(ctx: ClubContext, id: string | undefined): Promise<DayChange> {
  const change = id ? await findDayChange(ctx.db, id) : undefined;
  if (!change) throw notFound();
  if (!teamsOfChange(change).every((teamId) => managesTeam(ctx.user, teamId)))
    throw forbidden(ctx.note, "other team");
  return change;
}

export default function Change() {
  const { heading, lead, note, back, changes, left, leftTitle, button, collides } =
    useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={heading}
      lead={lead}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Rained-out day", href: back },
      ]}
    >
      {note ? <p>{note}</p> : null}
      {collides ? (
        <Notice tone="minor" title="A team would have two games at the same time">
          <p>Look for 'at the same time' below. You can go on, and change those games one by one.</p>
        </Notice>
      ) : null}
      <ChangedGames games={changes} />
      {left.length > 0 ? (
        <section aria-labelledby="left">
          <h2 id="left">{leftTitle}</h2>
          <ul>
            {left.map((game) => (
              <li key={game}>{game}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <PostForm>
        {button ? <Hidden name="intent" value={button.intent} /> : null}
        <Buttons>
          {button ? <SubmitButton look={button.look}>{button.label}</SubmitButton> : null}
          <ButtonLink href={button?.intent === "do" ? back : "/schedule"} look="quiet">
            {button?.intent === "do" ? "Back, change nothing" : "See the schedule"}
          </ButtonLink>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
