import type { ControlTx } from "#app/db/control/schema.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { addPlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { DEMO_STAFF } from "../demo-people.ts";

type Hashed = Awaited<ReturnType<typeof demoStaff>>;

/** The platform's staff of the demo, with hashed passwords: hashing is too slow for a transaction. */
export const demoStaff = () =>
  Promise.all(
    DEMO_STAFF.map(async ({ password, ...person }) => ({
      ...person,
      passwordHash: await hashPassword(password),
    })),
  );

/** Adds them; a person who is there already stays. @returns the id of who verifies the clubs' players */
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
  const { id } = await tx
    .selectFrom("platform_admins")
    .select("id")
    .where("role", "=", "moderator")
    .executeTakeFirstOrThrow();
  return id;
}
