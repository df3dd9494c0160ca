/**
 * Reasons why staff helped: fixed words, because the audit log has no typed text
 * (product/platform-staff.md#sign-in-help).
 */
export const helpReasonLabels = {
  "asked-by-email": "They asked by email",
  "asked-by-phone": "They asked by phone",
  "asked-by-club": "Their club's administrator asked",
  "lost-device": "A device was lost or stolen",
  "suspected-misuse": "Somebody else may be using the account",
  "found-by-us": "We noticed it ourselves",
} as const;

export type HelpReason = keyof typeof helpReasonLabels;
export const helpReasons = Object.keys(helpReasonLabels) as [HelpReason, ...HelpReason[]];

export const helpReasonChoices = helpReasons.map((value) => ({ value, label: helpReasonLabels[value] }));
