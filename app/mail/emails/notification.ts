import type { EmailClub } from "../frame/email.tsx";

/** Variables that every notification has besides its own. */
export interface NotificationFrame {
  club: EmailClub;
  /** Why the reader gets it: 'You get Game Reminders of Lakeside FC.' */
  why: string;
}

/** A notification and the page that it leads to. */
export interface NotificationProps extends NotificationFrame {
  link: string;
}

export const notificationFrame = {
  club: ({ club }: NotificationFrame) => club,
  link: ({ link }: NotificationProps) => link,
};
