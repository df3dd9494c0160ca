import { href } from "#app/config/addresses.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { helpReasonChoices } from "#app/domain/values/audit/help-reasons.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { RowTable } from "#app/ui/row-table.tsx";

const columns = [
  { name: "Tool", place: "name" },
  { name: "What it does", place: "line" },
] as const;

/**
 * Lists the repairs that staff can make in a club; each page previews before it acts
 * (product/support.md#support-tools).
 */
export function SupportTools({ clubCode, mayErase }: { clubCode: string; mayErase: boolean }) {
  const tools = [
    {
      name: "Recalculate scores",
      href: href("/admin/clubs/:clubCode/scores", { clubCode }),
      about: "Final scores and board rows from the ratings again",
    },
    {
      name: "Deleted teams",
      href: href("/admin/clubs/:clubCode/teams", { clubCode }),
      about: "Bring one back, also after the club’s 30 days",
    },
    {
      name: "Older copies",
      href: href("/admin/clubs/:clubCode/copies", { clubCode }),
      about: "The whole club as of an hour, compared and swapped",
    },
    {
      name: "Failed emails",
      href: href("/admin/mails", { club: clubCode }),
      about: "See why, and send them again",
    },
    ...(mayErase
      ? [
          {
            name: "Erase the club",
            href: href("/admin/clubs/:clubCode/erasure", { clubCode }),
            about: "Everything in it, on a legal request, with a certificate",
          },
        ]
      : []),
  ];
  return (
    <section>
      <h2>Support tools</h2>
      <RowTable
        caption="Support tools"
        columns={columns}
        rows={tools.map(({ name, href: to, about }) => ({ key: name, href: to, cells: [name, about] }))}
      />
    </section>
  );
}

/** Asks staff for a reason, which the club reads. */
export const ReasonField = () => (
  <SelectField
    name="reason"
    label="Reason"
    hint="The club reads it in its activity, with your first name and role"
    empty="Choose a reason"
    choices={helpReasonChoices}
    required
  />
);

const inputs = inputsOf(codeFields);

/** Asks for the viewer's own password, before acting in a club or on two accounts. */
export const OwnProof = ({ asksCode }: { asksCode: boolean }) => (
  <>
    <TextField
      name="password"
      label="Your own password"
      type="password"
      autoComplete="current-password"
      required
    />
    {asksCode ? (
      <TextField
        {...inputs.code}
        label="Code of your own authenticator"
        autoComplete="one-time-code"
        width="medium"
      />
    ) : null}
  </>
);
