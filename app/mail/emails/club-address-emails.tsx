import { brand } from "#app/config/brand.ts";
import { type Email, EmailButton, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";

/** Asks a club's new address to confirm that it is the club's (product.md#club-email). */
export function confirmEmailEmail(props: {
  clubName: string;
  clubCode: string;
  email: string;
  link: string;
  days: number;
}): Email {
  return renderEmail(
    `Confirm the new email address of ${props.clubName}`,
    <EmailLayout
      heading="Is this the club's new address?"
      preheader={`Press one button within ${props.days} days. Until then nothing changes.`}
      why={`You get this email because an administrator of ${props.clubName} entered this address in the club's settings.`}
    >
      <Paragraph>
        {`${props.clubName} wants to get its emails and its password resets at this address. It changes when you press the button on the page behind this link. The link works once, within ${props.days} days.`}
      </Paragraph>
      <Facts
        facts={[
          ["Club", `${props.clubName} (${props.clubCode.toUpperCase()})`],
          ["New address", props.email],
        ]}
      />
      <EmailButton href={props.link}>Confirm This Address</EmailButton>
      <Paragraph>If you do not know this club, ignore this email: nothing changes.</Paragraph>
    </EmailLayout>,
  );
}

/** Tells the address that a club has given up where its emails go from now on (product.md#club-email). */
export function emailChangedEmail(props: {
  clubName: string;
  clubCode: string;
  email: string;
  /** Missing in mails that were queued before there were such links. */
  takeBack?: string | null;
}): Email {
  return renderEmail(
    `The email address of ${props.clubName} was changed`,
    <EmailLayout
      heading="Your club has a new address"
      preheader={`Its emails go to ${props.email} from now on.`}
      why={`You get this email because this was the address of ${props.clubName} at ${brand.name} until now.`}
    >
      <Paragraph>
        {`Emails and password resets of ${props.clubName} (${props.clubCode.toUpperCase()}) go to ${props.email} from now on, and no longer to this address.`}
      </Paragraph>
      {props.takeBack ? (
        <>
          <Paragraph>
            If nobody at your club wanted this, take the club back. This link works for 7 days: this address
            is the club's again, everybody who signed in with the club's password is signed out, and you get a
            link to choose a new one.
          </Paragraph>
          <EmailButton href={props.takeBack}>Take the Address Back</EmailButton>
        </>
      ) : (
        <Paragraph>{`If nobody at your club wanted this, write to ${brand.mail.support} at once.`}</Paragraph>
      )}
    </EmailLayout>,
  );
}
