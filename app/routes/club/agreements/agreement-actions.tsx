import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { OwnParagraphMissing } from "./own-paragraph-missing.tsx";
import type { AgreementPage } from "./show-page.server.ts";

/** What the club can do next about one agreement. */
export function AgreementActions({ page }: { page: AgreementPage }) {
  const { id, status, sent, dead, stopped, toMatch, elsewhere } = page;
  const open = status !== "signed";
  const saidNo = status === "declined" || status === "withdrawn";
  return (
    <>
      {open && dead ? <DeadAddress page={page} /> : null}
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

/** A bounce says what to mend. */
function DeadAddress({ page: { id, email, dead, elsewhere } }: { page: AgreementPage }) {
  return (
    <Notice
      tone="minor"
      title={dead === "bounced" ? `${email} takes no email` : `${email} marked our email as spam`}
    >
      <p>
        {dead === "bounced"
          ? "The address does not exist or its mailbox refuses email. Ask the parent for the right one, "
          : "We send nothing more to it. Ask the parent for another address, "}
        {elsewhere ? (
          "have an administrator correct it"
        ) : (
          <a href={href("/agreements/:agreementId/edit", { agreementId: id })}>correct it</a>
        )}{" "}
        and send the agreement again, or let the parent sign on paper.
      </p>
    </Notice>
  );
}
