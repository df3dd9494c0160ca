import type { EmailClub } from "./email.tsx";
import { announcementEmail } from "./emails/announcement-email.tsx";
import { digestEmail } from "./emails/digest-email.tsx";
import {
  managerIncidentEmail,
  perfectGameEmail,
  rankChangedEmail,
  ratingSubmittedEmail,
} from "./emails/event-emails.tsx";
import { incidentAlertEmail } from "./emails/incident-alert-email.tsx";
import { gameReminderEmail, rateGameEmail, ratingReminderEmail } from "./emails/reminder-emails.tsx";
import { weeklyReportEmail } from "./emails/weekly-report-email.tsx";

/** What every notification's email gets besides its own variables. */
export interface NotificationFrame {
  club: EmailClub;
  /** Why the reader gets it: 'You get Game Reminders of Lakeside FC.' */
  why: string;
}

/** The emails of notifications by name: pure functions of plain values. */
export const notificationTemplates = {
  "rating-submitted": ratingSubmittedEmail,
  "perfect-game": perfectGameEmail,
  incident: incidentAlertEmail,
  "manager-incident": managerIncidentEmail,
  "rank-changed": rankChangedEmail,
  digest: digestEmail,
  "game-reminder": gameReminderEmail,
  "rate-game": rateGameEmail,
  "rating-reminder": ratingReminderEmail,
  "weekly-report": weeklyReportEmail,
  announcement: announcementEmail,
};

export type NotificationTemplate = keyof typeof notificationTemplates;

/** A mail that is ready to be sent: its template and the variables, without the frame. */
export type NotificationMail = {
  [Name in NotificationTemplate]: {
    template: Name;
    variables: Omit<Parameters<(typeof notificationTemplates)[Name]>[0], keyof NotificationFrame>;
  };
}[NotificationTemplate];
