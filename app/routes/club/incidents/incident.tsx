import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { incidentForm } from "#app/domain/club/incidents/incident-form.server.ts";
import { incidentOfGame, saveIncident } from "#app/domain/club/incidents/incidents.server.ts";
import { abuseLevels, MINOR_OFFICIAL_FACTOR } from "#app/domain/club/incidents/incidents.ts";
import { minorLabels } from "#app/domain/club/incidents/labels.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import { viewGame, viewHistory } from "#app/domain/club/ratings/rating-view.ts";
import { ratingVersions } from "#app/domain/club/ratings/ratings.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { lookOf, openGame } from "#app/routes/club/ratings/open-game.server.ts";
import { History } from "#app/routes/club/ratings/side-rating.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { RadioField } from "#app/ui/choices.tsx";
import { ClubPage } from "#app/ui/club-shell.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Incident note");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const { game, incident } = await openIncident(ctx, args.params.gameId);
  const versions = await ratingVersions(ctx.db, game.id);
  const look = lookOf(ctx);
  const opening = versions.find(({ id }) => id === incident.rating_id);
  const now = versions.find(({ side, superseded_at }) => side === opening?.side && superseded_at === null);
  const { timezone } = ctx.club;
  return json({
    game: viewGame(game, versions, look),
    history: viewHistory(game, versions, look),
    note: {
      what: incident.what,
      when: incident.when_text,
      minor: incident.official_was_minor,
      level: incident.abuse_level,
      status: incident.status,
      opened: formatMoment(incident.opened_at, timezone),
      updated: incident.updated_by_name
        ? `${incident.updated_by_name}, ${formatMoment(incident.updated_at, timezone)}`
        : null,
    },
    correctedTo:
      now && now.score !== 0
        ? { score: now.score as Score, by: now.given_by_name, at: formatMoment(now.given_at, timezone) }
        : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const { game, incident } = await openIncident(ctx, args.params.gameId);
  const reading = await readForm(args.request, incidentForm);
  if (!reading.ok) return reading.answer;
  await saveIncident(ctx.db, incident.id, reading.value, { name: ctx.user.name, at: nowIso() });
  const closed = reading.value.status === "closed";
  return redirectWith(
    href("/rating/:gameId/incident", { gameId: game.id }),
    closed ? "The note is saved and closed." : "The note is saved.",
  );
}

async function openIncident(ctx: ClubContext, gameId: string | undefined) {
  const game = await openGame(ctx, gameId);
  const incident = await incidentOfGame(ctx.db, game.id);
  if (!incident) throw notFound();
  return { game, incident };
}

export default function Incident() {
  const { game, history, note, correctedTo } = useLoaderData<typeof loader>();
  const open = note.status === "open";
  return (
    <ClubPage
      title="Incident note"
      lead="Private to your club's administrators. It never reaches a leaderboard, the team, or another club."
      crumbs={[
        { label: "Sideline Behavior Rating", href: "/rating" },
        { label: game.title, href: href("/rating/:gameId", { gameId: game.id }) },
        { label: "Incident note" },
      ]}
    >
      <p className="row">
        <Badge tone={open ? "bad" : "neutral"}>{open ? "Open" : "Closed"}</Badge>
        <span>
          {game.title}, {game.when}, {game.location}
        </span>
      </p>
      <p className="muted">
        Opened {note.opened}, because the sideline got a Major Incident.
        {note.updated ? ` Last saved by ${note.updated}.` : ""}
        {note.what === "" ? " Nothing written yet." : ""}
      </p>
      {correctedTo ? (
        <Notice tone="minor" title="The rating was corrected">
          <p>
            {correctedTo.by} changed it to {correctedTo.score} {scoreLabels[correctedTo.score].name} on{" "}
            {correctedTo.at}. This note is kept.
          </p>
        </Notice>
      ) : null}
      <Card title="What was rated">
        <History entries={history} />
      </Card>
      <PostForm reply={useActionData<FormReply>()}>
        <TextArea
          name="what"
          label="What happened"
          hint="What people saw and did, in your words. Leave out the names of children."
          rows={6}
          maxLength={4000}
          value={note.what}
          required
        />
        <TextField
          name="when"
          label="When in the game"
          hint="For example: second half, after the penalty"
          value={note.when}
          maxLength={120}
        />
        <RadioField
          name="minor"
          label="Was the official a minor?"
          choices={Object.entries(minorLabels).map(([value, label]) => ({ value, label }))}
          value={note.minor}
          required
        />
        <SelectField
          name="level"
          label="U.S. Soccer level"
          hint={`Policy 531-9, abuse of a game official without physical contact. For an official who is a minor, ${MINOR_OFFICIAL_FACTOR} times as many games.`}
          choices={[
            { value: "none", label: "Does not apply" },
            ...abuseLevels.map(({ level, games }) => ({
              value: String(level),
              label: `Level ${level}: at least ${games} games`,
            })),
          ]}
          value={note.level ?? "none"}
        />
        <Buttons>
          <SubmitButton name="status" value="open">
            {open ? "Save Note" : "Save and Reopen"}
          </SubmitButton>
          <SubmitButton name="status" value="closed" look="secondary">
            {open ? "Save and Close Note" : "Save, Keep Closed"}
          </SubmitButton>
        </Buttons>
      </PostForm>
    </ClubPage>
  );
}
