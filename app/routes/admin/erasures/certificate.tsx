import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { brand } from "#app/config/brand.ts";
import { platformAdminById } from "#app/domain/control/platform/admins.server.ts";
import {
  findErasure,
  keepOrderedClub,
  keptPayments,
} from "#app/domain/control/retention/club-erasures.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Erased Club");

/**
 * The order to erase a club, which can be taken back, and later the certificate (product/privacy.md#erasing-a-club).
 */
const form = staffForm({
  may: "manage_users",
  find: ({ control }, { clubCode = "" }) => findErasure(control, clubCode),
  change: async ({ ctx: { control, admin }, found }) =>
    (await keepOrderedClub(control, found.club_code, admin.id))
      ? ({ ok: true } as const)
      : ({ ok: false, problem: "erased" } as const),
  problems: (_, { found: { club_code: clubCode } }) => [
    href("/admin/erasures/:clubCode", { clubCode }),
    "The club is erased already.",
    "bad",
  ],
  saved: (_, { found: { club_code: clubCode } }) => [
    href("/admin/clubs/:clubCode", { clubCode }),
    "The club stays.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found }) => {
  const { club_code: clubCode, name, erased_at, due_at, documents, people } = found;
  const by = found.ordered_by ? await platformAdminById(control, found.ordered_by) : null;
  const payments = await keptPayments(control, clubCode);
  const day = (moment: string) => formatDateInFull(new Date(moment), "UTC");
  const rows = JSON.parse(found.erased_rows ?? "null") as Record<string, number> | null;
  return {
    name,
    isErased: erased_at !== null,
    when: formatMoment(erased_at ?? due_at, "UTC"),
    facts: [
      ["Club", `${name}, code ${clubCode.toUpperCase()}`],
      ["Asked by", found.reason],
      ["Ordered", `${formatMoment(found.ordered_at, "UTC")}, by ${orderedBy(found.ordered_by, by)}`],
    ] as [string, string][],
    erased: [
      ...Object.entries(rows ?? {}),
      ...(documents ? [["Documents", documents] as [string, number]] : []),
      ...(people ? [["Accounts of people in no other club", people] as [string, number]] : []),
    ].map(([kind, n]): [string, string] => [kind, count(n)]),
    hasRows: rows !== null,
    payments: payments && `${pluralize(payments.payments, "payment")}, until ${day(payments.until)}`,
    backupsUntil: found.backups_until && day(`${found.backups_until}T00:00:00Z`),
  };
});

const orderedBy = (id: string | null, admin: { first_name: string; last_name: string } | null | undefined) =>
  id === null ? "the operator" : admin ? `${admin.first_name} ${admin.last_name}`.trim() : "former staff";

export default function Certificate() {
  const { name, isErased, when, facts, ...page } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title={isErased ? "Certificate of Erasure" : "Club to Be Erased"}
      lead={<a href="/admin/erasures">Erased clubs</a>}
      width="text"
    >
      <p>
        <strong>
          {isErased ? `${brand.name} erased ${name} on ${when}.` : `${name} will be erased on ${when}.`}
        </strong>
      </p>
      <Facts facts={facts} />
      {isErased ? <Erased {...page} /> : <Waiting />}
    </AdminPage>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Erased({
  erased,
  hasRows,
  payments,
  backupsUntil,
}: Pick<Data, "erased" | "hasRows" | "payments" | "backupsUntil">) {
  return (
    <>
      {erased.length > 0 ? (
        <>
          <h2>What was erased</h2>
          <Facts facts={erased} />
        </>
      ) : null}
      {hasRows ? null : <p>The club’s file could not be read, so nothing in it was counted.</p>}
      <h2>What stays</h2>
      <ul>
        <li>{payments ? `By law: ${payments}` : "No payments"}</li>
        <li>The club code, which no club gets again, and this certificate</li>
        {backupsUntil ? <li>Older backups, which are gone by {backupsUntil}</li> : null}
      </ul>
    </>
  );
}

const Waiting = () => (
  <PostForm>
    <Buttons>
      <SubmitButton>Keep the Club</SubmitButton>
    </Buttons>
  </PostForm>
);
