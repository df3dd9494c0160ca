import type { Migration } from "kysely";
import * as start from "./001-start.ts";
import * as counting from "./003-counting.ts";
import * as importNames from "./008-import-names.ts";
import * as teamStatus from "./016-team-status.ts";
import * as invitationDelivery from "./018-invitation-delivery.ts";
import * as color from "./020-color.ts";
import * as notified024 from "./024-told.ts";
import * as settings from "./025-settings.ts";
import * as staffHistory from "./027-staff-history.ts";
import * as cases from "./029-cases.ts";
import * as gameSequence from "./030-game-sequence.ts";
import * as reminders from "./032-reminders.ts";
import * as schedule from "./034-schedule.ts";
import * as agreements from "./035-agreements.ts";
import * as audit from "./039-audit.ts";
import * as ownAccount from "./043-own-account.ts";
import * as notified from "./055-notified.ts";
import * as families from "./057-families.ts";
import * as ownParagraphs from "./059-own-paragraphs.ts";
import * as search from "./060-search.ts";
import * as pulse from "./061-pulse.ts";
import * as referees from "./062-referees.ts";
import * as seasons from "./063-seasons.ts";
import * as reports from "./065-reports.ts";
import * as printables from "./066-printables.ts";
import * as rewards from "./067-rewards.ts";
import * as seasonMails from "./069-season-mails.ts";
import * as days from "./070-days.ts";
import * as seasonTemplates from "./071-season-templates.ts";
import * as programsCountSince from "./072-programs-count-since.ts";
import * as accountMerges from "./074-account-merges.ts";
import * as changeStamp from "./084-change-stamp.ts";
import * as takenOutGames from "./090-taken-out-games.ts";
import * as rewardsAsEarned from "./091-rewards-as-earned.ts";
import * as talksHeld from "./092-talks-held.ts";
import * as teamsOfImports from "./095-teams-of-imports.ts";
import * as plainLetters from "./100-plain-letters.ts";
import * as deliveryReasons from "./101-delivery-reasons.ts";
import * as laterChildren from "./103-later-children.ts";

/** Append only: an applied migration never changes. */
export const migrations: Record<string, Migration> = {
  "001-start": start,
  "003-counting": counting,
  "008-import-names": importNames,
  "016-team-status": teamStatus,
  "018-invitation-delivery": invitationDelivery,
  "020-color": color,
  "024-told": notified024,
  "025-settings": settings,
  "027-staff-history": staffHistory,
  "029-cases": cases,
  "030-game-sequence": gameSequence,
  "032-reminders": reminders,
  "034-schedule": schedule,
  "035-agreements": agreements,
  "039-audit": audit,
  "043-own-account": ownAccount,
  "055-notified": notified,
  "057-families": families,
  "059-own-paragraphs": ownParagraphs,
  "060-search": search,
  "061-pulse": pulse,
  "062-referees": referees,
  "063-seasons": seasons,
  "065-reports": reports,
  "066-printables": printables,
  "067-rewards": rewards,
  "069-season-mails": seasonMails,
  "070-days": days,
  "071-season-templates": seasonTemplates,
  "072-programs-count-since": programsCountSince,
  "074-account-merges": accountMerges,
  "084-change-stamp": changeStamp,
  "100-plain-letters": plainLetters,
  "095-teams-of-imports": teamsOfImports,
  "090-taken-out-games": takenOutGames,
  "091-rewards-as-earned": rewardsAsEarned,
  "092-talks-held": talksHeld,
  "103-later-children": laterChildren,
  "101-delivery-reasons": deliveryReasons,
};
