import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { clubCopies } from "#app/journeys/support/restore-club.server.ts";
import { redactText } from "#app/observability/redact.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Copies of the Club");

/**
 * Lists the older copies of a club's file, and the outcome of those that were restored
 * (product/support.md#support-tools).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const club = await findClub(control, args.params.clubCode ?? "");
  if (!club) throw notFound();
  const at = now();
  const { copies, restores, from } = await clubCopies(control, club.code);
  return {
    clubCode: club.code,
    name: club.name,
    from,
    copies: copies.map(({ id, kind, asOf }) => ({ id, kind, asOf: formatRowMoment(asOf, "UTC", at) })),
    restores: restores.map((one) => ({
      id: one.id,
      state: one.state,
      asOf: formatRowMoment(one.copied_at, "UTC", at),
      ordered: formatRowMoment(one.ordered_at, "UTC", at),
      problem: one.problem && redactText(one.problem),
    })),
  };
}

const KINDS = { backup: "A backup", aside: "Put aside by a swap" } as const;
const STATES = {
  ordered: { kind: "act", text: "On its way" },
  done: { kind: "done", text: "In place" },
  failed: { kind: "bad", text: "Not done" },
} as const;

export default function Copies() {
  const { clubCode, name, from, copies, restores } = useLoaderData<typeof loader>();
  const waiting = restores.some(({ state }) => state === "ordered");
  const here = href("/admin/clubs/:clubCode/copies", { clubCode });
  return (
    <AdminPage
      title="Copies of the Club"
      lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{name}</a>}
    >
      {from === "recovery" ? (
        <Notice tone="minor" title="This club has no file to swap">
          <p>
            Its data is in PostgreSQL. To see or bring back an earlier state, ask an operator for a recovery
            to a point in time: they restore the database as it was then beside this one.
          </p>
        </Notice>
      ) : null}
      {from === "nowhere" ? (
        <Notice tone="minor" title="No backups to take from">
          <p>
            The setting BACKUP_DIR names no folder of backups. An operator sets it, or restores the club with{" "}
            <code>npm run restore -- --from DIR --club {clubCode.toUpperCase()}</code>.
          </p>
        </Notice>
      ) : null}
      {restores.length > 0 ? (
        <section>
          <h2>Swaps</h2>
          <RowTable
            caption="Swaps, the latest first"
            columns={[
              { name: "Copy as of", place: "name" },
              { name: "State", place: "state" },
              { name: "Ordered", place: "left" },
              { name: "Why it was not done", place: "line" },
            ]}
            rows={restores.map((one) => ({
              key: one.id,
              cells: [
                one.asOf,
                <Status key="state" kind={STATES[one.state].kind}>
                  {STATES[one.state].text}
                </Status>,
                one.ordered,
                one.problem ?? "",
              ],
            }))}
          />
          {waiting ? <ButtonLink href={here}>Look Again</ButtonLink> : null}
        </section>
      ) : null}
      {from === "recovery" ? null : (
        <section>
          <h2>Copies</h2>
          {copies.length === 0 ? (
            <Empty title="No copy of this club">
              <p>
                A backup that holds the club stands here, and for {KEEP.replacedDays} days what a swap put
                aside.
              </p>
            </Empty>
          ) : (
            <>
              <p className="muted">
                Open one to see what it would change. What a swap puts aside stays here for{" "}
                {KEEP.replacedDays} days, to swap back. Times are UTC.
              </p>
              <RowTable
                caption="Copies, the newest first"
                columns={[
                  { name: "As of", place: "name" },
                  { name: "What it is", place: "line" },
                ]}
                rows={copies.map(({ id, kind, asOf }) => ({
                  key: id,
                  href: href("/admin/clubs/:clubCode/copies/:copyId", { clubCode, copyId: id }),
                  cells: [asOf, KINDS[kind]],
                }))}
              />
            </>
          )}
        </section>
      )}
    </AdminPage>
  );
}
