import { describe, expect, test } from "vitest";
import { checkAudit, nextAuditRow, type StoredAudit } from "#app/domain/values/audit/chain.ts";

/** Builds a log of `count` rows as stored. */
function log(count: number): StoredAudit[] {
  const rows: StoredAudit[] = [];
  for (let index = 0; index < count; index += 1)
    rows.push(
      nextAuditRow(
        {
          kind: "settings.changed",
          actor: { kind: "account", id: "ada" },
          subject: `team${index}`,
          detail: { fields: "name", count: index },
          at: new Date(Date.UTC(2026, 8, 1, 12, index)),
        },
        rows.at(-1) ?? null,
      ),
    );
  return rows;
}
const headOf = (rows: StoredAudit[]) => {
  const { seq = 0, hash = "" } = rows.at(-1) ?? {};
  return { seq, hash };
};

describe("an audit log", () => {
  test("an audit log is whole as it was written", () => {
    const rows = log(5);
    expect(checkAudit(rows, headOf(rows))).toBeNull();
    expect(checkAudit([], null)).toBeNull();
  });

  test.each([
    "at",
    "topic",
    "kind",
    "actor_kind",
    "actor_id",
    "subject",
    "detail",
    "previous_hash",
    "hash",
  ] as const)("an audit log shows a changed byte of %s at its row", (column) => {
    const rows = log(5);
    const [, second] = rows;
    if (!second) throw new Error("No second row");
    rows[1] = {
      ...second,
      [column]: `${second[column]}`.replace(/.$/, (last) => (last === "x" ? "y" : "x")),
    };
    expect(checkAudit(rows, null)).toMatchObject({ seq: 2, problem: "changed" });
  });

  test("an audit log shows a removed row at the next one", () => {
    const rows = log(5);
    rows.splice(2, 1);
    expect(checkAudit(rows, null)).toEqual({ seq: 4, problem: "missing" });
  });

  test("an audit log shows two rows that were swapped", () => {
    const rows = log(5);
    const [, second, third] = rows;
    if (!second || !third) throw new Error("Too short");
    rows[1] = { ...third, seq: 2 };
    rows[2] = { ...second, seq: 3 };
    expect(checkAudit(rows, null)).toEqual({ seq: 2, problem: "changed" });
  });

  test("an audit log shows a cut tail by the head that was seen", () => {
    const rows = log(5);
    expect(checkAudit(rows.slice(0, 3), headOf(rows))).toEqual({ seq: 4, problem: "cut-off" });
    expect(checkAudit([], headOf(rows))).toEqual({ seq: 1, problem: "cut-off" });
  });

  test("an audit log shows a log that was written anew with right hashes", () => {
    const seen = headOf(log(5));
    const first = log(1);
    const other = nextAuditRow(
      { kind: "export.audit", actor: { kind: "system", id: null }, at: new Date(0) },
      headOf(first),
    );
    expect(checkAudit([...first, other], seen)?.problem).toBe("cut-off");
    expect(checkAudit([...first, other], { seq: 2, hash: seen.hash })).toEqual({
      seq: 2,
      problem: "replaced",
    });
  });
});
