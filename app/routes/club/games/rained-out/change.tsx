import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  type DayChange,
  doDayChange,
  findDayChange,
  teamsOfChange,
  undoDayChange,
} from "#app/domain/club/games/day-changes.server.ts";
import { dayIntentSchema } from "#app/domain/club/games/forms.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { type ChangePage, loadChange } from "./load-change.server.ts";

export const meta = () => title("Rained-out day");

const form = clubForm({
  may: "games.manage",
  schema: dayIntentSchema,
  find: (ctx, { changeId }) => ownChange(ctx, changeId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) =>
      value.intent === "undo" ? undoDayChange(tx, found.id) : doDayChange(tx, found.id),
    ),
  problems: () => "Nothing was changed yet, so there is nothing to put back",
  // The page's heading says what was done.
  saved: (_, { found }) => href("/schedule/rained-out/:changeId", { changeId: found.id }),
});
export const action = form.action;
export const loader = form.loader(({ ctx, found }) => loadChange(ctx, found));
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
      {note.map((line) => (
        <p key={line}>{line}</p>
      ))}
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

/** The games of a change: how each was, and how it is afterwards. */
function ChangedGames({ games }: { games: ChangePage["changes"] }) {
  if (games.length === 0) return null;
  return (
    <ul className="plain-list lines">
      {games.map((game) => (
        <li key={game.id}>
          <strong>{game.title}</strong> <span className="nowrap">{game.becomes}</span>
          {game.collides ? <p className="field-error">At the same time: {game.collides}</p> : null}
        </li>
      ))}
    </ul>
  );
}
