import { href } from "#app/config/addresses.ts";
import type { AgreementCounts } from "#app/domain/club/agreements/agreement-list.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

type Query = Record<string, string | undefined>;

/** The figures of what the filter leaves; the completion counts all of it. */
export function Summary({ counts, completion }: { counts: AgreementCounts; completion: number | null }) {
  const closed = [
    counts.declined > 0 ? `${count(counts.declined)} declined` : "",
    counts.withdrawn > 0 ? `${count(counts.withdrawn)} withdrawn` : "",
  ].filter(Boolean);
  return (
    <div className="brief">
      <Stats>
        <Stat label="Total" value={counts.total} />
        <Stat label="Signed" value={counts.signed} />
        <Stat
          label="Pending"
          value={counts.pending}
          note={counts.unsent > 0 ? `${count(counts.unsent)} not sent yet` : undefined}
        />
        <Stat
          label="Expired"
          value={counts.expired}
          note={closed.length > 0 ? closed.join(", ") : undefined}
        />
        <Stat label="Completion" value={completion === null ? "–" : `${completion}%`} />
      </Stats>
    </div>
  );
}

/** What the club can do next about what the filter leaves. */
export function WhatWaits({
  counts,
  query,
  registrations,
}: {
  counts: AgreementCounts;
  query: Query;
  /** Registrations that wait for the club. */
  registrations: number;
}) {
  const { remindable, undelivered, toMatch } = counts;
  const resends = query.status === "expired" ? counts.resendable : 0;
  const toSend = counts.sendable + resends;
  const tasks = [
    {
      many: registrations,
      to: href("/email-collection/registrations"),
      what: `${pluralize(registrations, "registration")} to look at`,
      about: "Accept whom you know",
    },
    {
      many: undelivered,
      to: href("/agreements", { ...query, status: "undelivered" }),
      what: `${pluralize(undelivered, "address", "addresses")} ${undelivered === 1 ? "takes" : "take"} no email`,
      about: "Correct them; then the agreement can be sent again",
    },
    {
      many: toMatch,
      to: href("/agreements", { ...query, status: "to-match" }),
      what: `${pluralize(toMatch, "signature")} to compare`,
      about: "Signed under another name, address or signature than on your list",
    },
  ].filter(({ many }) => many > 0);
  return (
    <>
      {tasks.length > 0 ? (
        <ul className="action-list brief">
          {tasks.map(({ to, what, about }) => (
            <li key={to}>
              <a href={to}>{what}</a> <span>{about}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {toSend > 0 || remindable > 0 ? (
        <div className="buttons chosen">
          {toSend > 0 ? (
            <ButtonLink href={href("/agreements/send", query)} look="primary">
              {resends > 0 ? "Resend" : "Send the Agreement"} to {pluralize(toSend, "Parent")}
            </ButtonLink>
          ) : null}{" "}
          {remindable > 0 ? (
            <ButtonLink href={href("/agreements/remind", query)}>
              Send Bulk Reminders ({count(remindable)})
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
