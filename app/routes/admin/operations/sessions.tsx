import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { QUERY_MAX, readSearch } from "#app/domain/club/search/search-query.ts";
import {
  type AnySession,
  listSessions,
  SESSIONS_SHOWN,
  type SessionsOf,
  staffNamed,
} from "#app/domain/control/operations/all-sessions.server.ts";
import { openClubs } from "#app/domain/control/platform/club-access.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { findUsers, recordPeopleSearch } from "#app/domain/control/staff-search/find.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { choicesOf, SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { OperationsSections } from "./sections.tsx";
import { durationText } from "./session-times.ts";

export const meta = () => title("Sessions");

const GROUPS: Record<SessionsOf, string> = { clubs: "The clubs’ people", staff: "Our staff" };

/** Lists sessions, the latest activity first (product/platform-staff.md#all-sessions). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_users");
  const at = now();
  const asked = new URL(args.request.url).searchParams;
  const of: SessionsOf = asked.get("of") === "staff" ? "staff" : "clubs";
  const query = readSearch(asked.get("q") ?? "", at.toISOString().slice(0, 10), plainWordsOf);
  const club = of === "clubs" ? (asked.get("club") ?? "").trim().toLowerCase().slice(0, SEARCH_MAX) : "";
  const before = cursorIn(asked.get("before"));
  const page = { of, text: query.text, club, isFirst: before === null, tooMany: false };
  const none = { rows: [] as ReturnType<typeof shown>[], next: null as string | null };
  const searches = query.words.length > 0;
  if (searches && !(await mayUse("staff-search", admin.id)))
    return json({ ...page, ...none, tooMany: true }, { status: 429 });
  const people = searches ? await peopleNamed(control, of, query) : null;
  const sessions = await listSessions(control, of, { people, clubCode: club || null, before });
  if (people && before === null) await recordPeopleSearch(control, admin.id, { hits: people.length, at });
  const list = sessions.slice(0, SESSIONS_SHOWN);
  const open = await openClubs(control, admin.tokenHash, at);
  const last = list.at(-1);
  return {
    ...page,
    rows: list.map((session) => shown(session, open, at)),
    next: last && sessions.length > SESSIONS_SHOWN ? `${last.lastActive}_${last.id}` : null,
  };
}

async function peopleNamed(
  control: Parameters<typeof findUsers>[0],
  of: SessionsOf,
  { text, words }: ReturnType<typeof readSearch>,
): Promise<string[]> {
  if (of === "staff") return staffNamed(control, text);
  return [...new Set((await findUsers(control, words)).map(({ id }) => id))];
}

/** Reads the cursor of a link to earlier sessions: last activity and id of the last one shown. */
function cursorIn(text: string | null) {
  const [, at, id] = /^(\d{4}-[\d:.T-]{1,24}Z)_([\w-]{1,40})$/.exec(text ?? "") ?? [];
  return at && id ? { at, id } : null;
}

/**
 * Formats a session; its address is shown once a reason was given to its club (product/platform-staff.md#sign-in-help).
 */
const shown = (session: AnySession, open: ReadonlySet<string>, at: Date) => ({
  ...(session.of === "staff" || open.has(session.clubCode ?? "")
    ? { device: deviceName(session.userAgent), ip: session.ip }
    : { device: "Reason first", ip: "Reason first" }),
  id: session.id,
  name: session.name,
  club: session.clubCode?.toUpperCase() ?? "",
  role: session.role,
  active: formatRowMoment(session.lastActive, "UTC", at),
  lasts: durationText(session.since, session.lastActive),
});

export default function Sessions() {
  const { of, text, club, isFirst, tooMany, rows, next } = useLoaderData<typeof loader>();
  const filter = { of: of === "staff" ? of : undefined, q: text || undefined, club: club || undefined };
  const filtered = text !== "" || club !== "";
  const all = <a href={href("/admin/sessions", { of: filter.of })}>Show all</a>;
  return (
    <AdminPage
      title="Sessions"
      lead="Who is signed in. Parents have no sign-in, so none of them stands here."
    >
      <OperationsSections current="sessions" />
      <FilterBar
        action={href("/admin/sessions")}
        count={
          <>
            {isFirst ? "" : "Earlier: "}
            {pluralize(rows.length, "session")}
            {next ? " on this page" : ""}. Times are UTC. {filtered ? all : null}
          </>
        }
      >
        <SelectField name="of" label="Whose" required value={of} choices={choicesOf(GROUPS)} />
        <TextField
          name="q"
          label="Name or email"
          type="search"
          autoComplete="off"
          value={text}
          maxLength={QUERY_MAX}
        />
        {of === "clubs" ? (
          <TextField name="club" label="Club code" value={club.toUpperCase()} maxLength={SEARCH_MAX} />
        ) : null}
      </FilterBar>
      {tooMany ? (
        <Notice tone="minor" title="Too many searches">
          <p>Wait a few minutes, then search again.</p>
        </Notice>
      ) : rows.length === 0 ? (
        <Empty
          title={filtered ? "Nobody who fits is signed in" : "Nobody is signed in"}
          action={filtered || !isFirst ? all : null}
        />
      ) : (
        <RowTable
          caption="Sessions, the latest activity first"
          columns={[
            { name: "Who", place: "name" },
            { name: "Last active", place: "state" },
            { name: of === "staff" ? "Acts for" : "Club", place: "left" },
            { name: "Device", place: "line" },
            { name: "Address", place: "more" },
            { name: "Duration", place: "more" },
            { name: "Role", place: "more" },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            href: href("/admin/sessions/:signInId", { signInId: row.id }),
            cells: [row.name, row.active, row.club || "None", row.device, row.ip, row.lasts, row.role],
          }))}
        />
      )}
      <PageLinks
        before={isFirst ? null : ["Latest", href("/admin/sessions", filter)]}
        after={next === null ? null : ["Earlier", href("/admin/sessions", { ...filter, before: next })]}
      />
      <p className="muted small">
        Activity is noted to ten minutes, of our staff to one. The address is that of the sign-in; where
        somebody is, is not kept.
      </p>
    </AdminPage>
  );
}
