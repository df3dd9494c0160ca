import { deviceName } from "#app/domain/values/device.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";

export interface SessionLine {
  id: string;
  current: boolean;
  device: string;
  since: string;
  lastActive: string;
  ip: string;
}

/** A session as staff read it; times are in UTC. */
export const sessionLine = (session: {
  id: string;
  current: boolean;
  since: string;
  lastActive: string;
  ip: string;
  userAgent: string;
}): SessionLine => ({
  id: session.id,
  current: session.current,
  device: deviceName(session.userAgent),
  since: formatMoment(session.since, "UTC"),
  lastActive: formatMoment(session.lastActive, "UTC"),
  ip: session.ip,
});

/** Where the reader is signed in, each with a button that ends it. */
export function OwnSessions({ sessions }: { sessions: readonly SessionLine[] }) {
  return (
    <>
      <DataTable
        caption="Where you are signed in"
        columns={[
          { name: "Device" },
          { name: "Since" },
          { name: "Last active" },
          { name: "Address" },
          { name: "End" },
        ]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            session.device,
            session.since,
            session.lastActive,
            session.ip,
            session.current ? (
              <Badge key="here" strong>
                This one
              </Badge>
            ) : (
              <ButtonForm key="end" className="inline-form">
                <Hidden name="intent" value="end" />
                <Hidden name="session" value={session.id} />
                <SubmitButton look="secondary">Sign Out</SubmitButton>
              </ButtonForm>
            ),
          ],
        }))}
      />
      {sessions.length > 1 ? (
        <ButtonForm className="inline-form">
          <Hidden name="intent" value="end-others" />
          <SubmitButton look="secondary">Sign Out Everywhere Else</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}

/**
 * Where somebody else is signed in, inside the form that ends sessions: behind its main button, which Enter presses.
 */
export function HelpSessions({ sessions }: { sessions: readonly SessionLine[] }) {
  if (sessions.length === 0) return <p>Nowhere now.</p>;
  return (
    <DataTable
      caption="Where they are signed in"
      columns={[
        { name: "Device" },
        { name: "Since" },
        { name: "Last active" },
        { name: "Address" },
        { name: "End" },
      ]}
      rows={sessions.map((session) => ({
        key: session.id,
        cells: [
          session.device,
          session.since,
          session.lastActive,
          session.ip,
          <SubmitButton key="end" look="secondary" name="session" value={session.id}>
            Sign Out
          </SubmitButton>,
        ],
      }))}
    />
  );
}
