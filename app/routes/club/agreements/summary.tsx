import { href } from "#app/config/addresses.ts";
import type { AgreementCounts } from "#app/domain/club/agreements/agreement-list.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

type Query = Record<string, string | undefined>;

/** The figures of what the filter leaves; the completion counts all of it. */
export function Summary({ counts, completion }: { counts: AgreementCounts; completion: number | null }) {
  const closed = [
    counts.declined > 0 ? `${count(counts.declined)} declined` : "",
    counts.withdrawn > 0 ? `${count(counts.withdrawn)} withdrawn` : "",
  ].filter(Boolean);
  return (
    <Stats>
      <Stat label="Total" value={counts.total} note={closed.length > 0 ? closed.join(", ") : undefined} />
      <Stat label="Signed" value={counts.signed} />
      <Stat
        label="Pending"
        value={counts.pending}
        note={counts.unsent > 0 ? `${count(counts.unsent)} not sent yet` : undefined}
      />
      <Stat label="Expired" value={counts.expired} />
      <Stat label="Completion" value={completion === null ? "–" : `${completion}%`} />
    </Stats>
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
  return (
    <>
      {registrations > 0 ? (
        <Notice tone="minor" title={`${pluralize(registrations, "registration")} to look at`}>
          <p>
            <a href={href("/email-collection/registrations")}>Look at them</a> and accept whom you know.
          </p>
        </Notice>
      ) : null}
      {undelivered > 0 ? (
        <Notice
          tone="minor"
          title={`${pluralize(undelivered, "address", "addresses")} ${undelivered === 1 ? "takes" : "take"} no email`}
        >
          <p>
            <a href={href("/agreements", { ...query, status: "undelivered" })}>Show and correct them</a>; then
            the agreement can be sent again.
          </p>
        </Notice>
      ) : null}
      {toMatch > 0 ? (
        <Notice
          tone="minor"
          title={`${pluralize(toMatch, "parent")} signed under another name, address or signature than on your list`}
        >
          <p>
            <a href={href("/agreements", { ...query, status: "to-match" })}>Look at them</a> and say whether
            it is the same person.
          </p>
        </Notice>
      ) : null}
      {toSend > 0 || remindable > 0 ? (
        <Buttons>
          {toSend > 0 ? (
            <ButtonLink href={href("/agreements/send", query)} look="primary">
              {resends > 0 ? "Resend" : "Send the Agreement"} to {pluralize(toSend, "Parent")}
            </ButtonLink>
          ) : null}
          {remindable > 0 ? (
            <ButtonLink href={href("/agreements/remind", query)}>
              Send Bulk Reminders ({count(remindable)})
            </ButtonLink>
          ) : null}
        </Buttons>
      ) : null}
    </>
  );
}
