import type { ControlTx } from "#app/db/control/schema.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { addPlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { DEMO_STAFF } from "../demo-people.ts";

type Hashed = Awaited<ReturnType<typeof demoStaff>>;

/** Hashes the passwords of the demo's platform staff: hashing is too slow for a transaction. */
export const demoStaff = () =>
  Promise.all(
    DEMO_STAFF.map(async ({ password, ...person }) => ({
      ...person,
      passwordHash: await hashPassword(password),
    })),
  );

/** Enters two open messages for the staff's first page, one of them past the promised day. */
async function enterMessages(tx: ControlTx): Promise<void> {
  const messages = [
    {
      ...{ hoursAgo: 27, category: "billing" as const, name: "Marcus Bell", email: "marcus@demo.example" },
      subject: "Receipt with our tax number",
      message:
        "Our treasurer needs the receipt of this year with the club's tax number on it. Can you add it?",
    },
    {
      ...{ hoursAgo: 3, category: "sales" as const, name: "Ines Duarte", email: "ines@demo.example" },
      subject: "Two clubs under one board",
      message: "We run a girls' and a boys' club with one board. Do we need one account or two?",
    },
  ];
  await tx
    .insertInto("contact_messages")
    .values(
      messages.map(({ hoursAgo, ...message }, index) => ({
        ...message,
        id: `demo-message-${index + 1}`,
        submission_key: `demo-message-${index + 1}`,
        created_at: new Date(now().getTime() - hoursAgo * HOUR_MS).toISOString(),
        ...{ state: "new" as const, note: "", handled_by: null, handled_at: null },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Adds staff; an existing person stays.
 * @returns the id of the person who verifies the clubs' players
 */
export async function enterStaff(tx: ControlTx, staff: Hashed, at: Date): Promise<string> {
  for (const { name, email, role, passwordHash } of staff) {
    const [firstName = "", lastName = ""] = name.split(" ");
    const company = "Goodside";
    await addPlatformAdmin(
      tx,
      { email, firstName, lastName, company, role, passwordHash, by: "the demo" },
      at,
    );
  }
  await enterMessages(tx);
  const { id } = await tx
    .selectFrom("platform_admins")
    .select("id")
    .where("role", "=", "moderator")
    .executeTakeFirstOrThrow();
  return id;
}
