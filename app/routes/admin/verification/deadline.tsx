import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  deadlineDay,
  deadlineSchema,
  setDeadline,
  waitsForDocuments,
} from "#app/domain/control/verification/deadline.server.ts";
import { deadlineFields } from "#app/domain/control/verification/fields.ts";
import { dateAt, formatDateInFull } from "#app/domain/values/times.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Ask for Documents");

/** Days until the deadline that the form proposes to a club that has missed its own. */
const PROPOSED_DAYS = 14;

/** Reminds a club of its documents, and extends its deadline (product/verification.md#verification). */
const form = staffForm({
  may: "manage_verifications",
  schema: deadlineSchema,
  find: ({ control }, { clubCode = "" }) => findClub(control, clubCode),
  change: ({ ctx: { control, admin }, found: club, value }) =>
    setDeadline(control, club.code, { ...value, adminId: admin.id }),
  problems: {
    sent: "The club has sent its documents. Nothing was changed.",
    early: { due: "Choose today or a later day, not before the deadline that runs" },
    late: { due: "Choose a day within the next 90 days" },
    reminded: "The club was reminded today. Try again tomorrow.",
  },
  saved: ({ extended }, { found: { code: clubCode } }) => [
    href("/admin/verification/:clubCode", { clubCode }),
    extended ? "Extended. The club reads the new deadline by email." : "The club is reminded by email.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found: club }) => {
  const day = deadlineDay(club);
  const at = now();
  const over = Date.parse(club.verification_due_at) <= at.getTime();
  return {
    clubCode: club.code,
    name: club.name,
    waits: await waitsForDocuments(control, club.code),
    over,
    deadline: formatDateInFull(new Date(club.verification_due_at), club.timezone),
    due: over ? dateAt(new Date(at.getTime() + PROPOSED_DAYS * DAY_MS), club.timezone) : day,
  };
});

const inputs = inputsOf(deadlineFields);

export default function Deadline() {
  const { clubCode, name, waits, over, deadline, due } = useLoaderData<typeof loader>();
  const back = href("/admin/verification/:clubCode", { clubCode });
  return (
    <AdminPage title="Ask for Documents" lead={<a href={back}>{name}</a>} width="text">
      {waits ? (
        <PostForm>
          <p>
            {over
              ? `The deadline was ${deadline}. Choose a new one.`
              : `The deadline is ${deadline}. Keep it to send a reminder alone, or choose a later day.`}
          </p>
          <TextField {...inputs.due} type="date" value={due} width="medium" />
          <TextArea {...inputs.note} hint="The club reads it in its activity" />
          <FormButtons submit="Email the Club" back={back} />
        </PostForm>
      ) : (
        <p>The club has sent its documents.</p>
      )}
    </AdminPage>
  );
}
