import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { AdminContext } from "#app/auth/admin-guard.server.ts";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { QUERY_MAX, readSearch } from "#app/domain/club/search/search-query.ts";
import { mergeProblems, UNDO_DAYS } from "#app/domain/control/account-merge/labels.ts";
import {
  findMergeAccount,
  type MergeAccount,
  mergeSchema,
  placesOfBoth,
} from "#app/domain/control/account-merge/merges.server.ts";
import { membershipLabels, veiledEmail } from "#app/domain/control/accounts/labels.ts";
import { openClubs } from "#app/domain/control/platform/club-access.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { findUsers, recordPeopleSearch } from "#app/domain/control/staff-search/find.server.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import {
  type MergeAhead,
  type MergeClub,
  mergeAccounts,
  previewMerge,
} from "#app/journeys/account-merge/merge-accounts.server.ts";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { MergeProof } from "./proof.tsx";

export const meta = () => title("Merge Two Accounts");

type Found = { step: "choose"; one: MergeAccount } | { step: "look"; ahead: MergeAhead };

/**
 * Asks for the other account of a person, then previews a merge of the two, with its button
 * (product/support.md#merging-accounts).
 */
const form = staffForm({
  may: "manage_clubs",
  schema: [mergeSchema, { hide: ["password", "code"] }],
  find: async ({ platform, control }, _params, request): Promise<Found | undefined> => {
    const { one, kept, other } = asked(request);
    if (kept && other) {
      const ahead = await previewMerge(platform, kept, other);
      return ahead ? { step: "look", ahead } : undefined;
    }
    const found = await findMergeAccount(control, one);
    return found && { step: "choose", one: found };
  },
  change: async ({ ctx: { platform, admin }, found, value }) => {
    if (found.step === "choose") return { ok: false, problem: "gone" } as const;
    const { kept, other } = found.ahead;
    return mergeAccounts(platform, admin, { ...value, keptId: kept.id, otherId: other.id });
  },
  problems: ({ problem }, { refuse, request }) => {
    if (problem === "other-now") {
      const { kept, other } = asked(request);
      return [
        href("/admin/merges/new", { kept, other }),
        "Something changed since you looked. Look again: nothing was merged.",
        "bad",
      ];
    }
    if (problem === "changed") return redirect("/admin/login?message=ended", 303);
    if (problem === "wrong-code" || problem === "wrong-password" || problem === "locked")
      return refuseProof(refuse, problem);
    return mergeProblems[problem];
  },
  saved: ({ id }) => [
    href("/admin/merges/:mergeId", { mergeId: id }),
    "The two are one from now on. What the other account has moves within some minutes; both addresses get an email.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request }) => {
  const asksCode = Boolean(ctx.admin.secondFactor);
  if (found.step === "choose")
    return { step: "choose" as const, ...(await candidates(ctx, found.one, asked(request).q)) };
  const { kept, other, problem, clubs, version } = found.ahead;
  const at = now();
  const open = await openClubs(ctx.control, ctx.admin.tokenHash, at);
  const isOpen = (role: "keptRole" | "otherRole") =>
    clubs.some((club) => club[role] !== null && open.has(club.code));
  return {
    step: "look" as const,
    asksCode,
    version,
    problem: problem && mergeProblems[problem],
    kept: shown(kept, isOpen("keptRole"), at),
    other: shown(other, isOpen("otherRole"), at),
    clubs: clubs.map(shownClub),
    warnings: problem ? [] : warningsOf(found.ahead),
  };
});

function asked(request: Request) {
  const search = new URL(request.url).searchParams;
  const of = (name: string) => (search.get(name) ?? "").slice(0, QUERY_MAX);
  return { one: of("one"), kept: of("kept"), other: of("other"), q: search.has("q") ? of("q") : null };
}

/** Lists other accounts of people; those of the same name until a search. */
async function candidates({ control, admin }: AdminContext, one: MergeAccount, typed: string | null) {
  const at = now();
  const text = typed ?? one.name;
  const { words } = readSearch(text, at.toISOString().slice(0, 10), plainWordsOf);
  const tooMany = words.length > 0 && !(await mayUse("staff-search", admin.id));
  const hits = words.length > 0 && !tooMany ? await findUsers(control, words) : [];
  if (words.length > 0 && !tooMany) await recordPeopleSearch(control, admin.id, { hits: hits.length, at });
  const open = await openClubs(control, admin.tokenHash, at);
  const people = new Map<string, { id: string; name: string; email: string; clubs: string[] }>();
  for (const hit of hits.filter(({ id, kind }) => kind === "person" && id !== one.id)) {
    const known = people.get(hit.id);
    const isShown = text.toLowerCase().includes(hit.email ?? "") || open.has(hit.clubCode ?? "");
    if (known && hit.clubName) known.clubs.push(hit.clubName);
    if (known && isShown) known.email = hit.email ?? "";
    if (known) continue;
    people.set(hit.id, {
      id: hit.id,
      name: hit.name || "No name yet",
      email: isShown ? (hit.email ?? "") : veiledEmail(hit.email ?? ""),
      clubs: hit.clubName ? [hit.clubName] : [],
    });
  }
  const places = await placesOfBoth(control, [one.id, one.id]);
  const isOpen = places.some(({ code }) => open.has(code));
  return { one: shown(one, isOpen, at), text, tooMany, people: [...people.values()] };
}

/**
 * Formats an account.
 * @param isOpen a reason was given to one of its clubs, which reads who looked (product/platform-staff.md#sign-in-help)
 */
function shown(account: MergeAccount, isOpen: boolean, at: Date) {
  const email = account.email ?? "";
  return {
    id: account.id,
    name: account.name || "No name yet",
    email: isOpen ? email : veiledEmail(email),
    isOpen,
    since: formatRowMoment(account.createdAt, "UTC", at),
    last: !isOpen
      ? "Reason first"
      : account.lastSignInAt
        ? formatRowMoment(account.lastSignInAt, "UTC", at)
        : "Never",
    sessions: Number(account.sessions),
    passkeys: Number(account.passkeys),
  };
}

const NOT_IN_IT = "Not in it";
const shownClub = ({ code, name, keptRole, otherRole, found }: MergeClub) => ({
  code,
  name,
  kept: keptRole ? membershipLabels[keptRole] : NOT_IN_IT,
  other: otherRole ? membershipLabels[otherRole] : NOT_IN_IT,
  found:
    found === "unavailable" ? null : { places: found.places, ratings: found.ratings, notes: found.notes },
});

/** Lists the clubs that both accounts belong to, and the outcome there. */
function warningsOf({ clubs, kept, other }: MergeAhead): string[] {
  const said: string[] = [];
  if (kept.name.trim().toLowerCase() !== other.name.trim().toLowerCase())
    said.push(
      `The names differ: ${kept.name || "none"} and ${other.name || "none"}. Be sure that it is one person.`,
    );
  for (const { name, keptRole, otherRole, found } of clubs) {
    if (keptRole && otherRole && keptRole !== otherRole)
      said.push(
        `${name}: one is an administrator, the other is not. The kept account is an administrator then.`,
      );
    else if (otherRole === "club_admin" && !keptRole)
      said.push(`${name}: the kept account becomes an administrator.`);
    if (found === "unavailable") {
      said.push(`${name}: its file cannot be opened now. What is in it moves once it can be.`);
      continue;
    }
    for (const { team, role } of found.sameRole)
      said.push(
        `${name}: both are ${role} of ${team}. One place is left, the head coach’s before an assistant’s.`,
      );
    for (const team of found.bothRoles)
      said.push(
        `${name}: one manages ${team} and one coaches it. The kept account does both then, which one person may.`,
      );
    if (found.bothRated > 0)
      said.push(
        `${name}: both rated ${pluralize(found.bothRated, "game")}. Each rating stays with its side, its words and the name under which it was given.`,
      );
    if (found.invitations > 0)
      said.push(
        `${name}: ${pluralize(found.invitations, "invitation")} to one of the addresses ${found.invitations === 1 ? "is" : "are"} open. Accepting one adds to the kept account.`,
      );
  }
  if (Number(other.passkeys) > 0)
    said.push(
      `${pluralize(Number(other.passkeys), "passkey")} of the other account sign nobody in any more.`,
    );
  if (Number(other.sessions) > 0)
    said.push(`The other account is signed out on ${pluralize(Number(other.sessions), "device")}.`);
  return said;
}

export default function MergeTwo() {
  const page = useLoaderData<typeof loader>();
  return page.step === "choose" ? <Choose {...page} /> : <Look {...page} />;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Choose({ one, text, tooMany, people }: Extract<Data, { step: "choose" }>) {
  return (
    <AdminPage
      title={`Merge ${one.name} with Another Account`}
      lead={<a href="/admin/merges">Merged accounts</a>}
    >
      <p>
        {one.name}, {one.email}. Choose the other account of the same person. Nothing changes before you have
        seen what would move.
      </p>
      <search>
        <form method="get" action="/admin/merges/new" className="filters" aria-label="Search accounts">
          <input type="hidden" name="one" value={one.id} />
          <TextField
            name="q"
            label="Name or email"
            type="search"
            value={text}
            autoComplete="off"
            maxLength={QUERY_MAX}
          />
          <SubmitButton look="secondary">Search</SubmitButton>
        </form>
      </search>
      {tooMany ? (
        <Notice tone="minor" title="Too many searches">
          <p>Wait a few minutes, then search again.</p>
        </Notice>
      ) : people.length === 0 ? (
        <Empty title="No other account found">
          <p>Type the beginning of a name, or an email.</p>
        </Empty>
      ) : (
        <RowTable
          caption="Other accounts"
          columns={[
            { name: "Name", place: "name" },
            { name: "Email", place: "line" },
            { name: "Clubs", place: "more" },
          ]}
          rows={people.map((other) => ({
            key: other.id,
            href: href("/admin/merges/new", { kept: one.id, other: other.id }),
            cells: [other.name, other.email, other.clubs.join(", ") || "In no club"],
          }))}
        />
      )}
    </AdminPage>
  );
}

function Look(page: Extract<Data, { step: "look" }>) {
  const { kept, other, problem, clubs, warnings, asksCode, version } = page;
  const sum = (of: "places" | "ratings" | "notes") =>
    clubs.reduce((total, { found }) => total + (found ? Number(found[of]) : 0), 0);
  return (
    <AdminPage title="Merge Two Accounts" lead={<a href="/admin/merges">Merged accounts</a>}>
      <DataTable
        caption="The two accounts"
        columns={[{ name: "" }, { name: "Is kept" }, { name: "Becomes a part of it" }]}
        rows={[
          { key: "name", cells: ["Name", kept.name, other.name] },
          { key: "email", cells: ["Email", kept.email, other.email] },
          { key: "since", cells: ["Since", kept.since, other.since] },
          { key: "last", cells: ["Last sign-in", kept.last, other.last] },
          { key: "keys", cells: ["Passkeys", count(kept.passkeys), count(other.passkeys)] },
        ]}
      />
      {kept.isOpen && other.isOpen ? null : (
        <p>
          To see full addresses, give a reason to a club of theirs first:{" "}
          {clubs.map(({ code, name, kept: ofKept }, index) => (
            <span key={code}>
              {index > 0 ? ", " : ""}
              <a
                href={href("/admin/clubs/:clubCode", {
                  clubCode: code,
                  person: ofKept === NOT_IN_IT ? other.id : kept.id,
                })}
              >
                {name}
              </a>
            </span>
          ))}
          .
        </p>
      )}
      {problem ? (
        <Notice tone="bad" title="These two cannot be merged">
          <p>{problem}</p>
        </Notice>
      ) : (
        <>
          <p>
            <a href={href("/admin/merges/new", { kept: other.id, other: kept.id })}>
              Keep {other.email} instead
            </a>
          </p>
          <h2>What moves to {kept.email}</h2>
          {clubs.length === 0 ? (
            <p>Neither is in a club now. What the other one gave in clubs that it left moves too.</p>
          ) : (
            <DataTable
              caption="By club"
              columns={[
                { name: "Club" },
                { name: "Kept account" },
                { name: "Other account" },
                { name: "Places in teams", numeric: true },
                { name: "Ratings", numeric: true },
                { name: "Notes", numeric: true },
              ]}
              rows={clubs.map((club) => ({
                key: club.code,
                cells: [
                  club.name,
                  club.kept,
                  club.other,
                  club.found ? count(club.found.places) : "Waits",
                  club.found ? count(club.found.ratings) : "Waits",
                  club.found ? count(club.found.notes) : "Waits",
                ],
              }))}
            />
          )}
          <p>
            In all {pluralize(sum("places"), "place")} in teams, {pluralize(sum("ratings"), "rating")} with
            all versions, and {pluralize(sum("notes"), "note")}. Names stay as they were given.
          </p>
          {warnings.length > 0 ? (
            <Notice tone="minor" title="Look at this first">
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <PostForm>
            <Version value={version} />
            <p>
              {other.email} signs nobody in any more and says where to sign in. Each club reads it in its
              activity, and both addresses get an email. You can undo it for {UNDO_DAYS} days.
            </p>
            <MergeProof asksCode={asksCode} />
            <FormButtons
              submit="Merge the Two Accounts"
              look="danger"
              back={href("/admin/merges/new", { one: kept.id })}
            />
          </PostForm>
        </>
      )}
    </AdminPage>
  );
}
