import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { policyNames, scopeLabels } from "#app/domain/club/rating-policy/labels.ts";
import { type PreviewView, viewPreview } from "#app/domain/club/rating-policy/preview-view.ts";
import {
  changePolicy,
  confirmPolicySchema,
  previewPolicy,
  wantedPolicySchema,
} from "#app/domain/club/rating-policy/rating-policy.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { SealedBadge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ConfirmPolicy, type Preview } from "./confirm-policy.tsx";
import { Marked } from "./policy-examples.tsx";

export const meta = () => title("What would change, Club Settings");

/** Parses the policy and the games of the address; invalid ones redirect to the form. */
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

/** Counts the games that move from one score to another. */
function Moves({ moves }: Pick<PreviewView, "moves">) {
  if (moves.length === 0) return null;
  return (
    <section>
      <h2>Scores</h2>
      <DataTable
        caption="Games by their score now and after the change"
        columns={[{ name: "Now" }, { name: "Would be" }, { name: "Games", numeric: true }]}
        rows={moves.map(({ from, to, games }) => ({
          key: `${from} ${to}`,
          cells: [<Result key="now" score={from} />, <Result key="then" score={to} />, games],
        }))}
      />
    </section>
  );
}

/** Lists the teams with another average. */
function ChangedTeams({ teams }: Pick<PreviewView, "teams">) {
  if (teams.length === 0) return null;
  return (
    <section>
      <h2>Teams' averages</h2>
      <DataTable
        caption="Averages of the teams now and after the change"
        columns={[{ name: "Team" }, { name: "Now" }, { name: "Would be" }]}
        rows={teams.map(({ teamId, name, before, after }) => ({
          key: teamId,
          cells: [
            name,
            <AverageFigure key="now" average={before} />,
            <AverageFigure key="then" average={after} />,
          ],
        }))}
      />
    </section>
  );
}

/** Lists the games with another score, newest first. */
function ChangedGames({ preview }: { preview: Preview }) {
  const { games, page, pages, wanted } = preview;
  if (games.length === 0) return null;
  return (
    <section>
      <h2>Games</h2>
      <DataTable
        caption="Games that would get another score, newest first"
        columns={[
          { name: "Game" },
          { name: "When" },
          { name: "Manager" },
          { name: "Coach" },
          { name: "Now" },
          { name: "Would be" },
        ]}
        rows={games.map((game) => ({
          key: game.id,
          cells: [
            <a key="game" href={href("/rating/:gameId", { gameId: game.id })}>
              {game.title}
            </a>,
            game.when,
            <Rated key="manager" score={game.manager} />,
            <Rated key="coach" score={game.coach} />,
            <Now key="now" game={game} />,
            <Result key="then" score={game.after} />,
          ],
        }))}
      />
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/club/settings/rating-policy/preview", { ...wanted, page: String(to) })}
      />
    </section>
  );
}

const Now = ({ game }: { game: Preview["games"][number] }) => (
  <>
    <Result score={game.before} /> {game.sealed ? <SealedBadge /> : null}
  </>
);

const Result = ({ score }: { score: Score | null }) =>
  score === null ? <span className="muted">Pending</span> : <Marked score={score} />;

const Rated = ({ score }: { score: Score | null }) =>
  score === null ? <span className="muted">No rating</span> : score;
