import type { ClubTx } from "#app/db/club/schema.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";
import { addChild, changeContact, removeChild } from "#app/domain/club/contacts/contacts.server.ts";
import { childKey } from "#app/domain/club/contacts/contacts.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { type ParentAgreement, readParentAgreement } from "./parent-agreement.server.ts";

/** Data that a parent corrects about themselves. */
export interface OwnData {
  name: string;
  email: string;
  /** The new name of each player by the child's id; '' removes it. */
  players: Map<string, string>;
  /** A player that was missing; '' for none. */
  newPlayer: string;
}

/** Returns the version of what a parent's form is filled from (product/pages.md#forms). */
export const ownDataVersion = ({ contact, children }: Pick<ParentAgreement, "contact" | "children">) =>
  versionOf({
    name: contact.name,
    email: contact.email,
    players: children.map(({ id, name }) => `${id} ${name}`).join("\n"),
  });

/**
 * Saves a parent's corrections: the contact and its children, with an entry in the agreement's history. Signed records
 * stay unchanged (product/agreements.md#parents-data).
 * @param version of what the form was filled from; another one is refused
 * @param at ISO 8601 in UTC
 */
export async function correctOwnData(
  tx: ClubTx,
  agreementId: string,
  { data, version, at }: { data: OwnData; version: string; at: string },
): Promise<{ ok: true } | { ok: false; problem: "stale" | "taken" | "not-found" }> {
  const known = await readParentAgreement(tx, agreementId);
  if (!known) return { ok: false, problem: "not-found" };
  if (version !== ownDataVersion(known)) return { ok: false, problem: "stale" };
  const corrected = await changeContact(
    tx,
    known.contact.id,
    { name: data.name, email: data.email },
    { by: "", at, throughLink: true },
  );
  if (!corrected.ok) return corrected;
  const changed = known.children.filter(({ id, name }) => (data.players.get(id) ?? name) !== name);
  for (const { id } of changed) await renameChild(tx, known, { id, name: data.players.get(id) ?? "", at });
  if (data.newPlayer)
    await addChild(
      tx,
      known.contact.id,
      { name: data.newPlayer, teamId: null, ageGroup: "" },
      { by: "", at },
    );
  if (changed.length > 0 || data.newPlayer) {
    const { id: agreement_id } = known.agreement;
    await addToHistory(tx, { agreement_id, kind: "corrected", at, detail: "players" });
  }
  return { ok: true };
}

/** Renames a child; a name that another row of the same team has already makes them one. */
async function renameChild(tx: ClubTx, known: ParentAgreement, to: { id: string; name: string; at: string }) {
  const name_key = childKey(to.name);
  const child = known.children.find(({ id }) => id === to.id);
  const twin = known.children.find(
    ({ id, name, team_id }) => id !== to.id && team_id === child?.team_id && childKey(name) === name_key,
  );
  if (to.name === "" || twin) {
    await removeChild(tx, known.contact.id, to.id);
    return;
  }
  await tx
    .updateTable("children")
    .set({ name: to.name, name_key, updated_at: to.at })
    .where("id", "=", to.id)
    .where("contact_id", "=", known.contact.id)
    .execute();
}
