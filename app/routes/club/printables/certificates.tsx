import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { isTrue, listCertificates } from "#app/domain/club/rewards/certificates.server.ts";
import { CERTIFICATES_SHOWN } from "#app/domain/club/rewards/rewards.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { sheetsOf } from "#app/journeys/printables/print-sheets.server.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { MissingLetters } from "#app/ui/missing-letters.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";

import { untrueLabel } from "./answer-certificates.server.ts";

export const handle = { extra: "printables", madeOf: [] };

export const meta = () => title("Certificates, Printables");

/** Lists the certificates of the user's teams, for printing (product/rewards.md#certificates). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const { db, user, club } = ctx;
  const today = dateAt(now(), club.timezone);
  const certificates = await listCertificates(db, teamScope(user), now());
  const { settings } = await sheetsOf(ctx);
  return {
    missing: missingLetters([
      settings.clubName,
      ...certificates.flatMap((row) => [row.recipient, row.teamName, row.reward, row.opponent]),
    ]),
    certificates: certificates.map((row) => ({
      id: row.id,
      team: row.recipient ? `${row.recipient}, ${row.teamName}` : row.teamName,
      strip: row.strip,
      reward: row.reward,
      untrue: isTrue(row) ? "" : untrueLabel(row, club.timezone),
      by: row.byGame
        ? `${row.opponent ? `vs. ${row.opponent}, ` : ""}${formatDate(row.gameDate, today)}`
        : row.criteria,
      awarded: row.awardedAt === null ? "" : formatDate(dateAt(row.awardedAt, club.timezone), today),
    })),
  };
}

export default function Certificates() {
  const { certificates, missing } = useLoaderData<typeof loader>();
  const { role } = useShell();
  return (
    <ClubPage
      title="Certificates"
      lead="One page for each reward, with the team’s sideline strip, to sign and hand to its families."
      crumbs={[{ label: "Printables", href: href("/printables") }, { label: "Certificates" }]}
    >
      <MissingLetters letters={missing} of="your certificates" />
      {certificates.length === 0 ? (
        <Empty
          title="No certificate yet"
          action={role === "club_admin" ? <ButtonLink href={href("/rewards")}>See Rewards</ButtonLink> : null}
        >
          <p>A reward has its certificate here once it was awarded to one of your teams.</p>
        </Empty>
      ) : (
        <form method="get" action={href("/printables/certificates.pdf")}>
          <p>
            {certificates.length === CERTIFICATES_SHOWN
              ? `The latest ${CERTIFICATES_SHOWN} certificates.`
              : `${pluralize(certificates.length, "certificate")}.`}{" "}
            Tick the ones to print; with none ticked, the file has all of them.
          </p>
          <RowTable
            caption="Certificates"
            columns={[
              { name: "Team", place: "name" },
              { name: "Awarded", place: "state" },
              { name: "Reward", place: "left" },
              { name: "Earned by", place: "line" },
              { name: "Games so far", place: "more" },
            ]}
            rows={certificates.map((row) => ({
              key: row.id,
              href: row.untrue
                ? undefined
                : href("/rewards/earned/:earnedId/certificate.pdf", { earnedId: row.id }),
              tick: row.untrue
                ? null
                : { name: "of", value: row.id, label: `${row.team}: ${row.reward}, ${row.awarded}` },
              cells: [
                row.team,
                row.awarded,
                row.reward,
                row.untrue ? `${row.by}. Not printed: ${row.untrue}` : row.by,
                <SidelineStrip key="strip" marks={row.strip} />,
              ],
            }))}
          />
          <Buttons>
            <SubmitButton name="language" value="en">
              English PDF
            </SubmitButton>
            <SubmitButton look="secondary" name="language" value="es">
              Spanish PDF
            </SubmitButton>
          </Buttons>
        </form>
      )}
    </ClubPage>
  );
}
