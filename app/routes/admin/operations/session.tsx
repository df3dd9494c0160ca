import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { readPlatformAudit } from "#app/domain/control/audit/platform-audit.server.ts";
import { anySession } from "#app/domain/control/operations/all-sessions.server.ts";
import { openClubs } from "#app/domain/control/platform/club-access.server.ts";
import { auditFilterIn } from "#app/domain/values/audit/filter.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { formatMoment, formatRowMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { durationText } from "./session-times.ts";

export const meta = () => title("Session");

const LINES = 20;

/**
 * Loads one session: its device and address, and its owner's recent actions in the audit log
 * (product/platform-staff.md#all-sessions).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_users");
  const session = await anySession(control, args.params.signInId ?? "");
  if (!session) throw notFound();
  const at = now();
  const filter = auditFilterIn(new URLSearchParams({ person: session.personId }));
  const { rows } = await readPlatformAudit({ control }, { filter, cursor: null, limit: LINES });
  const moment = (when: string) => `${formatMoment(when, "UTC")}`;
  const { of, clubCode, clubName } = session;
  const isOpen = of === "staff" || (await openClubs(control, admin.tokenHash, at)).has(clubCode ?? "");
  return {
    id: session.id,
    name: session.name,
    own: of === "staff" && session.personId === admin.id,
    facts: [
      [of === "staff" ? "Role" : "In the club", session.role],
      ...(clubName ? [[of === "staff" ? "Acts for" : "Club", clubName]] : []),
      ["Last active", moment(session.lastActive)],
      ["Signed in", moment(session.since)],
      ["Duration", durationText(session.since, session.lastActive)],
      ["Device", isOpen ? deviceName(session.userAgent) : "Reason first"],
      ["Address", isOpen ? session.ip : "Reason first"],
      ["Remembered", session.remembered ? "Yes" : "No"],
      ["Ends at the latest", moment(session.endsAt)],
    ] as [string, string][],
    person:
      of === "staff"
        ? href("/admin/staff/:adminId", { adminId: session.personId })
        : clubCode
          ? href("/admin/clubs/:clubCode/people/:accountId", { clubCode, accountId: session.personId })
          : null,
    others: href("/admin/sessions", { of: of === "staff" ? of : undefined, q: session.name }),
    lines: rows.map(({ key, at: when, what, club }) => ({
      key,
      what,
      club,
      when: formatRowMoment(when, "UTC", at),
    })),
  };
}

export default function Session() {
  const { id, name, own, facts, person, others, lines } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={name}
      lead={<a href={href("/admin/sessions")}>Sessions</a>}
      actions={
        own ? null : (
          <ButtonLink href={href("/admin/sessions/:signInId/end", { signInId: id })}>Terminate</ButtonLink>
        )
      }
    >
      <Facts facts={facts} />
      <p className="row">
        {person ? <a href={person}>{name}</a> : null} <a href={others}>Sessions under this name</a>
      </p>
      <h2>Lately</h2>
      {lines.length === 0 ? (
        <Empty title="Nothing in the audit log" />
      ) : (
        <RowTable
          caption="What they did lately, newest first"
          columns={[
            { name: "When", place: "left" },
            { name: "What", place: "name" },
            { name: "Club", place: "state" },
          ]}
          rows={lines.map(({ key, what, when, club }) => ({ key, cells: [when, what, club] }))}
        />
      )}
      <p className="muted small">
        Times are UTC. The last {LINES} lines of the platform’s audit log, from all sessions of this person:
        which session did what is not kept.
      </p>
    </AdminPage>
  );
}
