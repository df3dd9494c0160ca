import type { OwnToken } from "#app/domain/control/api-tokens/api-tokens.server.ts";
import { programName } from "#app/domain/values/device.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";

export type ShownToken = ReturnType<typeof shownToken>;

/** Formats a token for its row. A token of the platform's staff has no club. */
export const shownToken = (token: OwnToken & { club?: string }, timezone: string) => ({
  id: token.id,
  club: token.club ?? null,
  program: programName(token.userAgent),
  since: formatMoment(token.since, timezone),
  lastUsed: token.lastUsed ? formatMoment(token.lastUsed, timezone) : "Not yet",
  until: formatMoment(token.expiresAt, timezone),
});

/** Lists the signed-in programs; renders nothing when there are none, because most people never have one. */
export function ApiTokens({ tokens }: { tokens: readonly ShownToken[] }) {
  if (tokens.length === 0) return null;
  const clubs = new Set(tokens.map(({ club }) => club)).size > 1;
  return (
    <>
      <h2>API tokens</h2>
      <p>Programs that signed in with your password and act in your name. End what you do not know.</p>
      <DataTable
        caption="API tokens"
        columns={[
          { name: "Program" },
          ...(clubs ? [{ name: "Club" }] : []),
          { name: "Since" },
          { name: "Last used" },
          { name: "Works until" },
          { name: "End" },
        ]}
        rows={tokens.map(({ id, program, club, since, lastUsed, until }) => ({
          key: id,
          cells: [
            program,
            ...(clubs ? [club] : []),
            since,
            lastUsed,
            until,
            <ButtonForm key="end" className="inline-form">
              <Hidden name="intent" value="end-token" />
              <Hidden name="token" value={id} />
              <SubmitButton look="secondary">End Token</SubmitButton>
            </ButtonForm>,
          ],
        }))}
      />
    </>
  );
}
