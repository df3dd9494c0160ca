import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { mergeStates, undoProblems } from "#app/domain/control/account-merge/labels.ts";
import {
  clubsOfMerge,
  findMerge,
  mergeSchema,
  peopleOfMerge,
  undoProblem,
} from "#app/domain/control/account-merge/merges.server.ts";
import { veiledEmail } from "#app/domain/control/accounts/labels.ts";
import { type HelpReason, helpReasonLabels } from "#app/domain/values/audit/help-reasons.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { undoMerge } from "#app/journeys/account-merge/merge-accounts.server.ts";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { MergeProof } from "./proof.tsx";

export const meta = () => title("Merged Account");

/** Shows a merge's progress by club, and how to undo it (product/support.md#merging-accounts). */
const form = staffForm({
  may: "manage_clubs",
  schema: [mergeSchema, { hide: ["password", "code"] }],
  find: ({ control }, { mergeId = "" }) => findMerge(control, mergeId),
  change: ({ ctx: { platform, admin }, found, value }) =>
    undoMerge(platform, admin, { ...value, id: found.id }),
  problems: ({ problem }, { refuse, found }) => {
    if (problem === "changed") return redirect("/admin/login?message=ended", 303);
    if (problem === "wrong-code" || problem === "wrong-password" || problem === "locked")
      return refuseProof(refuse, problem);
    return [href("/admin/merges/:mergeId", { mergeId: found.id }), undoProblems[problem], "bad"];
  },
  saved: (_, { found }) => [
    href("/admin/merges/:mergeId", { mergeId: found.id }),
    "It is being undone: everything is back within some minutes, and both addresses get an email.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, found: merge }) => {
  const [people, clubs, problem] = await Promise.all([
    peopleOfMerge(control, merge),
    clubsOfMerge(control, merge.id),
    undoProblem(control, merge),
  ]);
  return {
    id: merge.id,
    state: merge.state,
    searching: merge.searching === 1,
    asksCode: Boolean(admin.secondFactor),
    facts: [
      ["Kept account", `${people?.keptName ?? ""} ${veiledEmail(people?.keptEmail ?? "deleted")}`.trim()],
      ["Merged into it", `${people?.otherName ?? ""} ${veiledEmail(people?.otherEmail ?? "deleted")}`.trim()],
      ["State", mergeStates[merge.state]],
      ["By", people?.firstName ? `${people.firstName} ${people.lastName}` : "Somebody who left"],
      ["When", formatMoment(merge.merged_at, "UTC")],
      ["Reason", helpReasonLabels[merge.reason as HelpReason]],
      ["How they knew", merge.why],
      ["Can be undone until", formatMoment(merge.undo_until, "UTC")],
      ...(merge.undone_at ? [["Undone", formatMoment(merge.undone_at, "UTC")]] : []),
    ] as [string, string][],
    clubs: clubs.map(({ name, ...club }) => ({ ...club, name: name ?? club.code.toUpperCase() })),
    lost: clubs.reduce((sum, { lost }) => sum + lost, 0),
    problem: problem && undoProblems[problem],
    other: veiledEmail(people?.otherEmail ?? "The other account"),
  };
});

const STATES = { waiting: "Waits", moved: "Moved", back: "Moved back" } as const;

export default function MergePage() {
  const { id, state, searching, asksCode, facts, clubs, lost, problem, other } =
    useLoaderData<typeof loader>();
  const here = href("/admin/merges/:mergeId", { mergeId: id });
  const underWay = state === "moving" || state === "undoing";
  return (
    <AdminPage title="Merged Account" lead={<a href="/admin/merges">Merged accounts</a>}>
      <Facts facts={facts} />
      <h2>By club</h2>
      {clubs.length === 0 ? (
        <p>{searching ? "The clubs are being looked through." : "It had nothing in any club."}</p>
      ) : (
        <DataTable
          caption="By club"
          columns={[
            { name: "Club" },
            { name: "State" },
            { name: "Places", numeric: true },
            { name: "Ratings", numeric: true },
            { name: "Notes", numeric: true },
            { name: "Not put back", numeric: true },
          ]}
          rows={clubs.map((club) => ({
            key: club.code,
            cells: [
              club.name,
              STATES[club.state === "moved" && state === "undoing" ? "waiting" : club.state],
              count(club.places),
              count(club.ratings),
              count(club.notes),
              club.state === "back" ? count(club.lost) : "",
            ],
          }))}
        />
      )}
      {underWay ? (
        <>
          <p className="muted">
            One club follows another. A club whose file cannot be opened, or is being put back from a copy,
            waits until it works again, and everything else goes on.
          </p>
          <ButtonLink href={here}>Look Again</ButtonLink>
        </>
      ) : null}
      {lost > 0 ? (
        <Notice tone="minor" title={`${pluralize(lost, "row")} could not be put back`}>
          <p>Somebody changed or removed them since. They stay with the kept account, as they are now.</p>
        </Notice>
      ) : null}
      <h2>Undo</h2>
      {problem ? (
        <p>{problem}</p>
      ) : (
        <PostForm>
          <p>
            {other} signs in by itself again, with its clubs, teams and ratings of before the merge. What the
            kept account did since stays with it, and it is signed out everywhere.
          </p>
          <MergeProof asksCode={asksCode} undo />
          <FormButtons submit="Undo the Merge" look="danger" back="/admin/merges" />
        </PostForm>
      )}
    </AdminPage>
  );
}
