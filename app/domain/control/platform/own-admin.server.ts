import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { versionOf } from "#app/forms/version.server.ts";

export interface OwnAdmin {
  firstName: string;
  lastName: string;
  company: string;
}

/** What an administrator may change of the own account (product.md#platform-staff). */
export const readOwnAdmin = (control: ControlDb, id: string): Promise<OwnAdmin> =>
  control
    .selectFrom("platform_admins")
    .select(["first_name as firstName", "last_name as lastName", "company"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** What the form was filled from (product.md#forms). */
export const ownAdminVersion = ({ firstName, lastName, company }: OwnAdmin): string =>
  versionOf({ firstName, lastName, company });

export async function saveOwnAdmin(
  tx: ControlTx,
  id: string,
  { firstName, lastName, company }: OwnAdmin,
): Promise<void> {
  await tx
    .updateTable("platform_admins")
    .set({ first_name: firstName, last_name: lastName, company })
    .where("id", "=", id)
    .execute();
}
