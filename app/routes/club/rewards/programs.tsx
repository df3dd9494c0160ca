import { href } from "#app/config/addresses.ts";
import { criteriaLabel, dollars, programTypeName } from "#app/domain/club/rewards/labels.ts";
import type { Program } from "#app/domain/club/rewards/programs.server.ts";
import type { Reward } from "#app/domain/club/rewards/rewards.server.ts";
import { REWARDS_SHOWN } from "#app/domain/club/rewards/rewards.ts";
import { spanLabel } from "#app/domain/club/seasons/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { Status } from "#app/ui/status.tsx";
import { Awarded, CheckNow, useReadOnly } from "./earned-lists.tsx";

/** Formats a program with the first of its rewards. */
export function viewProgram(program: Program, rewards: readonly Reward[], today: string) {
  const own = rewards.filter(({ programId, isArchived }) => programId === program.id && !isArchived);
  const { type, teams, parents, people, startsOn, endsOn, spentCents, budgetCents } = program;
  return {
    id: program.id,
    name: program.name,
    description: program.description,
    type: programTypeName[type],
    isActive: program.isActive,
    over: endsOn !== null && endsOn < today,
    days:
      endsOn === null
        ? `Games since ${formatDate(startsOn, today)}`
        : `${program.seasonName ? `${program.seasonName}, ` : ""}${spanLabel({ startsOn, endsOn }, today)}`,
    who:
      type === "parent"
        ? `${pluralize(parents, "parent")} of ${pluralize(teams, "team")}`
        : type === "individual"
          ? `${pluralize(people, "person", "people")} so far, of ${pluralize(teams, "team")}`
          : pluralize(teams, "team"),
    given: program.given,
    pending: program.pending,
    spentCents,
    budgetCents,
    money: `${dollars(spentCents)} of ${dollars(budgetCents)} given`,
    rewards: own.slice(0, REWARDS_SHOWN).map(viewShort),
    more: own.length - REWARDS_SHOWN,
  };
}

export const viewShort = (reward: Reward) => ({
  id: reward.id,
  title: reward.title,
  color: reward.color,
  value: dollars(reward.valueCents),
  criteria: criteriaLabel(reward),
  isPaused: reward.isPaused,
});

interface ProgramsTab {
  programs: readonly ReturnType<typeof viewProgram>[];
  archived: readonly { id: string; name: string }[];
  recent: Parameters<typeof Awarded>[0]["rows"];
}

export function Programs({ programs, archived, recent }: ProgramsTab) {
  const readOnly = useReadOnly();
  if (programs.length === 0 && archived.length === 0)
    return (
      <Empty
        title="No reward program yet"
        action={
          readOnly ? null : (
            <>
              <ButtonLink href="/rewards/programs/new" look="primary">
                Create New Program
              </ButtonLink>{" "}
              <ButtonLink href={href("/rewards", { tab: "templates" })}>See Templates</ButtonLink>
            </>
          )
        }
      >
        <p>
          A program has a budget, for example $500 for the fall season. Its rewards say what a team gets, and
          for what.
        </p>
      </Empty>
    );
  return (
    <>
      <CheckNow />
      <ul className="reward-programs">
        {programs.map((program) => (
          <li key={program.id} className="card">
            <ProgramCard program={program} />
          </li>
        ))}
      </ul>
      <h2>Recently awarded</h2>
      {recent.length > 0 ? (
        <Awarded rows={recent} caption="Recently awarded" />
      ) : (
        <p className="muted">Nothing was awarded yet.</p>
      )}
      {archived.length > 0 ? (
        <>
          <h2>Archived programs</h2>
          <ul>
            {archived.map(({ id, name }) => (
              <li key={id}>
                {name}{" "}
                {readOnly ? null : (
                  <ButtonForm
                    action={href("/rewards/programs/:programId/restore", { programId: id })}
                    className="reward-inline"
                  >
                    <SubmitButton look="quiet">Bring {name} Back</SubmitButton>
                  </ButtonForm>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function ProgramCard({ program }: { program: ReturnType<typeof viewProgram> }) {
  const readOnly = useReadOnly();
  const { id, name, isActive, over, budgetCents, spentCents } = program;
  return (
    <>
      <div className="reward-head">
        <h2>{name}</h2>{" "}
        <Status kind={isActive && !over ? "done" : "plain"}>
          {over ? "Season over" : isActive ? "Running" : "Stopped"}
        </Status>
      </div>
      {program.description ? <p>{program.description}</p> : null}
      <p className="muted">
        {program.type} program · {program.who} · {program.days}
      </p>
      <p className="reward-budget">
        <span>
          {program.money}
          {program.given > 0 ? ` in ${pluralize(program.given, "reward")}` : ""}
        </span>{" "}
        <progress
          value={Math.min(spentCents, budgetCents)}
          max={Math.max(budgetCents, 1)}
          aria-hidden="true"
        />
      </p>
      {program.pending > 0 ? (
        <p>
          <a href={href("/rewards", { tab: "earned" })}>
            {pluralize(program.pending, "reward")} to hand over
          </a>
        </p>
      ) : null}
      {program.rewards.length > 0 ? (
        <ul className="reward-list">
          {program.rewards.map((reward) => (
            <li key={reward.id}>
              <span className={`reward-dot reward-${reward.color}`} aria-hidden="true" />{" "}
              <span>
                <b>{reward.title}</b>
                {reward.isPaused ? " (paused)" : ""}, {reward.value}
                <br />
                <span className="muted">{reward.criteria}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>It has no reward yet.</p>
      )}
      {program.more > 0 ? (
        <p>
          <a href={href("/rewards", { tab: "rewards" })}>And {count(program.more)} more</a>
        </p>
      ) : null}
      {readOnly ? null : (
        <Buttons>
          <ButtonLink href={href("/rewards/new", { program: id })}>Add a Reward</ButtonLink>
          <ButtonLink href={href("/rewards/programs/:programId/edit", { programId: id })}>Edit</ButtonLink>
          <ButtonForm
            action={href("/rewards/programs/:programId/active", { programId: id })}
            className="reward-inline"
          >
            <Hidden name="active" value={isActive ? "no" : "yes"} />
            <SubmitButton look="quiet">{isActive ? "Stop" : "Start"}</SubmitButton>
          </ButtonForm>
          <ButtonLink href={href("/rewards/programs/:programId/delete", { programId: id })} look="quiet">
            Delete
          </ButtonLink>
        </Buttons>
      )}
    </>
  );
}
