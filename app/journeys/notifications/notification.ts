import type { NotificationKind } from "#app/domain/values/notification-kinds.ts";
import type { NotificationMail } from "#app/mail/templates.ts";

/** Audience of a notification, before each person's preferences and permissions apply. */
export interface Audience {
  administrators?: boolean;
  /** Active staff with these roles: of the notification's team, or of all teams where it is about none. */
  staff?: readonly ("manager" | "coach")[];
  accountIds?: readonly string[];
  /** Accounts that are left out, such as the person who caused it. */
  except?: readonly string[];
}

/** Something in a club's file that is read when the notification is sent, so that it says what is true then. */
export type About =
  | { about: "rating"; gameId: string; side: "coach" | "manager" }
  | { about: "perfect-game"; gameId: string }
  | { about: "incident"; incidentId: string }
  | { about: "reward"; earnedId: string; status: "pending" | "awarded" }
  | { about: "reward-changed"; earnedId: string }
  | { about: "certificate"; earnedId: string }
  | { about: "season"; seasonId: string; moment: "begins" | "ends"; day: string }
  | { about: "rank"; teamId: string; from: number };

/** Content of a notification: a finished mail, or a subject that is read when it is sent. */
export type Content = NotificationMail | About;

export interface Notification {
  kind: NotificationKind;
  /** Key that makes one mail with the kind and the person, however often it is notified. */
  key: string;
  /** The team that it is about: its switches and the roles in it decide. */
  teamId?: string;
  to: Audience;
  content: Content;
  /** Another kind that says the same and more: an administrator who gets that one is left out. */
  unless?: NotificationKind;
  /** Dropped where quiet hours or a digest would send it after this. */
  validUntil?: Date;
}
