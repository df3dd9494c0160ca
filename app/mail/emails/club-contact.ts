/** Contact of the club, who gets the emails about its account. */
export interface ClubContact {
  code: string;
  name: string;
  contactName: string;
  email: string;
  /** Set on the treasurer's copy, where `email` is that address. */
  treasurer?: true;
  /** Set on an administrator's copy, where `email` is their address. */
  administrator?: true;
  /** Facts for edited words only; missing in emails that were queued before these existed. */
  facts?: ClubFacts;
}

/** A club's account at the time of an email. */
export interface ClubFacts {
  /** 'TX' */
  state: string;
  /** Number given at sign-up. */
  estimatedPlayers: number;
  /** 'Standard' */
  tierName: string;
  /** Yearly price: '$749'. */
  tierPrice: string;
  /** 'Mon, Nov 30, 2026' */
  verificationDeadline: string;
}

const NO_FACTS = { state: "", estimatedPlayers: "", tierName: "", tierPrice: "", verificationDeadline: "" };

/** Returns the variables that `whyContact` and most emails to a contact use. */
export const contactVariables = ({ code, name, contactName, email, facts, ...copy }: ClubContact) => ({
  ...(facts ?? NO_FACTS),
  club: name,
  clubCode: code.toUpperCase(),
  contactName,
  contactEmail: email,
  contactRole: copy.treasurer
    ? "treasurer’s address"
    : copy.administrator
      ? "address of an administrator"
      : "contact address",
});

/** Why a club's contact gets an email. */
export const whyContact =
  "You get this email because {contactEmail} is the {contactRole} of {club} at {brand}.";

/** The last paragraph of emails to a club's contact. */
export const questions =
  "Questions? Write to {supportEmail} and we answer within 24 hours, or call {supportPhone}.";
