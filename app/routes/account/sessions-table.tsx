import type { ReactNode } from "react";
import type { OwnSession } from "#app/domain/control/accounts/own-sessions.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { dateAt, formatMoment, formatMonthDay } from "#app/domain/values/times.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";

export type ShownSession = ReturnType<typeof shownSession>;

/** Formats a session for its row. */
export const shownSession = (session: OwnSession, timezone: string) => ({
  id: session.id,
  current: session.current,
  device: deviceName(session.userAgent),
  since: formatMonthDay(dateAt(session.since, timezone), ""),
  lastActive: formatMoment(session.lastActive, timezone).replace(/^\w+, /, ""),
  ip: session.ip,
});

/** Words for the same things on club pages and on staff pages. */
const labels = {
  club: { since: "Signed in", ip: "Network", current: "This device" },
  staff: { since: "Since", ip: "Address", current: "This one" },
};

/**
 * Lists the reader's sessions, with a button to end each but this one (product/accounts.md#own-account).
 * @param props.several sessions, or tokens of programs: whether there are others to end
 */
export function OwnSessions(props: {
  sessions: readonly ShownSession[];
  several: boolean;
  of: keyof typeof labels;
}) {
  const { sessions, several, of } = props;
  return (
    <>
      <SessionsTable
        caption="Where you are signed in"
        sessions={sessions}
        of={of}
        end={({ id, current }) =>
          current ? (
            <Status key="here" kind="done">
              {labels[of].current}
            </Status>
          ) : (
            <ButtonForm key="end" className="inline-form">
              <Hidden name="intent" value="end" />
              <Hidden name="session" value={id} />
              <SubmitButton look="secondary">Sign Out</SubmitButton>
            </ButtonForm>
          )
        }
      />
      {several ? (
        <ButtonForm className="inline-form">
          <Hidden name="intent" value="end-others" />
          <SubmitButton look="secondary">Sign Out Everywhere Else</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}

/**
 * Lists the other sessions, for staff, inside the form that ends sessions: after its main button, which Enter presses.
 */
export function HelpSessions({ sessions }: { sessions: readonly ShownSession[] }) {
  if (sessions.length === 0) return <p>Nowhere now.</p>;
  return (
    <SessionsTable
      caption="Where they are signed in"
      sessions={sessions}
      of="staff"
      end={({ id }) => (
        <SubmitButton key="end" look="secondary" name="session" value={id}>
          Sign Out
        </SubmitButton>
      )}
    />
  );
}

function SessionsTable(props: {
  caption: string;
  sessions: readonly ShownSession[];
  of: keyof typeof labels;
  end: (session: ShownSession) => ReactNode;
}) {
  const { since, ip } = labels[props.of];
  return (
    <RowTable
      caption={props.caption}
      columns={[
        { name: "Device", place: "name" },
        { name: "End", place: "state" },
        { name: ip, place: "left" },
        { name: "Last active", place: "line" },
        { name: since, place: "more" },
      ]}
      rows={props.sessions.map((session) => ({
        key: session.id,
        cells: [session.device, props.end(session), session.ip, session.lastActive, session.since],
      }))}
    />
  );
}
