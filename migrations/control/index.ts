import type { Migration } from "kysely";
import * as start from "./001-start.ts";
import * as boards from "./002-boards.ts";
import * as boardIndexes from "./004-board-indexes.ts";
import * as boardWords from "./006-board-words.ts";
import * as leaderboardSnapshot from "./007-leaderboard-snapshot.ts";
import * as runningImports from "./009-running-imports.ts";
import * as sealedEntries from "./011-sealed-entries.ts";
import * as sessionAccounts from "./014-session-accounts.ts";
import * as keptForms from "./017-kept-forms.ts";
import * as deliveryAndRefunds from "./019-delivery-and-refunds.ts";
import * as color from "./021-color.ts";
import * as mailTemplates from "./022-mail-templates.ts";
import * as notifications from "./023-notifications.ts";
import * as logo from "./026-logo.ts";
import * as administrators from "./028-administrators.ts";
import * as calendars from "./031-calendars.ts";
import * as agreements from "./036-agreements.ts";
import * as evidenceLosses from "./037-evidence-losses.ts";
import * as platformAdmins from "./038-platform-admins.ts";
import * as audit from "./039-audit.ts";
import * as emailChanges from "./040-email-changes.ts";
import * as apiTokens from "./041-api-tokens.ts";
import * as passkeys from "./042-passkeys.ts";
import * as ownAccount from "./043-own-account.ts";
import * as staffHelp from "./044-staff-help.ts";
import * as existingPlatform from "./045-existing-platform.ts";
import * as money from "./046-money.ts";
import * as verification from "./047-verification.ts";
import * as legal from "./048-legal.ts";
import * as leaving from "./049-leaving.ts";
import * as term from "./050-term.ts";
import * as publicPage from "./051-public-page.ts";
import * as contactState from "./053-contact-state.ts";
import * as moneyTimes from "./054-money-times.ts";
import * as notified from "./055-notified.ts";
import * as announcedChanges from "./056-announced-changes.ts";
import * as refundYears from "./057-refund-years.ts";
import * as nextYears from "./058-next-years.ts";
import * as privacyMailed from "./059-privacy-mailed.ts";
import * as listsOfStaff from "./060-lists-of-staff.ts";
import * as pulseLinks from "./061-pulse-links.ts";
import * as staffSearch from "./062-staff-search.ts";
import * as acting from "./065-acting.ts";
import * as dayCounts from "./066-day-counts.ts";
import * as clubRestores from "./067-club-restores.ts";
import * as failedMailsOfClub from "./068-failed-mails-of-club.ts";
import * as emailWords from "./070-email-words.ts";
import * as accountMerges from "./072-account-merges.ts";
import * as erasedPersons from "./073-erased-persons.ts";
import * as sessionsOfAll from "./074-sessions-of-all.ts";
import * as console from "./075-console.ts";
import * as staffNotifications from "./076-staff-notifications.ts";
import * as maintenance from "./077-maintenance.ts";
import * as mailsThatCameBack from "./078-mails-that-came-back.ts";
import * as guarantees from "./080-guarantees.ts";
import * as clubsWithRatings from "./085-clubs-with-ratings.ts";
import * as mailOutcomes from "./092-mail-outcomes.ts";
import * as plainLetters from "./097-plain-letters.ts";
import * as clubErasures from "./098-club-erasures.ts";

/** Append only: an applied migration never changes. */
export const migrations: Record<string, Migration> = {
  "001-start": start,
  "002-boards": boards,
  "004-board-indexes": boardIndexes,
  "006-board-words": boardWords,
  "007-leaderboard-snapshot": leaderboardSnapshot,
  "009-running-imports": runningImports,
  "011-sealed-entries": sealedEntries,
  "014-session-accounts": sessionAccounts,
  "017-kept-forms": keptForms,
  "019-delivery-and-refunds": deliveryAndRefunds,
  "021-color": color,
  "022-mail-templates": mailTemplates,
  "023-notifications": notifications,
  "026-logo": logo,
  "028-administrators": administrators,
  "031-calendars": calendars,
  "036-agreements": agreements,
  "037-evidence-losses": evidenceLosses,
  "038-platform-admins": platformAdmins,
  "039-audit": audit,
  "040-email-changes": emailChanges,
  "041-api-tokens": apiTokens,
  "042-passkeys": passkeys,
  "043-own-account": ownAccount,
  "044-staff-help": staffHelp,
  "045-existing-platform": existingPlatform,
  "046-money": money,
  "048-legal": legal,
  "050-term": term,
  "051-public-page": publicPage,
  "047-verification": verification,
  "053-contact-state": contactState,
  "049-leaving": leaving,
  "054-money-times": moneyTimes,
  "055-notified": notified,
  "056-announced-changes": announcedChanges,
  "057-refund-years": refundYears,
  "058-next-years": nextYears,
  "059-privacy-mailed": privacyMailed,
  "060-lists-of-staff": listsOfStaff,
  "061-pulse-links": pulseLinks,
  "062-staff-search": staffSearch,
  "065-acting": acting,
  "066-day-counts": dayCounts,
  "067-club-restores": clubRestores,
  "068-failed-mails-of-club": failedMailsOfClub,
  "070-email-words": emailWords,
  "072-account-merges": accountMerges,
  "073-erased-persons": erasedPersons,
  "074-sessions-of-all": sessionsOfAll,
  "075-console": console,
  "076-staff-notifications": staffNotifications,
  "077-maintenance": maintenance,
  "078-mails-that-came-back": mailsThatCameBack,
  "080-guarantees": guarantees,
  "085-clubs-with-ratings": clubsWithRatings,
  "092-mail-outcomes": mailOutcomes,
  "097-plain-letters": plainLetters,
  "098-club-erasures": clubErasures,
};
