import { afterAll, expect, test } from "vitest";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const lakeside = await world.club("Lakeside FC", { code: "lakeside" });
afterAll(world.close);
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { recordEvent } = await import("#app/db/outbox.server.ts");

const sign = (seq: number, hash: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    changeClub({ control: world.control, db, club: lakeside }, async (tx) => {
      await tx.deleteFrom("evidence_records").execute();
      await tx
        .insertInto("evidence_records")
        .values({
          ...{ seq, id: `r${seq}`, agreement_id: "a1", kind: "signed" as const, record: "{}" },
          ...{ previous_hash: "0", hash, at: "2026-11-22T12:00:00.000Z" },
        })
        .execute();
      await recordEvent(tx, { kind: "evidence-head" });
    }),
  );
const head = () => world.control.selectFrom("evidence_heads").select(["club_code", "seq", "hash"]).execute();

test("the head of a club's chain is carried to the control database, and never back", async () => {
  await sign(1, "one");
  expect(await head()).toEqual([{ club_code: "lakeside", seq: 1, hash: "one" }]);
  await sign(3, "three");
  expect(await head()).toEqual([{ club_code: "lakeside", seq: 3, hash: "three" }]);
  // An older file of the club was put in place, and signed again.
  await sign(2, "another two");
  await sign(3, "another three");
  expect(await head()).toEqual([{ club_code: "lakeside", seq: 3, hash: "three" }]);
});
