/** The Stripe test cards that the stub knows. */
export const TEST_CARDS = [
  { number: "4242424242424242", name: "Success", does: "The payment succeeds at once." },
  { number: "4000000000000002", name: "Declined", does: "The bank declines: 'Your card was declined.'" },
  {
    number: "4000002760003184",
    name: "3-D Secure",
    does: "Asks for authentication on a page of its own, which you complete or fail.",
  },
  { number: "4000000000000069", name: "Expired card", does: "Refused: 'Your card has expired.'" },
] as const;

export type CardOutcome =
  | { kind: "succeeded" }
  | { kind: "authenticate" }
  | { kind: "refused"; field: CardField; code: string; message: string };

export type CardField = "cardNumber" | "cardExpiry" | "cardCvc";

/** @param at the app's time, which decides whether the card has expired */
export function chargeCard(card: { number: string; expiry: string; cvc: string }, at: Date): CardOutcome {
  const number = card.number.replace(/[\s-]/g, "");
  if (!/^\d{13,19}$/.test(number))
    return refused("cardNumber", "incomplete_number", "Your card number is incomplete.");
  if (!passesLuhn(number)) return refused("cardNumber", "incorrect_number", "Your card number is invalid.");
  const expiry = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(card.expiry);
  const month = Number(expiry?.[1]);
  if (!expiry || month < 1 || month > 12)
    return refused("cardExpiry", "incomplete_expiry", "Your card's expiration date is incomplete.");
  const year = Number(expiry[2]) % 100;
  const last = new Date(Date.UTC(2000 + year, month, 1));
  if (last <= at)
    return refused("cardExpiry", "invalid_expiry_year", "Your card's expiration date is in the past.");
  if (!/^\s*\d{3,4}\s*$/.test(card.cvc))
    return refused("cardCvc", "incomplete_cvc", "Your card's security code is incomplete.");
  switch (number) {
    case "4242424242424242":
      return { kind: "succeeded" };
    case "4000002760003184":
      return { kind: "authenticate" };
    case "4000000000000002":
      return refused("cardNumber", "card_declined", "Your card was declined.");
    case "4000000000000069":
      return refused("cardNumber", "expired_card", "Your card has expired.");
    default:
      return refused(
        "cardNumber",
        "card_declined",
        "Your card was declined. Only the test cards listed on this page can pay here.",
      );
  }
}

function refused(field: CardField, code: string, message: string): CardOutcome {
  return { kind: "refused", field, code, message };
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
