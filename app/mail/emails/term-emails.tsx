import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Email, EmailButton, Paragraph, renderEmail } from "../email.tsx";
import { type ClubContact, ClubEmailLayout, Support } from "./club-emails.tsx";

interface NoticeProps {
  club: ClubContact;
  /** Days before the end of the year, or what has come. */
  notice: 30 | 7 | 1 | "ended" | "suspended";
  ends: string;
  readableUntil: string;
  price: string;
  renewLink: string;
}

/** Says when a club's year ends, and what then; nothing renews by itself (product.md#term). */
export function termNoticeEmail(props: NoticeProps): Email {
  const { club, price } = props;
  const { heading, preheader, text } = wordsOf(props);
  return renderEmail(
    `${heading}: ${club.name}`,
    <ClubEmailLayout club={club} heading={heading} preheader={preheader}>
      <Paragraph>{text}</Paragraph>
      <Paragraph>
        {`The next year costs ${price}, paid in advance. Nothing renews or is charged by itself.`}
      </Paragraph>
      <EmailButton href={props.renewLink}>Renew</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

function wordsOf({ club, notice, ends, readableUntil }: NoticeProps) {
  if (notice === "suspended")
    return {
      heading: "Your club is paused",
      preheader: "Nothing is lost: everything is back with a payment.",
      text: `The year of ${club.name} ended on ${ends}, and the 30 days in which it could still be read are over. Nothing is lost: everything is back as soon as a payment arrives.`,
    };
  if (notice === "ended")
    return {
      heading: "Your year has ended",
      preheader: `Everything can be read until ${readableUntil}.`,
      text: `The year of ${club.name} ended on ${ends}. Until ${readableUntil} everything can be read but not changed; then the club is paused until it renews. Nothing is lost.`,
    };
  return {
    heading: `Your year ends in ${pluralize(notice, "day")}`,
    preheader: `It ends on ${ends}. Renew with one button.`,
    text: `The year of ${club.name} ends on ${ends}. If you renew before, the next year starts right after it and nothing is interrupted. Without a renewal everything can be read for 30 more days, but not changed.`,
  };
}

/** Thanks for a renewal (product.md#term). */
export function renewedEmail(props: {
  club: ClubContact;
  starts: string;
  ends: string;
  onItsWay: boolean;
  billingLink: string;
}): Email {
  const { club, starts, ends } = props;
  return renderEmail(
    `${club.name} is renewed until ${ends}`,
    <ClubEmailLayout
      club={club}
      heading="Thank you for another year"
      preheader={`It runs from ${starts} to ${ends}.`}
    >
      <Paragraph>{`The next year of ${club.name} runs from ${starts} to ${ends}. Nothing renews by itself.`}</Paragraph>
      {props.onItsWay ? (
        <Paragraph>
          Your bank payment is on its way and takes up to 4 business days. You can use everything in the
          meantime.
        </Paragraph>
      ) : null}
      <EmailButton href={props.billingLink}>See Your Billing</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Says that the bank payment of a renewal failed. */
export function renewalFailedEmail(props: { club: ClubContact; price: string; renewLink: string }): Email {
  const { club, price } = props;
  return renderEmail(
    `Renewal failed: ${club.name}`,
    <ClubEmailLayout
      club={club}
      heading="Your renewal did not go through"
      preheader="Nothing is lost. Pay again with one button."
    >
      <Paragraph>
        {`The bank payment of ${price} for the next year of ${club.name} did not go through, so that year is taken back. Nothing is lost. You can pay by card or from another bank account.`}
      </Paragraph>
      <EmailButton href={props.renewLink}>Try Again</EmailButton>
      <Paragraph>Nothing renews by itself.</Paragraph>
      <Support />
    </ClubEmailLayout>,
  );
}

/** Confirms that a club cancelled: what stays until when (product.md#leaving). */
export function clubCancelledEmail(props: {
  club: ClubContact;
  ends: string;
  erased: string;
  leaveLink: string;
}): Email {
  const { club, ends, erased } = props;
  return renderEmail(
    `Cancelled: ${club.name}`,
    <ClubEmailLayout club={club} heading="Your club is cancelled" preheader={`It can be used until ${ends}.`}>
      <Paragraph>
        {`${club.name} can be used until ${ends}, the end of the paid year. Nothing renews or is charged. On ${erased} everything of the club is erased for good, except payments.`}
      </Paragraph>
      <Paragraph>
        Please download everything before. Until it is erased, each administrator can take the cancellation
        back.
      </Paragraph>
      <EmailButton href={props.leaveLink}>Download or Take It Back</EmailButton>
      <Support />
    </ClubEmailLayout>,
  );
}
