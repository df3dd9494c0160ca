/**
 * A club's request to have its number of players verified: one that counts, and those of years before
 * (product/verification.md#verification).
 */
export interface VerificationsTable {
  id: string;
  /** Number, shown as VER-001. */
  number: number;
  club_code: string;
  /** pending: not submitted. needs_adjustment: decided, with another number of players than the package fits. */
  status: "pending" | "in_review" | "approved" | "rejected" | "needs_adjustment";
  actual_players: number | null;
  /** The number that was verified before this one was asked for; absent or null for a first one. */
  players_before?: number | null;
  /** Staff's words for the club. */
  notes: string;
  /** The platform administrator who asked for it; absent or null where the club began it. */
  asked_by?: string | null;
  created_at: string;
  submitted_at: string | null;
  reviewed_by: string | null;
  reviewed_at: string | null;
  /** Time the next one replaced it; absent or null for the one that counts. */
  replaced_at?: string | null;
  /** Counts changes: two reviewers do not decide over each other. */
  version: number;
}

/** A document of a verification; its bytes are sealed in uploads/<club code>/<id>. */
export interface VerificationDocumentsTable {
  id: string;
  verification_id: string;
  club_code: string;
  name: string;
  type: "pdf" | "doc" | "docx" | "xls" | "xlsx";
  bytes: number;
  sha256: string;
  stored_at: string;
}
