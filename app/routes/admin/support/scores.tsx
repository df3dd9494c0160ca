import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { supportSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { previewScores, recalculateClub } from "#app/journeys/support/recalculate-scores.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { ReasonField } from "./tools.tsx";

export const meta = () => title("Recalculate Scores");

/**
 * Counts the changes that recalculating a club's scores would make, and makes them (product/support.md#support-tools).
 */
const form = staffForm({
  may: "manage_clubs",
  schema: supportSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { platform, admin }, found: club, value: { reason, version } }) =>
    recalculateClub(platform, club.code, { adminId: admin.id, reason, version }),
  problems: (_, { found: { code: clubCode } }) => [
    href("/admin/clubs/:clubCode/scores", { clubCode }),
    "Ratings or boards changed since you looked. Look again: nothing was changed.",
    "bad",
  ],
  saved: ({ games, boards }, { found: { code: clubCode } }) => [
    href("/admin/clubs/:clubCode/scores", { clubCode }),
    games + boards === 0
      ? "Everything was right already. Nothing was changed."
      : `Calculated again: ${pluralize(games, "game")} got another result, and the club’s board rows were written again.`,
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: club }) => {
  const { rated, games, teams, outdated, version } = await previewScores(platform, club.code);
  return { clubCode: club.code, name: club.name, rated, games, teams, boards: outdated.length, version };
});

const STATUS = { active: "Active", archived: "Archived", deleted: "Deleted" } as const;

export default function Scores() {
  const { clubCode, name, rated, games, teams, boards, version } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode", { clubCode });
  return (
    <AdminPage title="Recalculate Scores" lead={<a href={back}>{name}</a>}>
      <Stats>
        <Stat label="Games looked at" value={count(rated)} note="with a rating or a score" />
        <Stat label="Games that differ" value={count(games)} note={`in ${pluralize(teams.length, "team")}`} />
        <Stat label="Board rows that differ" value={count(boards)} note="from the club’s file" />
      </Stats>
      {games + boards === 0 ? (
        <Empty title="Nothing to recalculate">
          <p>
            Every final score is what its ratings give, and every row of the boards is what the final scores
            give.
          </p>
        </Empty>
      ) : (
        <>
          {teams.length > 0 ? (
            <RowTable
              caption="Teams with games that differ"
              columns={[
                { name: "Team", place: "name" },
                { name: "Status", place: "state" },
                { name: "Games that differ", place: "line" },
              ]}
              rows={teams.map((team) => ({
                key: team.teamId,
                cells: [
                  team.name,
                  <Status key="status" kind="plain">
                    {STATUS[team.status]}
                  </Status>,
                  pluralize(team.games, "game"),
                ],
              }))}
            />
          ) : null}
          <PostForm>
            <Version value={version} />
            <p>
              Each final score is made again from the two current ratings, by the policy that made it. Ratings
              are never changed. Averages and stats follow by themselves, and so do the boards.
            </p>
            <ReasonField />
            <FormButtons submit="Recalculate Scores" back={back} />
          </PostForm>
        </>
      )}
      <p className="muted">Scores are not shown here: some may still be sealed.</p>
    </AdminPage>
  );
}
