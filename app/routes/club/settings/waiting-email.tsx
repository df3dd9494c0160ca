import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";

/** The club's new address, until the link that was sent to it is opened (product.md#club-email). */
export function WaitingEmail(props: {
  waiting: { email: string; until: string; expired: boolean };
  now: string;
}) {
  const { waiting, now } = props;
  return (
    <Notice tone="minor" title={`${waiting.email} is not confirmed yet`}>
      <p>
        {waiting.expired
          ? "The link that we sent there has expired. "
          : `We sent a link there, valid until ${waiting.until}. `}
        Until its button is pressed, emails and password resets go to {now}.
      </p>
      <ButtonForm className="inline-form">
        <Buttons>
          <SubmitButton name="intent" value="resend-email" look="secondary">
            Send again
          </SubmitButton>
          <SubmitButton name="intent" value="cancel-email" look="quiet">
            Cancel
          </SubmitButton>
        </Buttons>
      </ButtonForm>
    </Notice>
  );
}
