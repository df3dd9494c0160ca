import fc from "fast-check";
import { expect, test } from "vitest";
import { advanceDelivery, type Delivery } from "#app/domain/values/delivery.ts";

const reported = fc.constantFrom<Delivery>("delayed", "delivered", "bounced", "complained");
const after = (events: readonly Delivery[]) =>
  events.reduce<Delivery | null>((known, event) => advanceDelivery(known, event), null);

test("events in any order, and twice, say the same of a mail in the end", () => {
  fc.assert(
    fc.property(fc.array(reported, { minLength: 1, maxLength: 8 }), (events) => {
      const sorted = [...events].sort();
      expect(after(events)).toBe(after(sorted));
      expect(after([...events, ...events])).toBe(after(events));
    }),
  );
});

test.each<[Delivery[], Delivery]>([
  [["delayed", "delivered"], "delivered"],
  [["delivered", "delayed"], "delivered"],
  [["delivered", "bounced"], "bounced"],
  [["bounced", "delivered"], "bounced"],
  [["complained", "bounced", "delivered"], "complained"],
])("%j ends as %s", (events, end) => {
  expect(after(events)).toBe(end);
});
