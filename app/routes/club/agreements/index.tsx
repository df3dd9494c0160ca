import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { agreementStates, filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { agreementStateName } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AgreementTable } from "./agreement-table.tsx";
import { loadAgreementList } from "./list-page.server.ts";
import { NoAgreements } from "./no-agreements.tsx";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";
import { ParentsNav } from "./parents-nav.tsx";
import { Summary, WhatWaits } from "./summary.tsx";

export const meta = () => title("Parents: Agreements");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.see");
  return json(await loadAgreementList(ctx, new URL(args.request.url).searchParams));
}

export default function Agreements() {
  const page = useLoaderData<typeof loader>();
  const { filter, teams, counts, agreements, before, after, maySend, mayImport } = page;
  const query = filterQuery(filter);
  const filtered = Object.values(query).some((value) => value !== undefined);
  const some = counts.total > 0 || filtered;
  return (
    <ClubPage
      title="Agreements"
      crumbs={[{ label: "Parents" }]}
      lead="Your parents, and which of them have signed your club's sideline agreement."
    >
      <ParentsNav />
      {some ? <Summary counts={counts} completion={page.completion} /> : null}
      <OwnParagraphMissing languages={page.withoutParagraph} mayEdit />
      {maySend ? <WhatWaits counts={counts} query={query} registrations={page.registrations} /> : null}
      {some ? (
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
      ) : null}
      {agreements.length > 0 ? (
        <AgreementTable agreements={agreements} addresses={maySend} />
      ) : (
        <NoAgreements filtered={filtered} mayImport={mayImport} />
      )}
      {before || after ? (
        <nav className="pagination" aria-label="Pages">
          {before ? (
            <ButtonLink href={href("/agreements", { ...query, before })}>Previous</ButtonLink>
          ) : (
            <span />
          )}{" "}
          {after ? <ButtonLink href={href("/agreements", { ...query, after })}>Next</ButtonLink> : <span />}
        </nav>
      ) : null}
      <Buttons>
        <ButtonLink href={href("/agreements/text")}>What Parents Sign</ButtonLink>
        {counts.total > 0 ? (
          <ButtonLink href={href("/agreements/report.csv", query)}>Export CSV</ButtonLink>
        ) : null}
        {mayImport && counts.total > 0 ? (
          <ButtonLink href={href("/agreements/export.json")}>Export Evidence</ButtonLink>
        ) : null}
        <ButtonLink href={href("/agreements/verify")} look="quiet">
          Check a Signed Agreement
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
