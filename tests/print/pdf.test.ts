import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { nextRecord } from "#app/domain/club/evidence/evidence.ts";
import { exportClosing, exportEntry, exportOpening } from "#app/domain/club/evidence/evidence-file.ts";
import { readEvidenceFile } from "#app/domain/club/evidence/read-evidence-file.server.ts";
import { agreementText } from "#app/domain/values/agreement-text/catalogue.ts";
import { canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";
import { agreementPdf } from "#app/print/pdf.server.ts";
import { closePrintPool, printAgreement } from "#app/print/print.server.ts";

afterAll(closePrintPool);

const CLUB = { code: "lakeside", name: "Lakeside FC" };
const AT = "2026-11-22T12:00:00.000Z";

/** Builds the evidence of one signature. */
function evidenceOf({
  name = "Zoë Παππάς Иванова",
  erased = false,
  language = "es" as "en" | "es",
} = {}): string {
  const text = agreementText(language, {
    clubName: CLUB.name,
    ownParagraph: "Bring water.",
    version: "2026-11",
  });
  const person = canonicalJson({
    ...{
      name,
      email: "zoe@home.example",
      players: "Kit",
      teams: ["Hawks"],
      signature: name,
      ip: "192.0.2.1",
    },
    ...{ userAgent: "Lynx", reason: "", salt: "1" },
  });
  const record = nextRecord(
    {
      ...{ id: "r1", kind: "signed", club: CLUB, agreement: "a1", issue: 1, at: AT, language },
      ...{ text: { version: "2026-11", hash: sha256(text) }, affirmations: { positiveSupport: true } },
      ...{ electronicConsent: true, signatureDate: "2026-11-22", enteredBy: null, person: sha256(person) },
    },
    null,
  );
  const entries = [{ ...record, person: erased ? null : person }];
  if (erased) {
    const gone = nextRecord(
      {
        ...{ id: "r2", kind: "erased", club: CLUB, agreement: "a1", issue: 1, at: AT, language, text: null },
        ...{
          affirmations: null,
          electronicConsent: false,
          signatureDate: null,
          enteredBy: null,
          person: null,
        },
      },
      record,
    );
    entries.push({ ...gone, person: null });
  }
  return [
    exportOpening({ club: CLUB, agreement: "a1", exportedAt: AT }),
    ...entries.map((entry, index) => exportEntry(entry, index === 0)),
    exportClosing(new Map([[sha256(text), text]]), null, entries.length),
  ].join("");
}
const copyOf = (evidence: string) => ({
  evidence,
  timezone: "America/Chicago",
  verifyUrl: "https://goodside.example/agreements/verify",
});
async function* whole(bytes: Uint8Array) {
  yield bytes;
}

describe("the copy of a signed agreement", () => {
  test("the copy of a signed agreement is a tagged PDF in the signer's language, which carries its own proof", async () => {
    const pdf = await agreementPdf(copyOf(evidenceOf()));
    if (process.env.KEEP_PDF) writeFileSync(process.env.KEEP_PDF, pdf);
    const text = Buffer.from(pdf).toString("latin1");
    expect(text.startsWith("%PDF-1.7")).toBe(true);
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/Lang \(es/);
    expect(text).toMatch(/\/DisplayDocTitle true/);
    expect(await readEvidenceFile(whole(pdf))).toMatchObject({
      ok: true,
      report: { problems: [], shown: [{ person: { email: "zoe@home.example" } }] },
    });
  });

  test("the copy of a signed agreement proves that a byte was changed", async () => {
    const pdf = Buffer.from(await agreementPdf(copyOf(evidenceOf())));
    pdf[pdf.indexOf("zoe@home.example")] = 0x59;
    expect(await readEvidenceFile(whole(pdf))).toMatchObject({
      report: { problems: [{ seq: 1, problem: "person-changed" }] },
    });
  });

  test("the copy of a signed agreement is printed without an erased person", async () => {
    const pdf = await agreementPdf(copyOf(evidenceOf({ erased: true })));
    expect(Buffer.from(pdf).includes("zoe@home.example")).toBe(false);
    expect(await readEvidenceFile(whole(pdf))).toMatchObject({ ok: true, report: { problems: [] } });
  });

  test.each([
    ["letters that the font lacks", "李小龍 🎉 ሰላም"],
    ["ten thousand combining marks", `a${"\u0301".repeat(10_000)}`],
    ["marks of direction", "\u202Egnp.exe\u2066"],
    ["one endless word", "x".repeat(5_000)],
  ])("the copy of a signed agreement survives %s", async (_, name) => {
    const pdf = await agreementPdf(copyOf(evidenceOf({ name, language: "en" })));
    expect(pdf.length).toBeGreaterThan(5_000);
  });

  // product/printables.md#letters-in-print
  test("the copy of a signed agreement has Arabic names in their order, and counts the letters it cannot print", async () => {
    const read = async (name: string) =>
      execFileSync("pdftotext", ["-layout", "-", "-"], {
        input: await agreementPdf(copyOf(evidenceOf({ name, language: "en" }))),
      })
        .toString()
        .replace(/[\u202a-\u202e\u200e\u200f]/g, "");
    expect(await read("محمد علي")).toMatch(/Name: محمد علي/);
    expect(await read("Zoë Παππάς")).not.toContain("cannot be printed");
    expect(await read("李小龍 Zoë")).toContain("Letters of 'Name' that cannot be printed: 3.");
  });

  test("the copy of a signed agreement is not printed from broken evidence", async () => {
    const broken = evidenceOf().replace("zoe@home", "joe@home");
    await expect(agreementPdf(copyOf(broken))).rejects.toThrow("not whole");
  });

  test("the worker prints the copy of a signed agreement too", async () => {
    const pdf = await printAgreement(copyOf(evidenceOf()));
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
  });
});
