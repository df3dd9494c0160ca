import { describe, expect, test } from "vitest";
import {
  AGREEMENT_VERSION,
  type AgreementLanguage,
  affirmationNames,
  agreementBlocks,
  agreementCatalogue,
  agreementLanguages,
  agreementText,
  chooseLanguage,
  fillIn,
  formatAgreementDay,
  formatAgreementMoment,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

/** Returns every text with the keys that lead to it: 'mail.reminders.2.body.0'. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) =>
    textsOf(child, path ? `${path}.${key}` : key),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
const english = textsOf(agreementCatalogue("en"));
const of = { clubName: "Lakeside SC", ownParagraph: "", version: AGREEMENT_VERSION };

describe.each(agreementLanguages)("the catalogue in %s", (language) => {
  const texts = new Map(textsOf(agreementCatalogue(language)));

  test("the catalogue has the keys of the English one", () => {
    expect([...texts.keys()]).toEqual(english.map(([path]) => path));
  });

  test("the catalogue has the same placeholders in each text", () => {
    const differing = english.filter(
      ([path, text]) => placeholders(text).join() !== placeholders(texts.get(path) ?? "").join(),
    );
    expect(differing).toEqual([]);
  });

  test("the catalogue leaves no text empty and none with white space at its ends", () => {
    expect([...texts].filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("the catalogue names no child where a mail server or a mailbox shows it", () => {
    const outside = [...texts].filter(([path]) => /subject|preheader/.test(path));
    expect(outside.length).toBeGreaterThan(10);
    expect(outside.flatMap(([, text]) => placeholders(text)).filter((name) => name !== "{club}")).toEqual([]);
  });

  test("the catalogue makes the whole text, with nothing left to fill in", () => {
    const text = agreementText(language, { ...of, ownParagraph: "Park at the school." });
    expect(text).not.toMatch(/[{}]/);
    expect(text).toContain("Lakeside SC");
    for (const name of affirmationNames) {
      expect(text).toContain(`[x] ${agreementCatalogue(language).text.affirmations[name]}\n`);
    }
    expect(text).toContain(agreementCatalogue(language).text.consent);
    expect(text).toContain(AGREEMENT_VERSION);
    expect(text).toContain("\n\nPark at the school.\n\n");
  });
});

test("no text of another language is still English", () => {
  const spanish = new Map(textsOf(agreementCatalogue("es")));
  const same = english.filter(([path, text]) => spanish.get(path) === text).map(([path]) => path);
  // 'Error' is the same word in both; the other is a name and its team.
  expect(same).toEqual(["problems.error", "data.playerOf"]);
});

// product/agreements.md#agreement-text
describe("the text that is hashed", () => {
  test("the text that is hashed is the same for the same words, however the club broke its lines", () => {
    const broken = agreementText("en", {
      ...of,
      ownParagraph: "Park at\r\nthe school.\n\n\n Bring  chairs. ",
    });
    expect(broken).toBe(agreementText("en", { ...of, ownParagraph: "Park at the school.\n\nBring chairs." }));
  });

  test("the text that is hashed changes with the club's name, its own words, the version and the language", () => {
    const texts = [
      agreementText("en", of),
      agreementText("en", { ...of, clubName: "Riverside" }),
      agreementText("en", { ...of, ownParagraph: "Bring chairs." }),
      agreementText("en", { ...of, version: "2027-01" }),
      agreementText("es", of),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  test("the text that is hashed has the blocks of the page in the same order", () => {
    const text = agreementText("es", { ...of, ownParagraph: "Traigan sillas." });
    let at = 0;
    for (const block of agreementBlocks("es", { ...of, ownParagraph: "Traigan sillas." })) {
      at = text.indexOf(block.text.normalize("NFC"), at);
      expect(at, block.text).toBeGreaterThanOrEqual(0);
    }
  });

  test("the text that is hashed takes placeholders in the club's name and own words as they are", () => {
    const text = agreementText("en", { clubName: "{version}", ownParagraph: "{club} $& $1", version: "v" });
    expect(text).toContain("the families of {version},");
    expect(text).toContain("{club} $& $1");
  });
});

test("filling in leaves unknown names alone, also those that every object has", () => {
  expect(fillIn("{club} {constructor} {x}", { club: "A" })).toBe("A {constructor} {x}");
});

describe("the language of a parent's page", () => {
  const cases: [string | null, string | null, AgreementLanguage, AgreementLanguage, string][] = [
    ["es", "en-US", "en", "es", "the link's comes first"],
    ["en", "es", "es", "en", "the link's comes first"],
    ["fr", "es-MX,es;q=0.9", "en", "es", "an unknown one in the link does not count"],
    [null, "en-US,en;q=0.9,es;q=0.8", "es", "es", "Spanish on file is somebody's choice"],
    [null, "en;q=0.5, es;q=0.9", "en", "es", "the browser's first"],
    [null, "fr, de;q=0.9, ES-419;q=0.1", "en", "es", "the browser's first that we have"],
    [null, "es;q=0, fr", "en", "en", "one that the browser refuses is not taken"],
    [null, null, "en", "en", "English otherwise"],
    [null, "*", "en", "en", "English otherwise"],
  ];
  test.each(cases)("%s, %s, %s: %s, %s", (asked, accepted, onFile, expected) => {
    expect(chooseLanguage(asked, accepted, onFile)).toBe(expected);
  });

  test("the language of a parent's page is found in linear time in a header of any length", async () => {
    for (const header of [` ;q=${"1".repeat(16_000)}`.repeat(50), ",".repeat(1_000_000)])
      expect(await charactersRead(() => chooseLanguage(null, header, "en"))).toBeLessThan(20 * header.length);
  });
});

test("times are those of the club's clock, in the reader's language", () => {
  const moment = "2026-11-22T00:05:00.000Z";
  expect(formatAgreementMoment("en", moment, "America/Chicago")).toBe("November 21, 2026 at 6:05 PM CT");
  expect(formatAgreementMoment("es", moment, "America/Chicago")).toMatch(
    /^21 de noviembre de 2026 a las 6:05\sp\.m\. CT$/,
  );
  expect(formatAgreementDay("es", moment, "America/New_York")).toBe("21 de noviembre de 2026");
});
