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
import { FormButtons } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ReasonField } from "./tools.tsx";

export const meta = () => title("Bring the Club Back");

/** A copy of a club beside the live one, and the button that swaps them (product.md#support-tools). */
const form = staffForm({
  may: "manage_clubs",
  schema: restoreSchema,
  find: async ({ control }, { clubCode = "", copyId = "" }) => {
    const club = await findClub(control, clubCode);
    const copy = club && (await findCopy(club.code, copyId));
    return copy && { club, copy };
  },
  change: async ({ ctx: { control, admin }, found: { club, copy }, value: { reason, code } }) => {
    if (code !== club.code) return { ok: false, problem: "code" } as const;
    const ordered = await orderSwap(control, club.code, copy, { adminId: admin.id, reason });
    return ordered ? ({ ok: true } as const) : ({ ok: false, problem: "waiting" } as const);
  },
  problems: {
    code: { code: "Type the club’s code, so that it is this club" },
    waiting: "Another swap of this club is on its way. Wait until it is done.",
  },
  saved: (_, { found: { club } }) => [
    href("/admin/clubs/:clubCode/copies", { clubCode: club.code }),
    "It is put in place within a minute; the club is away for some seconds then.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { platform }, found: { club, copy } }) => ({
  clubCode: club.code,
  name: club.name,
  kind: copy.kind,
  asOf: formatMoment(copy.asOf, "UTC"),
  compared: await compareCopy(platform, club.code, copy),
}));

const TABLES = {
  teams: "Teams",
  games: "Games",
  ratings: "Ratings",
  staff: "Coaches and managers",
  contacts: "Parents",
  agreements: "Agreements",
  evidence_records: "Signatures’ records",
  incidents: "Incident notes",
  announcements: "Announcements",
} as const;

export default function Copy() {
  const { clubCode, name, kind, asOf, compared } = useLoaderData<typeof loader>();
  const lost = compared?.tables.reduce((sum, table) => sum + table.lost, 0) ?? 0;
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
          rows={compared.tables.map((table) => ({
            key: table.table,
            cells: [
              TABLES[table.table],
              count(table.live),
              count(table.copy),
              count(table.lost),
              count(table.back),
              count(table.changed),
            ],
          }))}
        />
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
          Lost is what was made since then. Back again is what was removed since then. As before is what was
          changed since then, and would be as it was.
        </p>
      ) : null}
      {compared && compared.erased > 0 ? (
        <Notice title={`${pluralize(compared.erased, "parent")} in the copy asked to be erased since`}>
          <p>They are erased again as soon as the copy is in place. Nothing is left to do.</p>
        </Notice>
      ) : null}
      <PostForm>
        <p>
          The copy takes the club’s place:{" "}
          {compared === null
            ? `what was made since ${asOf} is lost`
            : lost === 0
              ? "nothing is lost"
              : pluralize(lost, "row is lost", "rows are lost")}
          . Coaches and managers have the access that they had then. Payments, accounts, documents and emails
          that went out stay as they are. The club’s file of now is put aside for {KEEP.replacedDays} days,
          and you can swap back.
        </p>
        <TextField
          name="code"
          label={`Type ${clubCode.toUpperCase()} to confirm`}
          maxLength={clubCode.length}
          autoComplete="off"
          required
        />
        <ReasonField />
        <FormButtons
          submit="Put This Copy in Place"
          look="danger"
          back={href("/admin/clubs/:clubCode/copies", { clubCode })}
        />
      </PostForm>
    </AdminPage>
  );
}
