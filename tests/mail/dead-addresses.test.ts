import { afterAll, beforeEach, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { inTransaction } = await import("#app/db/engine.server.ts");
const { noteAddresses } = await import("#app/mail/record-delivery.server.ts");
type Delivery = import("#app/db/control/mail-tables.ts").Delivery;

afterAll(world.close);
beforeEach(() => world.control.deleteFrom("dead_addresses").execute());

const TO = "dana@people.example";
const after = async (...events: Delivery[]) => {
  for (const event of events) await inTransaction(world.control, (tx) => noteAddresses(tx, [TO], event));
  const rows = await world.control.selectFrom("dead_addresses").select("delivery").execute();
  return rows.map(({ delivery }) => delivery);
};

test.each([
  [["delivered"], []],
  [["delayed"], []],
  [["bounced"], ["bounced"]],
  [["bounced", "delivered"], []],
  [["bounced", "complained"], ["complained"]],
  [["complained", "delivered"], ["complained"]],
  [["complained", "bounced"], ["complained"]],
] as [Delivery[], string[]][])("an address is %j after %j", async (events, known) => {
  expect(await after(...events)).toEqual(known);
});
