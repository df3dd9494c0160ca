/**
 * Reasons why staff act for a club: fixed words, because the audit log has no typed text
 * (product/support.md#acting-for-a-club).
 */
export const actingReasonLabels = {
  "acting-asked": "The club asked for help with a page",
  "acting-problem": "The club reported something that does not work",
  "acting-setup": "The club asked for help with setting up",
  "acting-check": "To check that something repaired works again",
} as const;

export type ActingReason = keyof typeof actingReasonLabels;
export const actingReasons = Object.keys(actingReasonLabels) as [ActingReason, ...ActingReason[]];

export const actingReasonChoices = actingReasons.map((value) => ({
  value,
  label: actingReasonLabels[value],
}));
