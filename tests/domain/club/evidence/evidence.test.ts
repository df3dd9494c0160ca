import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Chain, checkChain, nextRecord, type StoredRecord } from "#app/domain/club/evidence/evidence.ts";
import { canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";

const TEXT = "What was shown, in Español too";

/** Builds a whole chain of signatures, with their persons and their text. */
function chainOf(signatures: number): {
  records: StoredRecord[];
  persons: Map<string, string>;
  texts: Map<string, string>;
} {
  const records: StoredRecord[] = [];
  const persons = new Map<string, string>();
  for (let number = 1; number <= signatures; number += 1) {
    const person = canonicalJson({ name: `Parent ${number}`, salt: `${number}` });
    const id = `record-${number}`;
    persons.set(id, person);
    const fields = {
      ...{
        id,
        kind: "signed" as const,
        club: { code: "lakeside", name: "Lakeside" },
        agreement: `a-${number}`,
      },
      ...{ issue: 1, at: "2026-11-22T12:00:00.000Z", language: "en" as const, electronicConsent: true },
      text: { version: "1", hash: sha256(TEXT) },
      affirmations: { positiveSupport: true as const },
      signatureDate: "2026-11-22",
      enteredBy: null,
      person: sha256(person),
    };
    records.push(nextRecord(fields, records.at(-1) ?? null));
  }
  return { records, persons, texts: new Map([[sha256(TEXT), TEXT]]) };
}
const headOf = ({ records }: Chain) => {
  const last = records.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : null;
};
const length = fc.integer({ min: 2, max: 12 });

test("canonical JSON is the same for equal values, whatever the order of their names", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "é" }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"é","d":null}]}',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean())), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

// product/evidence.md#evidence
describe("a chain", () => {
  test("a chain that nobody touched is whole, also an empty one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), (count) => {
        const chain = chainOf(count);
        expect(checkChain(chain, headOf(chain))).toEqual([]);
      }),
    );
  });

  test("a chain names the record of which a byte was changed", () => {
    fc.assert(
      fc.property(length, fc.nat(), fc.nat(), (count, which, where) => {
        const chain = chainOf(count);
        const index = which % count;
        const record = chain.records[index] as StoredRecord;
        const at = where % record.record.length;
        const other = record.record[at] === "x" ? "y" : "x";
        chain.records[index] = {
          ...record,
          record: record.record.slice(0, at) + other + record.record.slice(at + 1),
        };
        expect(checkChain(chain, null)).toContainEqual({ seq: record.seq, problem: "changed" });
      }),
    );
  });

  test("a chain names the record that follows on one whose hash was made to fit", () => {
    const chain = chainOf(3);
    const forged = chain.records[1]?.record.replace("a-2", "a-9") ?? "";
    chain.records[1] = { ...(chain.records[1] as StoredRecord), record: forged, hash: sha256(forged) };
    expect(checkChain(chain, null)).toEqual([{ seq: 3, problem: "unlinked" }]);
  });

  test("a chain names the record before which one was removed, and the end that is missing", () => {
    fc.assert(
      fc.property(length, fc.nat(), (count, which) => {
        const chain = chainOf(count);
        const head = headOf(chain);
        const index = which % count;
        chain.records.splice(index, 1);
        const problem = index === count - 1 ? "cut-off" : "missing";
        const seq = index === count - 1 ? count : index + 2;
        expect(checkChain(chain, head)).toContainEqual({ seq, problem });
      }),
    );
  });

  test("a chain names records that changed places, or were renumbered", () => {
    const chain = chainOf(4);
    const [one, two, three, four] = chain.records as [StoredRecord, StoredRecord, StoredRecord, StoredRecord];
    const turned = { ...chain, records: [one, { ...three, seq: 2 }, { ...two, seq: 3 }, four] };
    expect(checkChain(turned, null).map(({ seq }) => seq)).toEqual(expect.arrayContaining([2, 3, 4]));
  });

  test("a chain excuses by an erasure only the persons that were recorded before it", () => {
    const chain = chainOf(1);
    const first = chain.records[0] as StoredRecord;
    const fields = JSON.parse(first.record);
    const erased = { ...fields, id: "erasure", kind: "erased", text: null, affirmations: null, person: null };
    chain.records.push(nextRecord(erased, first));
    chain.records.push(nextRecord({ ...fields, id: "later" }, chain.records.at(-1) ?? null));
    chain.persons.clear();
    expect(checkChain(chain, null)).toEqual([{ seq: 3, problem: "person-missing" }]);
  });

  test("a chain is compared with where the platform last saw it", () => {
    const chain = chainOf(3);
    const other = chainOf(3);
    expect(checkChain(chainOf(2), headOf(chain))).toEqual([{ seq: 3, problem: "cut-off" }]);
    expect(checkChain(chain, { seq: 2, hash: "0".repeat(64) })).toEqual([{ seq: 2, problem: "replaced" }]);
    expect(checkChain(other, headOf(chain))).toEqual([]);
  });

  test("a chain names texts and persons that were changed or are gone; an erased person may be gone", () => {
    const chain = chainOf(3);
    chain.persons.set("record-1", '{"name":"Somebody else","salt":"1"}');
    chain.persons.delete("record-2");
    expect(checkChain(chain, null)).toEqual([
      { seq: 1, problem: "person-changed" },
      { seq: 2, problem: "person-missing" },
    ]);
    chain.persons.set("record-1", canonicalJson({ name: "Parent 1", salt: "1" }));
    const last = chain.records.at(-1) as StoredRecord;
    chain.records.push(
      nextRecord(
        {
          ...{
            id: "erasure",
            kind: "erased",
            club: { code: "lakeside", name: "Lakeside" },
            agreement: "a-2",
            issue: 1,
          },
          ...{ at: "2026-12-01T12:00:00.000Z", language: "en", text: null, affirmations: null },
          ...{ electronicConsent: false, signatureDate: null, enteredBy: null, person: null },
        },
        last,
      ),
    );
    expect(checkChain(chain, null)).toEqual([]);
    chain.texts.clear();
    expect(checkChain(chain, null).map(({ problem }) => problem)).toEqual(Array(3).fill("text-missing"));
    chain.texts.set(sha256(TEXT), "Another text");
    expect(checkChain(chain, null).map(({ problem }) => problem)).toEqual(Array(3).fill("text-changed"));
  });

  test("a chain of anything but records is changed, and nothing throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (record) => {
        const stored = { seq: 1, record, previous_hash: "0".repeat(64), hash: sha256(record) };
        expect(checkChain({ records: [stored], persons: new Map(), texts: new Map() }, null)).toContainEqual({
          seq: 1,
          problem: "changed",
        });
      }),
    );
  });
});
