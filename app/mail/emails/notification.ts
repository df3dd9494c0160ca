import type { EmailClub } from "../frame/email.tsx";

/** Variables that every notification has besides its own. */
export interface NotificationFrame {
  club: EmailClub;
  /** Reason line: 'You get Game Reminders of Lakeside FC.' */
  why: string;
}

/** A notification with the page that it links to. */
export interface NotificationProps extends NotificationFrame {
  link: string;
}

export const notificationFrame = {
  club: ({ club }: NotificationFrame) => club,
  link: ({ link }: NotificationProps) => link,
};
