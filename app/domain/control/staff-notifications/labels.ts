/** Words of the Notification Center (product/platform-staff.md#notification-center). */
export const notificationTypes = {
  verification_due: "Verification due",
  verification_submitted: "Verification submitted",
  verification_approved: "Verification approved",
  system_alert: "System alert",
  email_failed: "Email failed",
} as const;
export type StaffNotificationType = keyof typeof notificationTypes;
export const notificationTypeIds = Object.keys(notificationTypes) as [
  StaffNotificationType,
  ...StaffNotificationType[],
];

export const notificationPriorities = {
  urgent: "Urgent",
  high: "High",
  medium: "Medium",
  low: "Low",
} as const;
export type StaffNotificationPriority = keyof typeof notificationPriorities;

/**
 * Statuses for a person: `failed` reports something that failed and is still open, `sent` is new, `delivered` was
 * mailed to them too, `read` they read. One whose cause is gone is `solved` for everybody.
 */
export const notificationStatuses = {
  sent: "Sent",
  delivered: "Delivered",
  read: "Read",
  failed: "Failed",
  solved: "Solved",
} as const;
export type StaffNotificationStatus = keyof typeof notificationStatuses;

export const notificationTabs = {
  all: "All",
  urgent: "Urgent",
  action: "Action Required",
  failed: "Failed",
} as const;
export type StaffNotificationTab = keyof typeof notificationTabs;

/** Choices for mail about a type. */
export const mailingChoices = {
  now: "At once",
  daily: "In the daily digest",
  off: "Not by email",
} as const;
export type MailingChoice = keyof typeof mailingChoices;
export const mailingIds = Object.keys(mailingChoices) as [MailingChoice, ...MailingChoice[]];
