/** The contact form's categories, each with a mailbox of its own (brand.mail). */
export const contactCategories = {
  sales: "Product Interest",
  support: "Account Support",
  billing: "Billing Question",
  general: "General Inquiry",
} as const;

export const TOO_MANY_MESSAGES =
  "You have sent several messages already. Please wait an hour, or write us an email.";

export type ContactCategory = keyof typeof contactCategories;

/** States of a message (product/pages.md#contact-messages). */
export const messageStates = { new: "New", answered: "Answered", closed: "Closed" } as const;

export type MessageState = keyof typeof messageStates;
