import { href } from "#app/config/addresses.ts";
import { NOT_MEASURED, satisfactionLabel } from "#app/domain/club/pulse/labels.ts";
import { percent } from "#app/domain/club/reports/labels.ts";
import { REFERENCE, shareOf } from "#app/domain/club/reports/report.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import type { Measured } from "./load-measured.server.ts";

/**
 * Shows results that the club collects itself: how many referees return, and what parents answer
 * (product/reports.md#pulse).
 */
export function RefereesAndParents({ measured }: { measured: Measured }) {
  const { role } = useShell();
  const measures = may(role, "club.manage");
  const { reads, retention, satisfaction } = measured;
  return (
    <section>
      <h2>Referees and parents</h2>
      <p>
        Referee retention: {retention ? retentionText(retention) : `${NOT_MEASURED}.`}{" "}
        {measures ? <a href={href("/reports/referees")}>Referees by season</a> : null}
      </p>
      {may(role, "pulse.see") ? (
        <p>
          Parent satisfaction:{" "}
          {satisfaction
            ? `${satisfactionLabel(satisfaction)}, asked until ${satisfaction.day}. The reference is ${REFERENCE.satisfaction}%.`
            : reads
              ? `${NOT_MEASURED}.`
              : "choose a team that you manage above."}{" "}
          <a href={href("/reports/pulse")}>Parent pulse</a>
        </p>
      ) : null}
    </section>
  );
}

/** Returns '18 of 22 stayed in Fall 2026, 82% (likely 61% to 93%).' */
function retentionText({ season, started, stayed }: { season: string; started: number; stayed: number }) {
  const share = shareOf(stayed, started);
  const stays = `${stayed} of ${started} stayed in ${season}`;
  return share
    ? `${stays}, ${percent(share.share)} (likely ${percent(share.low)} to ${percent(share.high)}).`
    : `${stays}: too few to say more.`;
}
