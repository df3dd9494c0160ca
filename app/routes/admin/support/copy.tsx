import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import {
  compareCopy,
  findCopy,
  orderSwap,
  restoreSchema,
} from "#app/journeys/support/restore-club.server.ts";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { OwnProof, ReasonField } from "./tools.tsx";

export const meta = () => title("Bring the Club Back");

/** A copy of a club beside the live one, and the button that swaps them (product/support.md#support-tools). */
const form = staffForm({
  may: "manage_clubs",
  schema: [restoreSchema, { hide: ["password", "code"] }],
  find: async ({ control }, { clubCode = "", copyId = "" }) => {
    const club = await findClub(control, clubCode);
    const copy = club && (await findCopy(club.code, copyId));
    return copy && { club, copy };
  },
  change: async ({ ctx: { control, admin }, found: { club, copy }, value: { clubCode, ...asked } }) => {
    if (clubCode !== club.code) return { ok: false, problem: "other-club" } as const;
    return orderSwap(control, club.code, copy, { staff: admin, ...asked });
  },
  problems: ({ problem }, { refuse }) => {
    if (problem === "other-club") return { clubCode: "Type the code of this club" };
    if (problem === "waiting") return "Another swap of this club is on its way. Wait until it is done.";
    if (problem === "changed") return redirect("/admin/login?message=ended", 303);
    return refuseProof(refuse, problem);
  },
  saved: (_, { found: { club } }) => [
    href("/admin/clubs/:clubCode/copies", { clubCode: club.code }),
    "It is put in place within a minute; the club is away for some seconds then.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform, admin }, found: { club, copy } }) => ({
  asksCode: Boolean(admin.secondFactor),
  clubCode: club.code,
  name: club.name,
  kind: copy.kind,
  asOf: formatMoment(copy.asOf, "UTC"),
  compared: await compareCopy(platform, club.code, copy),
}));

export default function Copy() {
  const { clubCode, name, kind, asOf, asksCode, compared } = useLoaderData<typeof loader>();
  const differs = compared?.kinds.filter((one) => one.lost + one.back + one.changed > 0) ?? [];
  const lost = differs.filter((one) => one.lost > 0);
  const same = compared?.kinds.filter((one) => !differs.includes(one) && one.live > 0) ?? [];
  return (
    <AdminPage
      title="Bring the Club Back"
      lead={<a href={href("/admin/clubs/:clubCode/copies", { clubCode })}>{name}, copies</a>}
    >
      <p>
        The club as of <strong>{asOf}</strong>, {kind === "backup" ? "from a backup" : "put aside by a swap"},
        beside the club as it is now.
      </p>
      {compared ? (
        <>
          <p>
            <strong>
              {lost.length === 0
                ? "Nothing was made since then."
                : `Lost: ${lost.map((one) => `${one.kind}: ${count(one.lost)}`).join(", ")}`}
            </strong>
          </p>
          {differs.length > 0 ? (
            <DataTable
              caption="What the copy would change"
              columns={[
                { name: "What" },
                { name: "Now", numeric: true },
                { name: "In the copy", numeric: true },
                { name: "Lost", numeric: true },
                { name: "Back again", numeric: true },
                { name: "As before", numeric: true },
              ]}
              rows={differs.map((one) => ({
                key: one.kind,
                cells: [one.kind, ...[one.live, one.copy, one.lost, one.back, one.changed].map(count)],
              }))}
            />
          ) : null}
          {same.length > 0 ? (
            <p className="muted">
              The same in both: {same.map((one) => `${one.kind} (${count(one.live)})`).join(", ")}.
            </p>
          ) : null}
        </>
      ) : (
        <Notice title="They cannot be compared">
          <p>
            The club’s file or the copy cannot be read. A copy that is not whole is refused, and nothing is
            replaced then.
          </p>
        </Notice>
      )}
      {compared ? (
        <p className="muted">
          Lost: made since then. Back again: removed since then. As before: changed since then.
        </p>
      ) : null}
      {compared && compared.erased > 0 ? (
        <Notice title={`${pluralize(compared.erased, "parent")} in the copy asked to be erased since`}>
          <p>They are erased again as soon as the copy is in place. Nothing is left to do.</p>
        </Notice>
      ) : null}
      <PostForm>
        <p>
          Coaches and managers get the access they had then. Payments, accounts, documents and sent emails
          stay as they are. The club’s administrators get an email. You can swap back for {KEEP.replacedDays}{" "}
          days.
        </p>
        <TextField
          name="clubCode"
          label={`Type ${clubCode.toUpperCase()} to confirm`}
          maxLength={clubCode.length}
          autoComplete="off"
          required
        />
        <ReasonField />
        <OwnProof asksCode={asksCode} />
        <FormButtons
          submit="Put This Copy in Place"
          look="danger"
          back={href("/admin/clubs/:clubCode/copies", { clubCode })}
        />
      </PostForm>
    </AdminPage>
  );
}
