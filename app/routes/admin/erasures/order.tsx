import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  erasureSchema,
  findErasure,
  orderErasure,
} from "#app/domain/control/retention/club-erasures.server.ts";
import { ERASURE_REASON_MAX } from "#app/domain/control/retention/erasure-labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { refuseProof } from "#app/routes/admin/account/refuse-proof.ts";
import { OwnProof } from "#app/routes/admin/support/tools.tsx";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Erase the Club");

/** Orders that a club is erased on a legal request (product/privacy.md#erasing-a-club). */
const form = staffForm({
  may: "manage_users",
  schema: [erasureSchema, { hide: ["password", "code"] }],
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: async ({ ctx: { control, admin }, found: club, value: { clubCode, ...asked } }) => {
    if (clubCode !== club.code) return { ok: false, problem: "other-club" } as const;
    return orderErasure(control, club.code, { staff: admin, days: env().clubErasureDays, ...asked });
  },
  problems: ({ problem }, { refuse, found: { code: clubCode } }) => {
    if (problem === "other-club") return { clubCode: "Type the code of this club" };
    if (problem === "ordered" || problem === "no-club")
      return redirect(href("/admin/erasures/:clubCode", { clubCode }), 303);
    if (problem === "changed") return redirect("/admin/login?message=ended", 303);
    return refuseProof(refuse, problem);
  },
  saved: (_, { found: { code: clubCode } }) => href("/admin/erasures/:clubCode", { clubCode }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control, admin }, found: club }) => {
  if (await findErasure(control, club.code))
    throw redirect(href("/admin/erasures/:clubCode", { clubCode: club.code }));
  return {
    asksCode: Boolean(admin.secondFactor),
    clubCode: club.code,
    name: club.name,
    days: env().clubErasureDays,
  };
});

export default function EraseClub() {
  const { asksCode, clubCode, name, days } = useLoaderData<typeof loader>();
  const back = href("/admin/clubs/:clubCode", { clubCode });
  return (
    <AdminPage title="Erase the Club" lead={<a href={back}>{name}</a>} width="text">
      <p>
        <strong>
          {days === 0
            ? `${name} is erased within a minute.`
            : `${name} is erased in ${pluralize(days, "day")}. Until then you can keep it.`}
        </strong>
      </p>
      <ul>
        <li>
          Erased: teams, games, ratings, parents, agreements, documents, emails, and its rows on the boards
        </li>
        <li>Erased: the accounts of people who are in no other club</li>
        <li>Kept: payments, for {KEEP.moneyYears} years, and the club code, which no club gets again</li>
      </ul>
      <PostForm>
        <TextArea
          name="reason"
          label="Who asked, and how?"
          hint="The certificate shows this. Name the letter or the case, not a private person."
          maxLength={ERASURE_REASON_MAX}
          required
        />
        <TextField
          name="clubCode"
          label={`Type ${clubCode.toUpperCase()} to confirm`}
          maxLength={clubCode.length}
          autoComplete="off"
          required
        />
        <OwnProof asksCode={asksCode} />
        <FormButtons submit="Erase the Club" look="danger" back={back} />
      </PostForm>
    </AdminPage>
  );
}
