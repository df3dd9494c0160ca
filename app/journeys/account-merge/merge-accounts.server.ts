import { createHash } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import {
  forgetMoves,
  knowsOther,
  type MergePreview,
  movePerson,
  movePersonBack,
  notedMerges,
  previewMove,
} from "#app/domain/club/account-merge/move-person.server.ts";
import { accountsWithoutTeam } from "#app/domain/club/staff/staff.server.ts";
import type { mergeProblems } from "#app/domain/control/account-merge/labels.ts";
import { moveMembership, moveMembershipBack } from "#app/domain/control/account-merge/merge-places.server.ts";
import {
  findMerge,
  findMergeAccount,
  finishIfDone,
  type Merge,
  type MergeAccount,
  mergeAccountsOf,
  mergeProblem,
  mergesInForce,
  orderMerge,
  orderUndo,
  peopleOfMerge,
  placesOfBoth,
  waitForClubs,
} from "#app/domain/control/account-merge/merges.server.ts";
import { joinClub } from "#app/domain/control/accounts/memberships.server.ts";
import { mailAdministrators } from "#app/domain/control/administrators/administrators.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { proved, type Unproved } from "#app/domain/control/platform/second-factor.server.ts";
import { type HelpReason, helpReasonLabels } from "#app/domain/values/audit/help-reasons.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";

type Files = Pick<Platform, "control" | "clubs">;
const CLUBS_A_PAGE = 200;

/** Effect of a merge on one club; `unavailable`: its file cannot be opened, and it has to wait. */
export interface MergeClub {
  code: string;
  name: string;
  keptRole: "club_admin" | "staff" | null;
  otherRole: "club_admin" | "staff" | null;
  found: MergePreview | "unavailable";
}

/** Preview of merging two accounts; `version` names what was shown. */
export interface MergeAhead {
  kept: MergeAccount;
  other: MergeAccount;
  problem: keyof typeof mergeProblems | null;
  clubs: MergeClub[];
  version: string;
}

export async function previewMerge(
  { control, clubs }: Files,
  keptId: string,
  otherId: string,
): Promise<MergeAhead | null> {
  const [accounts, places] = await Promise.all([
    mergeAccountsOf(control, [keptId, otherId]),
    placesOfBoth(control, [keptId, otherId]),
  ]);
  const [kept, other] = [keptId, otherId].map((id) => accounts.find((account) => account.id === id));
  if (!kept || !other) return null;
  const problem = await mergeProblem(control, kept, other);
  const byClub = new Map<string, MergeClub>();
  for (const { accountId, role, code, name } of places) {
    const club = byClub.get(code) ?? { code, name, keptRole: null, otherRole: null, found: NOTHING };
    if (accountId === keptId) club.keptRole = role;
    else club.otherRole = role;
    byClub.set(code, club);
  }
  const emails = [kept.email ?? "", other.email ?? ""];
  for (const club of byClub.values()) {
    if (problem) break;
    club.found = await clubs
      .use(club.code, (db) => previewMove(db, { keptId, otherId, emails }))
      .catch((error: unknown) => {
        if (error instanceof ClubUnavailable) return "unavailable" as const;
        throw error;
      });
  }
  const ahead = { kept, other, problem, clubs: [...byClub.values()] };
  // Sessions and sign-ins change on their own and decide nothing.
  const shown = JSON.stringify([
    kept.email,
    other.email,
    kept.passkeys,
    other.passkeys,
    problem,
    ahead.clubs,
  ]);
  return { ...ahead, version: createHash("sha256").update(shown).digest("base64url").slice(0, 22) };
}

const NOTHING: MergePreview = {
  ...{ places: 0, ratings: 0, notes: 0, invitations: 0, bothRated: 0 },
  ...{ sameRole: [], bothRoles: [] },
};

interface Staff {
  id: string;
  email: string;
  firstName: string;
}
interface Asked {
  reason: HelpReason;
  why: string;
  password: string;
  code: string;
}

/**
 * Orders that two accounts become one, for one of the staff who proves to be the one who is signed in.
 * @throws TooBusy
 */
export async function mergeAccounts(
  files: Files,
  staff: Staff,
  asked: Asked & { keptId: string; otherId: string; version: string },
): Promise<Awaited<ReturnType<typeof orderMerge>> | Unproved | { ok: false; problem: "other-now" }> {
  const { control } = files;
  const ahead = await previewMerge(files, asked.keptId, asked.otherId);
  if (ahead?.problem) return { ok: false, problem: ahead.problem };
  if (ahead?.version !== asked.version) return { ok: false, problem: "other-now" };
  return proved(control, staff, asked, (tx) =>
    orderMerge(tx, asked, {
      adminId: staff.id,
      firstName: staff.firstName,
      reason: asked.reason,
      why: asked.why,
    }),
  );
}

/** Orders that a merge is undone, for the same. @throws TooBusy */
export const undoMerge = (
  { control }: Pick<Platform, "control">,
  staff: Staff,
  asked: Asked & { id: string },
) =>
  proved(control, staff, asked, (tx) =>
    orderUndo(tx, asked.id, {
      ...{ adminId: staff.id, firstName: staff.firstName, reason: asked.reason, why: asked.why },
    }),
  );

const orderOf = (merge: Merge) => ({ adminId: merge.admin_id, reason: merge.reason as HelpReason });

/**
 * Brings a club in line with a merge: moved, or moved back where it was undone. The club's file first, then the control
 * database, each in one transaction that finds out what is left to do: a killed process goes on, and of a merge and
 * its undoing the latest order counts.
 */
export async function settleMergeInClub(
  { control, clubs }: Files,
  { mergeId, clubCode }: { mergeId: string; clubCode: string },
): Promise<void> {
  const merge = await findMerge(control, mergeId);
  if (!merge) return;
  const club = await control
    .selectFrom("clubs")
    .select("code")
    .where("code", "=", clubCode)
    .where("status", "<>", "creating")
    .executeTakeFirst();
  // The club was erased meanwhile, with everything that would have moved.
  if (!club) return inTransaction(control, (tx) => finishIfDone(tx, mergeId));
  await clubs.use(clubCode, async (db) => {
    const ctx = { control, db, club: { code: clubCode } };
    const at = now();
    if (merge.state === "undoing" || merge.state === "undone") {
      const { lost } = await changeClub(ctx, (tx) =>
        movePersonBack(tx, { id: mergeId, by: { ...orderOf(merge), adminId: merge.undone_by ?? "" } }, at),
      );
      const without = await accountsWithoutTeam(db, [merge.kept_id, merge.other_id]);
      await inTransaction(control, async (tx) => {
        const noted = await clubOf(tx, mergeId, clubCode);
        if (noted && noted.state !== "back") {
          const lostHere =
            noted.state === "moved" ? await moveMembershipBack(tx, merge, clubCode, noted.moves) : 0;
          for (const accountId of [merge.kept_id, merge.other_id])
            if (!without.includes(accountId)) await joinClub(tx, accountId, clubCode, at);
          await noteClub(tx, mergeId, clubCode, {
            state: "back",
            lost: noted.lost + lost + lostHere,
            moves: "",
          });
        }
        await finishIfDone(tx, mergeId);
      });
      return;
    }
    const kept = await findMergeAccount(control, merge.kept_id);
    if (!kept?.email) return;
    const person = { name: kept.name, email: kept.email };
    const pair = { keptId: merge.kept_id, otherId: merge.other_id };
    const undoable = Date.parse(merge.undo_until) > at.getTime();
    const counts = await changeClub(ctx, (tx) =>
      movePerson(tx, { id: mergeId, ...pair, kept: person, by: orderOf(merge), undoable }, at),
    );
    const onATeam = (await accountsWithoutTeam(db, [merge.kept_id])).length === 0;
    await inTransaction(control, async (tx) => {
      // Undone meanwhile: its own job puts the file back.
      const state = (await findMerge(tx, mergeId))?.state;
      if (state !== "moving" && state !== "done") return;
      const noted = await clubOf(tx, mergeId, clubCode);
      if (noted?.state === "waiting") {
        const moves = await moveMembership(tx, merge, clubCode, onATeam);
        await noteClub(tx, mergeId, clubCode, { state: "moved", ...counts, moves: undoable ? moves : "" });
        if (counts.places > 0) await mailMerged(tx, merge, clubCode);
      }
      await finishIfDone(tx, mergeId);
    });
  });
}

/** Tells the administrators of a club that an address of its people gave way to another one. */
async function mailMerged(tx: Tx, merge: Merge, clubCode: string): Promise<void> {
  const [club, people] = await Promise.all([findClub(tx, clubCode), peopleOfMerge(tx, merge)]);
  await mailAdministrators(tx, clubCode, {
    key: `accounts-merged:${merge.id}:${clubCode}`,
    template: "club-accounts-merged",
    variables: {
      club: club?.name ?? "",
      person: people?.keptName ?? "",
      staff: people?.firstName ?? "",
      kept: people?.keptEmail ?? "",
      other: people?.otherEmail ?? "",
      reason: helpReasonLabels[merge.reason as HelpReason],
      link: `${env().appUrl}/club/settings?tab=activity`,
    },
  });
}

type Tx = Parameters<typeof finishIfDone>[0];

const clubOf = (tx: Tx, mergeId: string, clubCode: string) =>
  tx
    .selectFrom("account_merge_clubs")
    .select(["state", "moves", "lost"])
    .where("merge_id", "=", mergeId)
    .where("club_code", "=", clubCode)
    .executeTakeFirst();

const noteClub = (tx: Tx, mergeId: string, clubCode: string, values: Partial<ClubNote>) =>
  tx
    .updateTable("account_merge_clubs")
    .set(values)
    .where("merge_id", "=", mergeId)
    .where("club_code", "=", clubCode)
    .execute();
interface ClubNote {
  state: "moved" | "back";
  places: number;
  ratings: number;
  notes: number;
  lost: number;
  moves: string;
}

/**
 * Looks through every other club for what the other account gave there before it left, and has it moved. A club whose
 * file cannot be opened is asked again by a job of its own.
 */
export async function findMergedElsewhere({ control, clubs }: Files, mergeId: string): Promise<void> {
  let after = "";
  for (;;) {
    const merge = await findMerge(control, mergeId);
    if (merge?.searching !== 1) return;
    const codes = await control
      .selectFrom("clubs")
      .select("code")
      .where("code", ">", after)
      .where("status", "<>", "creating")
      .orderBy("code")
      .limit(CLUBS_A_PAGE)
      .execute();
    for (const { code } of codes) {
      const known = await clubs
        .use(code, (db) => knowsOther(db, { otherId: merge.other_id }))
        .catch((error: unknown) => {
          if (error instanceof ClubUnavailable) return true;
          throw error;
        });
      if (known) await inTransaction(control, (tx) => waitForClubs(tx, mergeId, [code]));
    }
    const last = codes.at(-1)?.code;
    if (last === undefined) break;
    after = last;
  }
  await inTransaction(control, async (tx) => {
    await tx.updateTable("account_merges").set({ searching: 0 }).where("id", "=", mergeId).execute();
    await finishIfDone(tx, mergeId);
  });
}

/**
 * Brings a club's file that was put in place from a copy in line with all merges: what the copy still has of a merged
 * account moves again, and what it has of a merge that is undone, or unknown here, moves back
 * (product/support.md#merging-accounts).
 */
export async function settleMerges({ control, clubs }: Files, clubCode: string): Promise<void> {
  const merges = await mergesInForce(control);
  await clubs.use(clubCode, async (db) => {
    const ctx = { control, db, club: { code: clubCode } };
    const inForce = new Set(merges.map(({ id }) => id));
    for (const id of (await notedMerges(db)).filter((noted) => !inForce.has(noted))) {
      const merge = await findMerge(control, id);
      const by = { adminId: merge?.undone_by ?? "", reason: (merge?.reason ?? "found-by-us") as HelpReason };
      await changeClub(ctx, (tx) => movePersonBack(tx, { id, by }, now()));
    }
    for (const merge of merges) {
      if (!(await knowsOther(db, { otherId: merge.other_id }))) continue;
      await inTransaction(control, (tx) => waitForClubs(tx, merge.id, [clubCode]));
      await settleMergeInClub({ control, clubs }, { mergeId: merge.id, clubCode });
    }
  });
}

/** Forgets, after the 30 days, how a merge is undone, in every club. Idempotent. */
export async function closeMerge({ control, clubs }: Files, mergeId: string): Promise<void> {
  const rows = await control
    .selectFrom("account_merge_clubs")
    .innerJoin("clubs", "clubs.code", "account_merge_clubs.club_code")
    .select("club_code")
    .where("merge_id", "=", mergeId)
    .execute();
  for (const { club_code: code } of rows)
    await clubs.use(code, (db) =>
      changeClub({ control, db, club: { code } }, (tx) => forgetMoves(tx, mergeId)),
    );
  await control
    .updateTable("account_merge_clubs")
    .set({ moves: "" })
    .where("merge_id", "=", mergeId)
    .execute();
}
