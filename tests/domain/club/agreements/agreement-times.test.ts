import { describe, expect, test } from "vitest";
import {
  agreementMailKey,
  isStillWanted,
  mailNameOf,
  type OpenAgreementMail,
  readAgreementMailKey,
} from "#app/domain/club/agreements/agreement-mail.ts";
import { agreementEnds, mailsADay, nextReminder } from "#app/domain/club/agreements/agreement-times.ts";

const day = (n: number) => new Date(Date.UTC(2026, 10, 1 + n, 9));

// product/agreements.md#agreement-reminders
describe("automatic reminders", () => {
  const next = (after: number, days = 30) =>
    nextReminder(day(0), agreementEnds(day(0), days, "America/Chicago"), day(after))?.toISOString();

  test("automatic reminders come 3, 7 and 14 days after the sending, then no more", () => {
    expect([next(0), next(3), next(7), next(14)]).toEqual([
      day(3).toISOString(),
      day(7).toISOString(),
      day(14).toISOString(),
      undefined,
    ]);
  });

  test("automatic reminders never come once the agreement has expired", () => {
    expect([next(0, 2), next(0, 3), next(3, 6)]).toEqual([undefined, day(3).toISOString(), undefined]);
  });

  test("automatic reminders that were missed are not made up for", () => {
    expect(next(10)).toBe(day(14).toISOString());
  });
});

test("an agreement can be signed until the end of the day that its emails name", () => {
  const ends = (sent: string, days: number) =>
    agreementEnds(new Date(sent), days, "America/Chicago").toISOString();
  expect(ends("2026-11-01T14:00:00Z", 30)).toBe("2026-12-02T05:59:59.000Z");
  // Late in the evening of October 31 in Chicago; the clocks go back in between.
  expect(ends("2026-11-01T04:30:00Z", 1)).toBe("2026-11-02T05:59:59.000Z");
  expect(ends("2027-03-13T18:00:00Z", 1)).toBe("2027-03-15T04:59:59.000Z");
});

test("a club may send to two parents of each player twice a day", () => {
  expect([800, 1600, 5000].map(mailsADay)).toEqual([3_200, 6_400, 20_000]);
});

describe("a decided mail", () => {
  const open = (more: {
    step?: string;
    agreement?: Partial<OpenAgreementMail["agreement"]>;
    contact?: Partial<OpenAgreementMail["contact"]>;
  }): OpenAgreementMail => ({
    id: "m1",
    step: more.step ?? "reminder-1",
    issue: 2,
    created_at: day(0).toISOString(),
    agreement: {
      ...{ id: "a1", status: "pending", issue: 2, expires_at: day(30).toISOString() },
      ...{ signed_at: null, closed_at: null, ...more.agreement },
    },
    contact: {
      ...{ name: "Pat", email: "pat@parents.example", language: "en", delivery: null },
      ...{ mail_stopped_at: null, erased_at: null, ...more.contact },
    },
  });

  test("a decided mail goes out while it is wanted", () => {
    expect(isStillWanted(open({}), day(0))).toBe(true);
    expect(isStillWanted(open({ contact: { delivery: "delayed" } }), day(0))).toBe(true);
    expect(isStillWanted(open({ step: "request", contact: { mail_stopped_at: "now" } }), day(0))).toBe(true);
  });

  test.each([
    ["signed", { agreement: { status: "signed" } }],
    ["declined", { agreement: { status: "declined" } }],
    ["expired", { agreement: { status: "expired" } }],
    ["sent again under a new link", { agreement: { issue: 3 } }],
    ["bounced", { contact: { delivery: "bounced" } }],
    ["complained", { contact: { delivery: "complained" } }],
    ["stopped", { contact: { mail_stopped_at: "2026-11-01" } }],
    ["erased", { contact: { erased_at: "2026-11-01" } }],
  ] as const)("a decided mail is dropped once the agreement or the address is: %s", (_, more) => {
    expect(isStillWanted(open(more), day(0))).toBe(false);
  });

  test("a decided mail that a parent waits for goes out also after signing, and to parents who stopped reminders", () => {
    const more = { agreement: { status: "signed" }, contact: { mail_stopped_at: "2026-11-01" } } as const;
    expect(isStillWanted(open({ step: "copy", ...more }), day(0))).toBe(true);
    expect(isStillWanted(open({ step: "copy", contact: { erased_at: "2026-11-01" } }), day(0))).toBe(false);
  });

  test("a decided mail is found again by its key", () => {
    const mail = { agreementId: "aB-1_", issue: 12, step: "reminder-last", createdAt: day(0).toISOString() };
    expect(readAgreementMailKey(agreementMailKey(mail))).toEqual(mail);
    expect(readAgreementMailKey("invitation:1:2:x")).toBeNull();
    expect(mailNameOf("reminder-2")).toBe("reminder");
  });
});
