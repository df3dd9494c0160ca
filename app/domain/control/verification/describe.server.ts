import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { verifiableAgain } from "./again.server.ts";
import { viewLabels } from "./labels.ts";
import {
  daysLeft,
  type VerificationView,
  verificationNumber,
  verificationProgress,
  verificationView,
} from "./verification.ts";
import { documentsOf, findVerification } from "./verifications.server.ts";

/** Texts of the verification page; days are in the club's zone (product/verification.md#verification). */
export interface Verification {
  view: VerificationView;
  label: string;
  progress: number;
  number: string | null;
  /** Reason of staff for rejecting the documents. */
  reason: string | null;
  /** True if documents can be added and taken back. */
  open: boolean;
  /** True if it is verified, and can be again in this year: the first document begins that. */
  again: boolean;
  /** The number that counts until another one is decided; null in a first verification. */
  playersBefore: number | null;
  documents: { id: string; name: string; size: string; day: string }[];
  clubCode: string;
  plan: string;
  players: number;
  /** True if staff verified that number, false if it is the club's own estimate. */
  verified: boolean;
  due: string;
  daysLeft: number;
}

export async function describeVerification(control: ControlDb, club: ClubsTable): Promise<Verification> {
  const row = await findVerification(control, club.code);
  const documents = row ? await documentsOf(control, row.id) : [];
  const status = row?.status ?? "pending";
  const state = { status, documents: documents.length, unpaid: row?.unpaid === 1 };
  const view = verificationView(state);
  const plan = planOf(club.plan);
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    view,
    label: viewLabels[view],
    progress: verificationProgress(state),
    number: row ? verificationNumber(row.number) : null,
    reason: status === "rejected" ? (row?.notes ?? null) : null,
    open: status === "pending" || status === "rejected",
    again: (await verifiableAgain(control, club.code, now())) !== null,
    playersBefore: row?.players_before ?? null,
    documents: documents.map(({ id, name, bytes, stored_at }) => ({
      id,
      name,
      size: formatSize(bytes),
      day: day(stored_at),
    })),
    clubCode: club.code.toUpperCase(),
    plan: `${plan.name}, ${plan.description.toLowerCase()}`,
    players: row?.actual_players ?? row?.players_before ?? club.estimated_players,
    verified: (row?.actual_players ?? row?.players_before) != null,
    due: day(club.verification_due_at),
    daysLeft: daysLeft(club.verification_due_at, now()),
  };
}

const MB = 1024 * 1024;

/** Returns '0.4 MB', at least '0.1 MB'. */
export const formatSize = (bytes: number) => `${Math.max(0.1, bytes / MB).toFixed(1)} MB`;
