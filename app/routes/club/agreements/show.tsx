import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { MissingLetters } from "#app/ui/missing-letters.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AgreementStatus } from "./agreement-table.tsx";
import { openManagedAgreement } from "./open-agreement.server.ts";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";
import { type AgreementPage, agreementPage } from "./show-page.server.ts";

export const handle = { madeOf: [] };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Agreement of ${data.label}` : "Agreement");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.send");
  return agreementPage(ctx, await openManagedAgreement(ctx, args.params.agreementId));
}

export default function Agreement() {
  const page = useLoaderData<typeof loader>();
  const { id, label, status, children, elsewhere, history } = page;
  const later = children.some((child) => child.later !== null);
  return (
    <ClubPage title={`Agreement of ${label}`} crumbs={[{ label: "Parents", href: "/agreements" }, { label }]}>
      <AgreementActions page={page} />
      <Facts
        facts={[
          [
            "Status",
            <AgreementStatus key="status" status={status} dead={page.dead !== null} toMatch={page.toMatch} />,
          ],
          ["Parent", page.name || "Name not known"],
          ["Email", page.email],
          ...page.facts,
        ]}
      />
      {elsewhere ? (
        <p className="muted">
          This parent also has a child in another team. Their name and email are corrected by an administrator
          of your club.
        </p>
      ) : null}
      <Buttons>
        {elsewhere ? null : (
          <ButtonLink href={href("/agreements/:agreementId/edit", { agreementId: id })}>
            Correct Name or Email
          </ButtonLink>
        )}
        {page.admin ? (
          <ButtonLink href={href("/agreements/:agreementId/erase", { agreementId: id })}>
            Remove This Parent
          </ButtonLink>
        ) : null}
      </Buttons>
      <section>
        <h2>Children</h2>
        {children.length === 0 ? (
          <p>No child is known. Parents type their children's names or initials when they sign.</p>
        ) : (
          <RowTable
            caption="Children"
            columns={[
              { name: "Child", place: "name" },
              { name: "Age group", place: "state" },
              { name: "Team", place: later ? "left" : "line" },
              ...(later ? [{ name: "Added", place: "line" } as const] : []),
            ]}
            rows={children.map((child) => ({
              key: child.id,
              cells: [
                child.name,
                child.ageGroup || "Not known",
                child.teamName ?? "No team",
                ...(later ? [child.later ?? "Before the signature"] : []),
              ],
            }))}
          />
        )}
        <Buttons>
          <ButtonLink href={href("/agreements/:agreementId/children", { agreementId: id })}>
            Add or Remove Children
          </ButtonLink>
        </Buttons>
      </section>
      <section>
        <h2>History</h2>
        <RowTable
          caption="What happened to this agreement, newest first"
          columns={[
            { name: "What", place: "name" },
            { name: "By", place: "state" },
            { name: "When", place: "line" },
          ]}
          rows={history.map((event, index) => ({
            key: `${event.at} ${index}`,
            cells: [event.label, event.by, event.at],
          }))}
        />
        <p className="small muted">
          A link counts as opened once the parent uses a form on its page. Looking at it is not noted: mail
          programs and scanners open links by themselves.
        </p>
        {page.givenAway.map((record) => (
          <p key={record.id}>
            Somebody else signed with this parent's link:{" "}
            <a href={href("/agreements/:agreementId", { agreementId: record.id })}>
              the record of {record.name}
            </a>
            .
          </p>
        ))}
        <MissingLetters letters={page.missing} of="the PDF copy" />
        {page.admin && page.proven ? (
          <Buttons>
            {page.everSigned ? (
              <ButtonLink href={href("/agreements/:agreementId/copy.pdf", { agreementId: id })}>
                PDF Copy
              </ButtonLink>
            ) : null}
            <ButtonLink href={href("/agreements/:agreementId/export.json", { agreementId: id })}>
              Download the Record
            </ButtonLink>
          </Buttons>
        ) : null}
      </section>
    </ClubPage>
  );
}

/** Suggests next steps for one agreement. */
function AgreementActions({ page }: { page: AgreementPage }) {
  const { id, status, sent, dead, undelivered, stopped, toMatch, elsewhere } = page;
  const open = status !== "signed";
  const saidNo = status === "declined" || status === "withdrawn";
  return (
    <>
      {open && undelivered ? <Undelivered page={page} /> : null}
      {open && stopped && !dead ? (
        <Notice tone="minor" title="This parent wants no more reminders">
          <p>Talk to them in person. The link that they have still works until it expires.</p>
        </Notice>
      ) : null}
      <OwnParagraphMissing languages={page.withoutParagraph} mayEdit={page.admin} />
      {open && !dead && !stopped ? (
        status === "pending" && sent ? (
          <Buttons>
            <ButtonLink href={href("/agreements/:agreementId/reminder", { agreementId: id })} look="primary">
              Send Reminder
            </ButtonLink>
          </Buttons>
        ) : (
          <ButtonForm action={href("/agreements/:agreementId/request", { agreementId: id })}>
            {saidNo ? (
              <p>
                This parent {status === "declined" ? "declined" : "withdrew"}. Send a new link when they have
                agreed to look at it again: one email goes out, and no reminders follow by themselves.
              </p>
            ) : null}
            <Buttons>
              <SubmitButton look={saidNo ? "secondary" : undefined}>
                {status === "pending" ? "Send the Agreement" : "Resend"}
              </SubmitButton>
            </Buttons>
          </ButtonForm>
        )
      ) : null}
      {open ? (
        <p>
          Did this parent sign the printed agreement?{" "}
          <a href={href("/agreements/:agreementId/paper", { agreementId: id })}>
            Record the signature on paper
          </a>
        </p>
      ) : null}
      {page.signedBefore ? <AskToConfirm page={page} /> : null}
      {toMatch ? (
        <Notice tone="minor" title="Signed under another name, address or signature than on your list">
          {elsewhere ? (
            <p>An administrator of your club says whether it is the same person.</p>
          ) : (
            <p>
              <a href={href("/agreements/:agreementId/match", { agreementId: id })}>
                Say whether it is the same person
              </a>
              . The address on your list was told.
            </p>
          )}
        </Notice>
      ) : null}
    </>
  );
}

/** Offers one button to ask the parent about children added since the signature. */
function AskToConfirm({ page: { id, signedBefore, confirmAsked } }: { page: AgreementPage }) {
  return (
    <Notice tone="minor" title={`Signed ${signedBefore}`}>
      <p>
        {confirmAsked
          ? `The parent was asked to confirm on ${confirmAsked} and has not answered yet.`
          : "What was signed stays as it is. You can ask the parent to confirm what was added: one email, one tap."}
      </p>
      <ButtonForm action={href("/agreements/:agreementId/confirm", { agreementId: id })}>
        <SubmitButton look="secondary">{confirmAsked ? "Ask Again" : "Ask for a Confirmation"}</SubmitButton>
      </ButtonForm>
    </Notice>
  );
}

/** Explains why the email did not arrive, and what to do. */
function Undelivered({ page: { id, email, dead, undelivered, elsewhere } }: { page: AgreementPage }) {
  return (
    <Notice tone="minor" title={`${email}: ${undelivered?.short.toLowerCase()}`}>
      <p>
        {undelivered?.what} {undelivered?.way}
      </p>
      {dead ? (
        <p>
          Ask the parent for the right address,{" "}
          {elsewhere ? (
            "have an administrator correct it"
          ) : (
            <a href={href("/agreements/:agreementId/edit", { agreementId: id })}>correct it</a>
          )}{" "}
          and send the agreement again, or let the parent sign on paper.
        </p>
      ) : null}
    </Notice>
  );
}
