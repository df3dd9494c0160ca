/** Changes that the server acknowledged with a 303; judge.ts checks the files against them. */
export interface Ledger {
  /** Ratings by submission key. */
  ratings: Map<string, SentRating>;
  /** Invitations by the invited person's email address. */
  invitations: Map<string, Sent>;
  /** Messages by their unique subject. */
  messages: Map<string, Sent>;
  /** Documents of a club, by the SHA-256 of their content. */
  documents: Map<string, SentDocument>;
  /** Payments on the stub's page, by session. */
  payments: Map<string, SentPayment>;
  /** Answers that no live server may give, however many others were killed. */
  wrong: string[];
  acknowledged: number;
  /** Number of requests that ended without an answer. */
  cut: number;
}

export interface Sent {
  clubCode: string;
  acknowledged: boolean;
}

export interface SentRating extends Sent {
  gameId: string;
  side: "coach" | "manager";
  score: number;
  reason: string;
  /** Position in the order of sending, over all raters. */
  turn: number;
}

export interface SentDocument extends Sent {
  /** True if taking it back was tried, and acknowledged. */
  takenBack: "no" | "tried" | "acknowledged";
}

export interface SentPayment {
  clubName: string;
  email: string;
  acknowledged: boolean;
  /** Code on the success page, if the browser came back to it. */
  shownCode: string | null;
}

export const newLedger = (): Ledger => ({
  ratings: new Map(),
  invitations: new Map(),
  messages: new Map(),
  documents: new Map(),
  payments: new Map(),
  wrong: [],
  acknowledged: 0,
  cut: 0,
});
