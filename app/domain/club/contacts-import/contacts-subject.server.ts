import type { ImportSubject } from "#app/domain/club/imports/import-subject.ts";
import { problemRows } from "#app/domain/club/imports/problem-rows.ts";
import type { ContactField } from "./contact-columns.ts";
import { reviewContacts } from "./contact-review.server.ts";
import { type ContactsSummary, summarizeContacts } from "./contacts-summary.ts";
import { importContacts } from "./finish-contacts.server.ts";
import { type ContactsProblem, readContactRows, readContacts } from "./read-contacts.server.ts";
import { type ContactsUndoCheck, checkContactsUndo, undoContacts } from "./undo-contacts.server.ts";

/** Parents and their children into the contacts (product.md#contacts-import). */
export const contactsSubject: ImportSubject<
  ContactField,
  ContactsSummary,
  ContactsUndoCheck,
  ContactsProblem
> = {
  name: "contacts",
  readRows: (bytes) => readContactRows(bytes),
  read: readContacts,
  summarize: async (db, payload, club) => summarizeContacts(await reviewContacts(db, payload, club)),
  problemRows: async (db, payload, club) => problemRows(await reviewContacts(db, payload, club)),
  finish: importContacts,
  checkUndo: checkContactsUndo,
  undo: undoContacts,
};
