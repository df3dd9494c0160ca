import { brand } from "#app/config/brand.ts";
import { type Email, EmailLayout, Facts, Paragraph, renderEmail } from "../email.tsx";
import type { ClubContact } from "./club-emails.tsx";

/** Tells our own support that a club's contact cannot be reached by email (product.md#undelivered-mail). */
export function contactBouncedEmail({
  club,
  tag,
}: {
  club: ClubContact & { phone: string };
  tag: string;
}): Email {
  return renderEmail(
    `No email reaches ${club.name}`,
    <EmailLayout
      heading={`No email reaches ${club.name}`}
      preheader={`Call ${club.contactName} and correct the address.`}
      why={`You get this email because it goes to ${brand.mail.support}.`}
    >
      <Paragraph>
        The club's contact address takes no email. Call the club, correct its address, and send what it
        missed.
      </Paragraph>
      <Facts
        facts={[
          ["Club", `${club.name} (${club.code.toUpperCase()})`],
          ["Contact", club.contactName],
          ["Address", club.email],
          ["Phone", club.phone || "none given"],
          ["Missed", tag],
        ]}
      />
    </EmailLayout>,
  );
}
