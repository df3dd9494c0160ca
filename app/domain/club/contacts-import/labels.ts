import { countLabel, fileProblemLabel } from "#app/domain/club/imports/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { RowEffect } from "./contact-plan.ts";
import type { ContactsUndoCheck } from "./import-contacts.server.ts";
import type { ContactsProblem } from "./read-contacts.server.ts";

/** Returns why a file cannot be read, and what to do about it. */
export function contactsProblemLabel(problem: ContactsProblem | { problem: "no-room" }): string {
  if (problem.problem === "no-columns")
    return "No column has the parents' email addresses. Name one parent_email, as in the template";
  return fileProblemLabel(problem, "contact list");
}

/** Returns the summary of a finished import. */
export function importedContactsLabel(finished: {
  added: number;
  changed: number;
  unchanged: number;
}): string {
  const contacts = finished.added + finished.changed;
  if (contacts === 0) return `Everything was up to date: ${countLabel(finished)}.`;
  return `Successfully imported ${count(contacts)} contacts!`;
}

export const effectName: Record<RowEffect, string> = {
  added: "Added",
  changed: "Changed",
  unchanged: "Unchanged",
  skipped: "Not imported",
};

/** Returns why an import cannot be undone. */
export function contactsUndoProblemLabel(problem: Extract<ContactsUndoCheck, { ok: false }>): string {
  if (problem.problem === "closed") return "There is nothing to undo";
  const { contacts, names } = problem;
  const more = contacts - names.length;
  const named = `${names.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
  const who = pluralize(contacts, "contact");
  return problem.problem === "sent"
    ? `The agreement of ${who} has been sent or signed since (${named}), so all contacts of this import stay. Parents who do not belong here can be removed one by one, on the page of their agreement`
    : `${who} ${contacts === 1 ? "has" : "have"} been changed since, by hand or by a later import (${named}), so all contacts of this import stay. Undo the later import first, or remove single parents on the page of their agreement`;
}
