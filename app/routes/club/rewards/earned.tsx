import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { awardsNow } from "#app/domain/club/rewards/award-now.server.ts";
import { awardNowLabel } from "#app/domain/club/rewards/award-now.ts";
import { isForStaff, lastMailed } from "#app/domain/club/rewards/certificates.server.ts";
import { findEarned } from "#app/domain/club/rewards/earned.server.ts";
import { dollars, takenBackLabel } from "#app/domain/club/rewards/labels.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { dateAt, formatDate, formatMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { EarnedStatus } from "./earned-lists.tsx";
import { mailedLabel } from "./open-rewards.server.ts";

export const meta = () => title("Earned Reward");
export const handle = { extra: "rewards", madeOf: [] };

/** Loads a reward that a team has earned: its reason, and its outcome (product/rewards.md#rewards). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "rewards.manage");
  const { db, club } = ctx;
  const earned = await findEarned(db, args.params.earnedId ?? "");
  if (!earned) throw notFound();
  const result = (await awardsNow(db, [earned], now())).get(earned.id) ?? null;
  const mailed = await lastMailed(db, earned.id, now());
  const today = dateAt(now(), club.timezone);
  const moment = (at: string | null) => (at === null ? "" : formatMoment(at, club.timezone));
  return {
    id: earned.id,
    title: earned.title,
    status: earned.status,
    team: earned.teamName,
    recipient: earned.recipient,
    program: earned.programName,
    value: dollars(earned.valueCents),
    criteria: earned.criteria,
    score: earned.score === null ? "" : formatAverage(result?.score ?? earned.score),
    changed: awardNowLabel(result, (at) => formatDate(dateAt(at, club.timezone), today)),
    holds: result === null || result.holds,
    teamDeleted: earned.teamStatus === "deleted",
    mailable:
      mailed === null &&
      earned.teamStatus === "active" &&
      isForStaff({ status: earned.status, countsAfter: earned.rule.countsAfter }),
    mailed: mailed && (await mailedLabel(ctx, mailed)),
    game: earned.gameId
      ? {
          id: earned.gameThere ? earned.gameId : null,
          label: `${earned.opponent ? `vs. ${earned.opponent}, ` : ""}${formatDate(earned.gameDate, today)}`,
        }
      : null,
    earnedAt: moment(earned.earnedAt),
    awardedAt: moment(earned.awardedAt),
    awardedBy: earned.awardedByName,
    takenBackAt: moment(earned.takenBackAt),
    why: takenBackLabel(earned.takenBackWhy),
  };
}

export default function EarnedReward() {
  const data = useLoaderData<typeof loader>();
  const { readOnly } = useShell();
  const of = { earnedId: data.id };
  return (
    <ClubPage
      title={data.title}
      lead={`${data.recipient ? `${data.recipient}, ` : ""}${data.team}`}
      crumbs={[
        { label: "Rewards", href: "/rewards" },
        { label: "Earned", href: "/rewards?tab=earned" },
      ]}
    >
      {data.status === "taken-back" ? (
        <Notice tone="minor" title={`Taken back ${data.takenBackAt}`}>
          <p>{data.why}. Nothing was spent.</p>
        </Notice>
      ) : null}
      {data.status !== "taken-back" && data.changed ? (
        <Notice tone={data.holds ? undefined : "minor"} title="The result changed">
          <p>
            {data.changed}.{" "}
            {data.holds
              ? "It is still earned."
              : data.status === "pending"
                ? "It will be taken back."
                : `What was given stays given: ${data.value}. Undo it if it was not handed over yet. Its certificate is not printed any more.`}
          </p>
        </Notice>
      ) : null}
      <Facts
        facts={[
          ["Status", <EarnedStatus key="status" status={data.status} />],
          ["Value", data.value],
          ["Earned by", data.criteria],
          ...(data.score ? ([["Score", `${data.score} of 20`]] as const) : []),
          ...(data.game
            ? ([
                [
                  "Game",
                  data.game.id ? (
                    <a key="game" href={href("/rating/:gameId", { gameId: data.game.id })}>
                      {data.game.label}
                    </a>
                  ) : (
                    `${data.game.label} (not on the schedule any more)`
                  ),
                ],
              ] as const)
            : []),
          ["Program", data.program],
          ["Earned", data.earnedAt],
          ...(data.status === "awarded"
            ? ([
                [
                  "Awarded",
                  `${data.awardedAt}, ${data.awardedBy ? `by ${data.awardedBy}` : "by itself, within the budget"}`,
                ],
              ] as const)
            : []),
          ...(data.mailed ? ([["Emailed", data.mailed]] as const) : []),
        ]}
      />
      {data.status === "taken-back" ? null : (
        <Buttons>
          {readOnly ? null : data.status === "pending" ? (
            <ButtonForm action={href("/rewards/earned/:earnedId/award", of)} className="reward-inline">
              <SubmitButton>Mark as Awarded</SubmitButton>
            </ButtonForm>
          ) : (
            <ButtonForm action={href("/rewards/earned/:earnedId/undo", of)} className="reward-inline">
              <SubmitButton look="secondary">Undo: Not Awarded</SubmitButton>
            </ButtonForm>
          )}
          {data.holds && !data.teamDeleted ? (
            <>
              <ButtonLink href={href("/rewards/earned/:earnedId/certificate.pdf", of)}>
                {data.status === "pending" ? "Preview of the Certificate (PDF)" : "Certificate (PDF)"}
              </ButtonLink>
              <ButtonLink
                href={href("/rewards/earned/:earnedId/certificate.pdf", { ...of, language: "es" })}
                look="quiet"
              >
                In Spanish (PDF)
              </ButtonLink>
            </>
          ) : null}
          {data.holds && data.mailable && !readOnly ? (
            <ButtonForm action={href("/rewards/earned/:earnedId/email", of)} className="reward-inline">
              <SubmitButton look="secondary">Email It to the Team</SubmitButton>
            </ButtonForm>
          ) : null}
        </Buttons>
      )}
    </ClubPage>
  );
}
