export type PlanId = "standard" | "large" | "enterprise";

export interface SignupsTable {
  id: string;
  /** Hash of the browser's cookie: one open sign-up per browser. */
  browser_hash: string;
  /** created: paid, with a club. */
  status: "draft" | "created";
  plan: PlanId | null;
  club_name: string;
  contact_name: string;
  email: string;
  phone: string;
  state: string;
  city: string;
  estimated_players: number | null;
  description: string;
  agreed_at: string | null;
  /** The version of the terms that was agreed to. */
  agreed_version: number | null;
  /** Number of requested Checkout sessions; part of the idempotency key. */
  attempt: number;
  club_code: string | null;
  /** A key of `existingPlatforms`; '' if not given. */
  existing_platform: string;
  /** Name, state and email that were confirmed to be another club's than one that signed up before. */
  other_club: string | null;
  created_at: string;
  updated_at: string;
}

/** A Checkout session of ours with the order at that moment: later edits of the sign-up do not change it. */
export interface CheckoutsTable {
  session_id: string;
  /** The payment page's address at Stripe; '' for one with a client secret. */
  url: string;
  signup_id: string;
  attempt: number;
  /** Hash of the paying browser's cookie: the success page shows the club only there. */
  browser_hash: string;
  plan: PlanId;
  price_cents: number;
  player_cap: number;
  /** The club's details as JSON. */
  details: string;
  created_at: string;
  /** 1: it pays for the next year of a club that is there already; absent or 0: for its first. */
  renews?: number;
  /**
   * Secret with which a program's own page finishes the payment; null for Stripe's page (product/api.md#json-calls).
   */
  client_secret: string | null;
}

export interface SubscriptionsTable {
  id: string;
  club_code: string;
  signup_id: string;
  plan: PlanId;
  price_cents: number;
  player_cap: number;
  starts_at: string;
  ends_at: string;
  payment_status: "paid" | "processing" | "failed";
  checkout_session_id: string;
  payment_intent_id: string | null;
  customer_id: string | null;
  created_at: string;
  updated_at: string;
  /** Set for a second payment of one year once its refund is ordered. */
  refunded_at: string | null;
  /** 1: the next year of a club that was there already; absent or 0: its first. */
  renews?: number;
  /** Time its package became the club's; null for a future year. */
  package_at?: string | null;
  /** Time the guarantee was accepted; it stays until a dispute about the year's payments is decided. */
  guarantee_at?: string | null;
  /** The platform administrator who accepted it, and why. */
  guarantee_by?: string | null;
  guarantee_note?: string | null;
  /** Time staff ended the year, and their reason; `ends_at` is that moment then. */
  ended_at?: string | null;
  ended_note?: string | null;
}

/** Money that moved at Stripe; rows are only added (product/billing.md#ledger). */
export interface LedgerTable {
  id: string;
  kind: LedgerKind;
  /** The charge, refund or balance transaction of a dispute; with the kind: one row. */
  stripe_id: string;
  payment_intent_id: string;
  /** Null while the payment belongs to no club of ours. */
  club_code: string | null;
  /** Positive: to us; negative: away from us. */
  amount_cents: number;
  moved_at: string;
  recorded_at: string;
  /** Payment method by Stripe's name: card, us_bank_account; null for the rest, and for rows before 910. */
  method?: string | null;
}

export type LedgerKind = "payment" | "refund" | "refund-returned" | "dispute" | "dispute-returned";

/** Money that moved at Stripe, before it is recorded. */
export type Movement = Omit<LedgerTable, "id" | "club_code" | "recorded_at">;

/** A refund that we ask of Stripe, once. */
export interface RefundOrdersTable {
  id: string;
  club_code: string | null;
  payment_intent_id: string;
  amount_cents: number;
  /** staff: any part of a payment, as one of them decided. */
  why: "second" | "settlement" | "guarantee" | "held" | "staff";
  settlement_id: string | null;
  /** The year that ends once the refund is accepted; only for the guarantee. */
  subscription_id: string | null;
  /** The platform administrator; null for the platform itself. */
  ordered_by: string | null;
  /** Staff's reason. */
  note: string;
  ordered_at: string;
  /**
   * due: also while the payment is still on its way; refused: by Stripe, for staff to settle; settled: by them, another
   * way; dropped: the payment never arrived, or the bank gave it back to the payer.
   */
  state: "due" | "sent" | "refused" | "settled" | "dropped";
  /** Number of retries by staff. */
  attempt: number;
  refund_id: string | null;
  sent_at: string | null;
  settled_by: string | null;
  settled_at: string | null;
  /** Staff's note on how they refunded it. */
  settled_note: string | null;
}

/** A verified count of players, and what it changed in the price (product/billing.md#settlement). */
export interface SettlementsTable {
  id: string;
  club_code: string;
  subscription_id: string;
  players: number;
  plan_before: PlanId;
  plan: PlanId;
  /** Positive: the club owes it; negative: it goes back to the club. */
  difference_cents: number;
  created_at: string;
  /** Set when a later settlement replaces one whose invoice was not paid. */
  voided_at: string | null;
}

/** Stripe's invoice for a shortfall. */
export interface InvoicesTable {
  id: string;
  settlement_id: string;
  club_code: string;
  number: string;
  amount_cents: number;
  status: "open" | "paid" | "void" | "uncollectible";
  /** Stripe's page where it is paid. */
  url: string;
  pdf_url: string;
  due_at: string;
  created_at: string;
  paid_at: string | null;
  payment_intent_id: string | null;
  /** A bank payment of an open invoice that is on its way, or the last one, which failed; absent or null for none. */
  bank_payment?: "processing" | "failed" | null;
  /** Time that was found. */
  bank_payment_at?: string | null;
  /** Time of the reminder to the club that it is overdue. */
  overdue_at: string | null;
}

/** Stripe's data of an invoice. */
export type StripeInvoice = Omit<
  InvoicesTable,
  "settlement_id" | "club_code" | "created_at" | "overdue_at" | "bank_payment_at"
>;

/** A payment that the payer contests at the bank. */
export interface DisputesTable {
  id: string;
  payment_intent_id: string;
  club_code: string | null;
  amount_cents: number;
  reason: string;
  /** Stripe's: needs_response, under_review, won, lost, … */
  status: string;
  answer_by: string | null;
  opened_at: string;
  updated_at: string;
}

/** A contested payment, as Stripe has it now. */
export type DisputeAtStripe = Omit<DisputesTable, "club_code" | "updated_at">;

/**
 * A payment of another amount or currency than the price: the club waits for staff (product/billing.md#held-payments).
 */
export interface HeldPaymentsTable {
  session_id: string;
  signup_id: string;
  payment_intent_id: string | null;
  asked_cents: number;
  paid_cents: number;
  currency: string;
  held_at: string;
  decision: "accepted" | "refunded" | null;
  decided_by: string | null;
  decided_at: string | null;
}

/** One nightly comparison of the ledger with Stripe's books. */
export interface StripeChecksTable {
  id: string;
  checked_at: string;
  /** Movements from then on were compared. */
  since: string;
  movements: number;
  stripe_cents: number;
  ledger_cents: number;
  /** JSON: a sentence for each difference. */
  differences: string;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  object_id: string;
  received_at: string;
}
