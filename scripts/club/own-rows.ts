import type { ControlDb, ControlSchema, ControlTx } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";

/** Tables of money and of the verification: each row names its club, and an import replaces all of them. */
export const OWN_TABLES = [
  "ledger",
  "refund_orders",
  "settlements",
  "invoices",
  "disputes",
  "verifications",
  "verification_documents",
] as const;

export type OwnRows = { [Table in (typeof OWN_TABLES)[number]]: ControlSchema[Table][] };

/** Reads the club's rows of these tables. */
export async function readOwnRows(control: ControlDb, code: string): Promise<OwnRows> {
  const read = <Table extends (typeof OWN_TABLES)[number]>(table: Table) =>
    control
      .selectFrom(table as "invoices")
      .selectAll()
      .where("club_code", "=", code)
      .orderBy("id")
      .execute() as unknown as Promise<ControlSchema[Table][]>;
  return {
    ledger: await read("ledger"),
    refund_orders: await read("refund_orders"),
    settlements: await read("settlements"),
    invoices: await read("invoices"),
    disputes: await read("disputes"),
    verifications: await read("verifications"),
    verification_documents: await read("verification_documents"),
  };
}

export const areOf = (rows: OwnRows, code: string): boolean =>
  OWN_TABLES.every((table) => rows[table].every(({ club_code }) => club_code === code));

/** Replaces the club's rows. A verification gets this installation's next free number where its own is taken. */
export async function writeOwnRows(tx: ControlTx, rows: OwnRows, code: string): Promise<void> {
  for (const table of OWN_TABLES)
    await tx
      .deleteFrom(table as "invoices")
      .where("club_code", "=", code)
      .execute();
  const { last } = await tx
    .selectFrom("verifications")
    .select(({ fn }) => fn.max<number | null>("number").as("last"))
    .executeTakeFirstOrThrow();
  const taken = new Set(
    (await tx.selectFrom("verifications").select("number").execute()).map(({ number }) => number),
  );
  let next = Math.max(last ?? 0, ...rows.verifications.map(({ number }) => number)) + 1;
  const verifications = rows.verifications.map((row) =>
    taken.has(row.number) ? { ...row, number: next++ } : row,
  );
  await insertRows(tx, "ledger", rows.ledger);
  await insertRows(tx, "refund_orders", rows.refund_orders);
  await insertRows(tx, "settlements", rows.settlements);
  await insertRows(tx, "invoices", rows.invoices);
  await insertRows(tx, "disputes", rows.disputes);
  await insertRows(tx, "verifications", verifications);
  await insertRows(tx, "verification_documents", rows.verification_documents);
}
