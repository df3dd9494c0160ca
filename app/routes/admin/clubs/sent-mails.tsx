import type { SentMail } from "#app/domain/control/platform/sent-mails.server.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { emailLabel } from "#app/routes/admin/support/failed-filter.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";

/** Joins the data of emails for a staff page. */
export const shownMails = (mails: readonly SentMail[], at: Date) =>
  mails.map((mail) => ({ ...mail, email: emailLabel(mail.tag), when: formatRowMoment(mail.at, "UTC", at) }));

/** Lists emails with their outcomes, without their contents. */
export function SentMails({ title, mails }: { title: string; mails: ReturnType<typeof shownMails> }) {
  return (
    <>
      <h2>{title}</h2>
      {mails.length === 0 ? (
        <p className="muted">None in the last 90 days.</p>
      ) : (
        <>
          <p className="muted">The newest 50 of the last 90 days. Times are UTC.</p>
          <RowTable
            caption={title}
            columns={[
              { name: "Email", place: "name" },
              { name: "What became of it", place: "state" },
              { name: "When", place: "left" },
              { name: "To", place: "line" },
            ]}
            rows={mails.map(({ id, email, state, when, to }) => ({
              key: id,
              cells: [
                email,
                <Status key="state" kind={state.kind}>
                  {state.text}
                </Status>,
                when,
                to,
              ],
            }))}
          />
        </>
      )}
    </>
  );
}
