import type { ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { EmailLayout, Paragraph } from "../email.tsx";

/** The club's contact, to whom the emails about its account go. */
export interface ClubContact {
  code: string;
  name: string;
  contactName: string;
  email: string;
}

/** The frame of Goodside's own emails to a club's contact. */
export function ClubEmailLayout(props: {
  club: ClubContact;
  heading: string;
  preheader: string;
  children: ReactNode;
}) {
  const { email, name } = props.club;
  return (
    <EmailLayout
      heading={props.heading}
      preheader={props.preheader}
      why={`You get this email because ${email} is the contact address of ${name} at ${brand.name}.`}
    >
      {props.children}
    </EmailLayout>
  );
}

export const Support = () => (
  <Paragraph>
    {`Questions? Write to ${brand.mail.support} and we answer within 24 hours, or call ${brand.phone}.`}
  </Paragraph>
);
