import { Badge } from "#app/ui/badge.tsx";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";

export interface ShownSession {
  id: string;
  current: boolean;
  device: string;
  since: string;
  lastActive: string;
  ip: string;
}

/**
 * Where the account is signed in, with a button to end each session but this one (product.md#own-account).
 * @param props.several sessions, or tokens of programs: whether there are others to end
 */
export function SessionsTable(props: { sessions: readonly ShownSession[]; several: boolean }) {
  const { sessions, several } = props;
  return (
    <>
      <DataTable
        caption="Where you are signed in"
        columns={[
          { name: "Device" },
          { name: "Signed in" },
          { name: "Last active" },
          { name: "Network" },
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
                This device
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
      {several ? (
        <ButtonForm className="inline-form">
          <Hidden name="intent" value="end-others" />
          <SubmitButton look="secondary">Sign Out Everywhere Else</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}
