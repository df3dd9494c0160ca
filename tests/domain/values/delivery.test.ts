import fc from "fast-check";
import { expect, test } from "vitest";
import { advanceDelivery, type Outcome } from "#app/domain/values/delivery.ts";
import { outcomeOfBounce } from "#app/mail/delivery.ts";

const delayed = { delivery: "delayed", reason: "silent" } as const;
const full = { delivery: "delayed", reason: "full" } as const;
const delivered = { delivery: "delivered", reason: null } as const;
const failed = { delivery: "delayed", reason: "failed" } as const;
const blocked = { delivery: "delayed", reason: "blocked" } as const;
const reactivated = { delivery: "delayed", reason: "reactivated" } as const;
const bounced = { delivery: "bounced", reason: "unknown" } as const;
const suppressed = { delivery: "bounced", reason: "suppressed" } as const;
const complained = { delivery: "complained", reason: null } as const;
/** In the order in which knowledge moves. */
const ALL: Outcome[] = [
  delayed,
  full,
  delivered,
  failed,
  blocked,
  reactivated,
  bounced,
  suppressed,
  complained,
];

const after = (events: readonly Outcome[]) =>
  events.reduce<Outcome | null>((known, event) => advanceDelivery(known, event), null);

test("events in any order, and twice, say the same of a mail in the end", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ALL), { minLength: 1, maxLength: 9 }), (events) => {
      const sorted = [...events].sort((one, other) => ALL.indexOf(one) - ALL.indexOf(other));
      expect(after(events)).toEqual(sorted.at(-1));
      expect(after([...events, ...events])).toEqual(after(events));
    }),
  );
});

// product/emails.md#undelivered-mail
test.each<[Outcome[], Outcome]>([
  [[delayed, delivered], delivered],
  [[delivered, full], delivered],
  [[delivered, blocked], blocked],
  [[blocked, delivered], blocked],
  [[delivered, bounced], bounced],
  [[bounced, delivered], bounced],
  [[complained, bounced, delivered], complained],
])("%j ends as %j", (events, end) => {
  expect(after(events)).toEqual(end);
});

// product/emails.md#undelivered-mail
test.each([
  ["HardBounce", true, bounced],
  ["HardBounce", false, bounced],
  ["BadEmailAddress", false, bounced],
  ["ManuallyDeactivated", true, suppressed],
  ["Blocked", true, suppressed],
  ["Unknown", true, suppressed],
  ["AutoResponder", true, suppressed],
  ["SpamComplaint", true, complained],
  ["Transient", false, delayed],
  ["DnsError", false, delayed],
  ["SoftBounce", false, full],
  ["Blocked", false, blocked],
  ["SpamNotification", false, blocked],
  ["DMARCPolicy", false, blocked],
  ["SMTPApiError", false, failed],
  ["TemplateRenderingFailed", false, failed],
  ["Unknown", false, failed],
  ["AutoResponder", false, null],
] as const)("a %s (inactive: %s) says %j", (type, inactive, outcome) => {
  expect(outcomeOfBounce(type, inactive)).toEqual(outcome);
});
