import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { redactAddress, redactText } from "#app/observability/redact.ts";
import { charactersRead, countCharacters } from "#tests/support/characters-read.ts";
import { repeated, textsOf } from "#tests/support/repeated.ts";

/** Longest request line or header: Node refuses more. */
const LONGEST = 16_384;
/** Most reads of each logged character. */
const OFTEN = 30;
const LONGEST_LOGGED = 2_000;

describe("an address of 16 kB", () => {
  const bytes = (address: string) => Buffer.byteLength(JSON.stringify(redactAddress(address)));

  test("an address of 16 kB of any repeated one to four characters is read a few times and logged in no more bytes than it sent", () => {
    // Every seventh text of the 4,096 fours: all of them take 20 s.
    const units = textsOf("?=&%/a.@", 4).filter((unit, index) => unit.length < 4 || index % 7 === 0);
    const counting = countCharacters();
    onTestFinished(counting.stop);
    for (const unit of units) {
      const address = `/x?a=${repeated(unit, LONGEST)}`;
      counting.read();
      const logged = JSON.stringify(redactAddress(address));
      expect(counting.read(), unit).toBeLessThanOrEqual(OFTEN * LONGEST_LOGGED);
      expect(Buffer.byteLength(logged), unit).toBeLessThanOrEqual(LONGEST);
    }
  });

  test("an address of 16 kB of anything is read a few times and logged in no more bytes than it sent", async () => {
    const pieces = fc.constantFrom(
      "?",
      "=",
      "&",
      "%3F",
      "%253F",
      "/",
      "a",
      "@",
      "%40",
      ".com",
      "token=",
      "q=1",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(pieces, fc.string()), { minLength: 1, maxLength: 40 }),
        async (drawn) => {
          const address = `/${repeated(drawn.join("") || "a", LONGEST)}`;
          expect(await charactersRead(() => redactAddress(address))).toBeLessThan(OFTEN * LONGEST_LOGGED);
          expect(bytes(address)).toBeLessThanOrEqual(LONGEST);
        },
      ),
    );
  });
});

describe("an address longer than 2,000 characters", () => {
  test("a long address is cut between its parts, so that half a token is not left unrecognized", () => {
    for (let length = 1_940; length < 2_060; length += 1) {
      const address = `/x?a=${"b ".repeat(length / 2).trim()}&c=${"S3cret-0".repeat(6)}&d=1${"&e".repeat(99)}`;
      expect(redactAddress(address)).not.toContain("S3c");
    }
  });
  test("a long address says that it was cut", () => {
    expect(redactAddress(`/${"teams/".repeat(1_000)}`)).toMatch(/^\/(teams\/)+…$/);
  });
  test("a long address is redacted before it is cut", () => {
    expect(redactAddress(`/x?${"q=1&".repeat(490)}`)).toMatch(/^.{2000}…$/);
  });
});

describe("the address of a calendar", () => {
  const token = "S3cret-0".repeat(6).slice(0, 43);
  test.each([`/calendar/${token}.ics`, `/calendar/${token}`])(
    "the address of a calendar is logged without its secret: %s",
    (address) => {
      expect(redactAddress(address)).not.toContain("S3cret");
    },
  );
  test("the text of an error is logged without a calendar's secret", () => {
    expect(redactText(`GET http://goodside.test/calendar/${token}.ics failed`)).not.toContain("S3cret");
  });
});

describe("the address of a parent's page", () => {
  const token = "S3cret-0".repeat(6).slice(0, 43);
  test.each([
    `/parent/agreement/${token}`,
    `/parent/agreement/${token}/data?lang=es&saved=yes`,
    `/parent/agreement/${token}/copy.pdf`,
    `/agreement/${token}`,
    `/parent/agreement/${token}.`,
    `/parent/agreement/%3C${token}%3E`,
    `/parent/agreement/${token}%2fdata`,
    `/club/login?redirectTo=/parent/agreement/${token}`,
    `/mail/stop/${token}`,
  ])("the address of a parent's page is logged without its secret: %s", (address) => {
    expect(redactAddress(address)).not.toContain("S3cret");
    expect(redactText(`GET http://goodside.test${address} failed`)).not.toContain("S3cret");
  });
});

describe("an address inside an address", () => {
  test("an address inside an address is kept without its secrets", () => {
    const inner = encodeURIComponent("/pay?token=abc&step=2");
    expect(redactAddress(`/club/login?redirectTo=${inner}`)).toBe(
      `/club/login?redirectTo=${encodeURIComponent("/pay?token=[redacted]&step=2")}`,
    );
  });
  test("an address inside a nested address is dropped", () => {
    const inner = encodeURIComponent(`/club/login?redirectTo=${encodeURIComponent("/contact?token=abc")}`);
    expect(decodeURIComponent(redactAddress(`/club/login?redirectTo=${inner}`))).toBe(
      "/club/login?redirectTo=/club/login?redirectTo=[redacted]",
    );
  });
});

describe("text for the log", () => {
  test.each(["a", "a.", "a@", "Bearer ", "-", "sk_", " \n", "a@b.", "%40"])(
    "a megabyte of %j is cut before it is read",
    async (unit) => {
      const text = repeated(unit, 1_000_000);
      expect(await charactersRead(() => redactText(text))).toBeLessThan(10 * 16_000);
      expect(redactText(text).length).toBeLessThanOrEqual(16_001);
    },
  );
  test("a text for the log is not cut through a secret", () => {
    const text = `${"word ".repeat(3_195)}${"S3cret-0".repeat(9)} and more ${"word ".repeat(99)}`;
    expect(redactText(text)).not.toContain("S3c");
  });
});
