import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser, requireManagedTeam } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { averageLabel, responseLabel, tooFewLabel } from "#app/domain/club/pulse/labels.ts";
import { asks, countUndelivered, findPulse, sentencesOf } from "#app/domain/club/pulse/pulse.server.ts";
import { FEWEST_ANSWERS } from "#app/domain/club/pulse/pulse.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { formatDateInFull, formatMoment } from "#app/domain/values/times.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { AnswersTable, TeamAnswers } from "./answers-table.tsx";

export const handle = { extra: "pulse", madeOf: [] };
export const meta = () => title("Parent Pulse");

/**
 * Loads one pulse: while it is open how many have answered, afterwards the answers
 * (product/reports.md#pulse-anonymity).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { db, user, club } = await requireClubUser(args, "pulse.see");
  const scope = managedTeams(user);
  const pulse = await findPulse(db, args.params.pulseId ?? "", scope);
  if (!pulse) throw notFound();
  if (!asks(scope, pulse.teamIds)) requireManagedTeam(user, pulse.teamIds[0] ?? "");
  const whole = may(user.role, "club.manage");
  const isOpen = pulse.closedAt === null;
  return {
    pulse,
    whole,
    sent: formatDateInFull(new Date(pulse.sentAt), club.timezone),
    closes: formatMoment(pulse.closedAt ?? pulse.closesAt, club.timezone),
    undelivered: isOpen ? await countUndelivered(db, pulse.id) : 0,
    sentences: whole && !isOpen ? await sentencesOf(db, pulse.id) : [],
  };
}

export default function Pulse() {
  const { pulse, whole, sent, closes, undelivered, sentences } = useLoaderData<typeof loader>();
  const { readOnly } = useShell();
  const isOpen = pulse.closedAt === null;
  const { club, teams } = pulse;
  return (
    <ClubPage
      title={`Pulse of ${sent}`}
      lead={`'${pulseCatalogue("en").question}'`}
      crumbs={[
        { label: "Reports", href: href("/reports") },
        { label: "Parent Pulse", href: href("/reports/pulse") },
      ]}
      actions={
        isOpen && whole && !readOnly ? (
          <ButtonLink href={href("/reports/pulse/:pulseId/close", { pulseId: pulse.id })} look="secondary">
            Close It Now
          </ButtonLink>
        ) : null
      }
    >
      <p className="stats-sentence">
        {isOpen
          ? `${responseLabel(pulse)} so far.`
          : club
            ? `${averageLabel(club)}.`
            : `${responseLabel(pulse)}.`}
      </p>
      {isOpen ? (
        <p>
          Parents can answer until {closes}. What they say is shown after that, from {FEWEST_ANSWERS} answers
          on: figures that grow with each answer would tell who gave it.
        </p>
      ) : null}
      <Facts
        facts={[
          ["Asked", `${pluralize(pulse.recipients, "parent")} of ${pluralize(pulse.teamIds.length, "team")}`],
          ...(isOpen || !club ? [] : ([["Answered", responseLabel(pulse)]] as const)),
          ["Sent", `${sent} by ${pulse.sentBy}`],
          [isOpen ? "Closes" : "Closed", pulse.closedBy ? `${closes}, early, by ${pulse.closedBy}` : closes],
          ...(undelivered > 0 ? ([["Did not arrive", pluralize(undelivered, "email")]] as const) : []),
        ]}
      />
      {isOpen ? null : (
        <>
          {whole ? (
            <section>
              <h2>All answers</h2>
              {club ? <AnswersTable stats={club} of="of all parents" /> : <p>{tooFewLabel}</p>}
            </section>
          ) : null}
          <section>
            <h2>{whole ? "By team" : "Your teams"}</h2>
            {teams.length > 0 ? <TeamAnswers teams={teams} /> : <p>No team's answers can be shown.</p>}
            <p className="muted">
              A team is left out where fewer than {FEWEST_ANSWERS} of its parents answered, or where its
              figures would let another group of fewer be worked out. Families of several teams count for each
              of them where {FEWEST_ANSWERS} families have the same teams, else for the club only.
            </p>
          </section>
          {whole && club ? <Sentences sentences={sentences} /> : null}
        </>
      )}
    </ClubPage>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <section>
      <h2>In their own words</h2>
      {sentences.length === 0 ? (
        <p>Nobody added a sentence, or their time is over: they are deleted after two years.</p>
      ) : (
        <>
          <p className="muted">
            {pluralize(sentences.length, "sentence")}, in no order, without a name, a number or a team.
          </p>
          <ul className="pulse-sentences">
            {sentences.map((sentence, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered once
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
