import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMember, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { agreementStates, filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import type { AgreementCounts } from "#app/domain/club/agreements/agreement-list.server.ts";
import { agreementStateName } from "#app/domain/club/agreements/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { PageLinks } from "#app/ui/pagination.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { AgreementTable } from "./agreement-table.tsx";
import { countForSupport, loadAgreementList } from "./list-page.server.ts";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";
import { ParentsNav } from "./parents-nav.tsx";

export const handle = { madeOf: ["agreement-mails"] };

export const meta = () => title("Parents: Agreements");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "agreements.count");
  if (!isMember(ctx)) return { list: null, support: await countForSupport(ctx) };
  const list = await loadAgreementList(ctx, new URL(args.request.url).searchParams);
  return { list, support: null };
}

export default function Agreements() {
  const { list, support } = useLoaderData<typeof loader>();
  if (list) return <AgreementList page={list} />;
  return (
    <ClubPage
      title="Agreements"
      lead="How many parents have signed. Who they are, and how to reach them, is for the club."
    >
      {support ? <Summary {...support} /> : null}
    </ClubPage>
  );
}

function AgreementList({ page }: { page: ListPage }) {
  const { filter, counts, agreements, before, after, maySend, mayImport } = page;
  const query = filterQuery(filter);
  const filtered = Object.values(query).some((value) => value !== undefined);
  return (
    <ClubPage
      title="Agreements"
      crumbs={[{ label: "Parents" }]}
      lead="Your parents, and which of them have signed your club's sideline agreement."
    >
      <ParentsNav />
      {counts.total > 0 ? <Summary counts={counts} completion={page.completion} /> : null}
      <OwnParagraphMissing languages={page.withoutParagraph} mayEdit />
      {maySend ? <WhatWaits counts={counts} query={query} registrations={page.registrations} /> : null}
      {counts.total > 0 || filtered ? <AgreementFilters page={page} filtered={filtered} /> : null}
      {agreements.length === 0 ? (
        <NoAgreements filtered={filtered} mayImport={mayImport} />
      ) : maySend ? (
        <TickForm page={page} query={query} />
      ) : (
        <AgreementTable agreements={agreements} opens={false} />
      )}
      <PageLinks
        before={before ? ["Previous", href("/agreements", { ...query, before })] : null}
        after={after ? ["Next", href("/agreements", { ...query, after })] : null}
      />
      <Buttons>
        <ButtonLink href={href("/agreements/text")}>What Parents Sign</ButtonLink>
        {counts.total > 0 ? (
          <ButtonLink href={href("/agreements/report.csv", query)} look="quiet">
            Export CSV
          </ButtonLink>
        ) : null}
        {mayImport && counts.total > 0 ? (
          <ButtonLink href={href("/agreements/export.json")} look="quiet">
            Download the Signatures
          </ButtonLink>
        ) : null}
        <ButtonLink href={href("/agreements/verify")} look="quiet">
          Check a Signed Agreement
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}

type ListPage = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>;

function AgreementFilters({ page, filtered }: { page: ListPage; filtered: boolean }) {
  const { filter, counts, teams, maySend } = page;
  return (
    <FilterBar
      action={href("/agreements")}
      count={
        <>
          {pluralize(counts.total, "agreement")}
          {filtered ? (
            <>
              . <a href={href("/agreements")}>Show all</a>
            </>
          ) : null}
        </>
      }
    >
      <SelectField
        name="team"
        label="Team"
        required
        value={filter.teamId ?? ""}
        empty="All Teams"
        choices={teams}
      />
      <SelectField
        name="status"
        label="Status"
        required
        value={filter.status ?? ""}
        empty="All Status"
        choices={agreementStates.map((value) => ({ value, label: agreementStateName[value] }))}
      />
      <TextField
        name="q"
        label={maySend ? "Name or email" : "Name"}
        type="search"
        value={filter.query ?? ""}
      />
    </FilterBar>
  );
}

/** Lists parents with a checkbox for each whom sending or reminding can reach; the next page asks first. */
function TickForm({ page, query }: { page: ListPage; query: Record<string, string | undefined> }) {
  const kept = Object.entries({ ...query, ...page.from }).flatMap(([name, value]) =>
    value ? [{ name, value }] : [],
  );
  const any = page.agreements.some(({ choosable }) => choosable);
  return (
    <form method="get" action={href("/agreements/send")}>
      {kept.map((field) => (
        <Hidden key={field.name} {...field} />
      ))}
      <AgreementTable agreements={page.agreements} opens />
      {any ? (
        <div className="chosen buttons">
          <SubmitButton name="chosen" value="send" look="secondary">
            Send to the Chosen
          </SubmitButton>{" "}
          <SubmitButton name="chosen" value="remind" look="secondary">
            Remind the Chosen
          </SubmitButton>
        </div>
      ) : null}
    </form>
  );
}

/** Explains why the list is empty, and how to fill it. */
function NoAgreements({ filtered, mayImport }: { filtered: boolean; mayImport: boolean }) {
  if (filtered) {
    return (
      <Empty title="No agreement matches" action={<a href={href("/agreements")}>Show all agreements</a>} />
    );
  }
  if (!mayImport) {
    return (
      <Empty title="No parents yet">
        <p>Once your club has added the parents of your teams, you see here who has signed.</p>
      </Empty>
    );
  }
  return (
    <Empty
      title="No parents yet"
      action={
        <>
          <ButtonLink href={href("/advanced-import")} look="primary">
            Import Parents
          </ButtonLink>{" "}
          <ButtonLink href={href("/agreements/new")}>Add a Parent</ButtonLink>
        </>
      }
    >
      <p>Add your parents once; then each gets one link, reads one page and signs for all children.</p>
    </Empty>
  );
}

type Query = Record<string, string | undefined>;

/** Counts the filtered agreements, with their completion. */
function Summary({ counts, completion }: { counts: AgreementCounts; completion: number | null }) {
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

/** Suggests next steps for the filtered parents. */
function WhatWaits({
  counts,
  query,
  registrations,
}: {
  counts: AgreementCounts;
  query: Query;
  /** Number of registrations that wait for the club. */
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
