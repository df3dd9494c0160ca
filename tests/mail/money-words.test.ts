import { expect, test } from "vitest";
import { renderTemplate, templates } from "#app/mail/templates.ts";

const textOf = (name: "welcome" | "payment-received" | "renewed", more: object = {}) =>
  renderTemplate(name, { ...templates[name].sample, ...more }).text;

// product/verification.md#verification
test("a new club reads of its duty to verify in its first email", () => {
  expect(textOf("welcome")).toContain("Within 30 days please verify your number of players");
});

// product/billing.md#billing
test.each(["payment-received", "renewed"] as const)("%s names the amount", (name) => {
  expect(textOf(name, { price: "$2,195" })).toContain("$2,195");
});

test.each(["payment-received", "renewed"] as const)(
  "%s of a release that stored no amount leaves the sentence out",
  (name) => {
    expect(textOf(name, { price: undefined })).not.toContain("The receipt is on your billing page");
  },
);
