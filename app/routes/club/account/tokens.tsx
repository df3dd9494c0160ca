import type { OwnToken } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { programName } from "#app/domain/values/device.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

export type ShownToken = ReturnType<typeof shownToken>;

/** A token as its row tells it, in the club's time. */
export const shownToken = (
  { id, club, since, lastUsed, expiresAt, userAgent }: OwnToken,
  timezone: string,
) => ({
  id,
  club,
  program: programName(userAgent),
  since: formatMoment(since, timezone),
  lastUsed: lastUsed ? formatMoment(lastUsed, timezone) : "Not yet",
  until: formatMoment(expiresAt, timezone),
});

/** The programs that are signed in; nothing where there is none, because most people never have one. */
export function Tokens({ tokens }: { tokens: readonly ShownToken[] }) {
  if (tokens.length === 0) return null;
  return (
    <>
      <h2>API tokens</h2>
      <p>Programs that signed in with your password. Each may send emails of its club in your name.</p>
      <DataTable
        caption="API tokens"
        columns={[
          { name: "Program" },
          { name: "Club" },
          { name: "Since" },
          { name: "Last used" },
          { name: "Ends" },
          { name: "End" },
        ]}
        rows={tokens.map(({ id, program, club, since, lastUsed, until }) => ({
          key: id,
          cells: [
            program,
            club,
            since,
            lastUsed,
            until,
            <PostForm key="end" className="inline-form">
              <Hidden name="intent" value="end-token" />
              <Hidden name="token" value={id} />
              <SubmitButton look="secondary">End Token</SubmitButton>
            </PostForm>,
          ],
        }))}
      />
    </>
  );
}
