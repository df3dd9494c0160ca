/** What the traffic was promised: a 303 is a promise. The judge holds the files to it. */
export interface Ledger {
  /** By submission key: what was sent. */
  ratings: Map<string, SentRating>;
  /** By the address of the person invited. */
  invitations: Map<string, Sent>;
  /** By the subject of the message, which is its own. */
  messages: Map<string, Sent>;
  /** By session: who paid on the stand-in's page. */
  payments: Map<string, SentPayment>;
  /** Answers that a living server must not give, however many of its sisters were killed. */
  wrong: string[];
  acknowledged: number;
  /** Requests that ended without an answer. */
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
  /** In the order in which they were sent, over all raters. */
  turn: number;
}

export interface SentPayment {
  clubName: string;
  email: string;
  acknowledged: boolean;
  /** The code that the success page showed, where the browser came back. */
  shownCode: string | null;
}

export const newLedger = (): Ledger => ({
  ratings: new Map(),
  invitations: new Map(),
  messages: new Map(),
  payments: new Map(),
  wrong: [],
  acknowledged: 0,
  cut: 0,
});
