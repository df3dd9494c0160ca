import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMember, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  type Earned,
  listEarned,
  recentlyAwarded,
  sinceRewards,
} from "#app/domain/club/rewards/earned.server.ts";
import {
  changeLabel,
  criteriaLabel,
  dollars,
  earnedStatusName,
  meanLabel,
  programTypeName,
  rewardTypeName,
  takenBackLabel,
} from "#app/domain/club/rewards/labels.ts";
import {
  listPrograms,
  listRewards,
  type Program,
  type Reward,
} from "#app/domain/club/rewards/rewards.server.ts";
import { REWARDS_SHOWN, rewardTemplates } from "#app/domain/club/rewards/rewards.ts";
import { spanLabel } from "#app/domain/club/seasons/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Rewards");
export const handle = { extra: "rewards" };

const tabs = ["programs", "rewards", "earned", "templates", "analytics"] as const;
type Tab = (typeof tabs)[number];
const tabName: Record<Tab, string> = {
  programs: "Programs",
  rewards: "Rewards",
  earned: "Earned",
  templates: "Templates",
  analytics: "Analytics",
};

const tabsOf = (seesAll: boolean) => tabs.filter((name) => seesAll || name !== "analytics");

/** What is read only: the club's year is over, or support looks. */
function useReadOnly(): boolean {
  const { readOnly, role } = useShell();
  return Boolean(readOnly) || !may(role, "rewards.manage");
}

/** The club's reward programs, what can be earned, and what was (product.md#rewards). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "rewards.see");
  const { db, club } = ctx;
  // To whom something was given, and what changed since, is for the club's own administrators.
  const seesAll = isMember(ctx);
  const asked = new URL(args.request.url).searchParams.get("tab");
  const tab = tabsOf(seesAll).find((name) => name === asked) ?? "programs";
  const today = dateAt(now(), club.timezone);
  const dayOf = (moment: string | null) => (moment ? formatDate(dateAt(moment, club.timezone), today) : "");
  const [programs, rewards] = await Promise.all([
    tab === "programs" || tab === "analytics" ? listPrograms(db) : [],
    tab === "programs" || tab === "rewards" ? listRewards(db) : [],
  ]);
  const since = tab === "analytics" ? await sinceRewards(db, now()) : [];
  const view = (earned: Earned) => viewEarned(seesAll ? earned : { ...earned, recipient: "" }, today, dayOf);
  const lists = {
    recent: tab === "programs" ? await recentlyAwarded(db) : [],
    pending: tab === "earned" ? await listEarned(db, "pending") : [],
    awarded: tab === "earned" ? await listEarned(db, "awarded") : [],
    takenBack: tab === "earned" ? await listEarned(db, "taken-back") : [],
  };
  return json({
    tab,
    programs: programs
      .filter(({ archivedAt }) => archivedAt === null)
      .map((program) => viewProgram(program, rewards, today)),
    archived: programs.filter(({ archivedAt }) => archivedAt !== null).map(({ id, name }) => ({ id, name })),
    rewards: tab === "rewards" ? rewards.map((reward) => viewReward(reward, dayOf)) : [],
    costs: tab === "analytics" ? programs.map(viewCosts) : [],
    since: since.map((team) => ({
      key: team.teamId,
      team: team.teamName,
      awards: team.awards,
      first: dayOf(team.since),
      before: meanLabel(team.before),
      after: meanLabel(team.after),
      change: changeLabel(team.before, team.after),
    })),
    recent: lists.recent.map(view),
    pending: lists.pending.map(view),
    awarded: lists.awarded.map(view),
    takenBack: lists.takenBack.map(view),
  });
}

function viewProgram(program: Program, rewards: readonly Reward[], today: string) {
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

const viewCosts = ({ id, name, archivedAt, budgetCents, spentCents, given, pending }: Program) => ({
  id,
  name: archivedAt === null ? name : `${name} (archived)`,
  budget: dollars(budgetCents),
  spent: dollars(spentCents),
  left: dollars(budgetCents - spentCents),
  given,
  pending,
});

const viewShort = (reward: Reward) => ({
  id: reward.id,
  title: reward.title,
  color: reward.color,
  value: dollars(reward.valueCents),
  criteria: criteriaLabel(reward),
  isPaused: reward.isPaused,
});

const viewReward = (reward: Reward, dayOf: (moment: string | null) => string) => ({
  ...viewShort(reward),
  type: rewardTypeName[reward.type],
  program: reward.programName,
  isArchived: reward.isArchived,
  earned: reward.earned,
  latest: dayOf(reward.lastTriggeredAt),
});

function viewEarned(earned: Earned, today: string, dayOf: (moment: string | null) => string) {
  const { status, awardedByName, gameId, opponent, gameDate } = earned;
  return {
    id: earned.id,
    title: earned.title,
    color: earned.color,
    team: earned.teamName,
    recipient: earned.recipient,
    value: dollars(earned.valueCents),
    criteria: earned.criteria,
    program: earned.programName,
    status,
    by: gameId === null ? "By hand" : `${opponent ? `vs. ${opponent}, ` : ""}${formatDate(gameDate, today)}`,
    awarded: status === "awarded" ? `${dayOf(earned.awardedAt)}, ${awardedByName || "by itself"}` : "",
    why: takenBackLabel(earned.takenBackWhy),
    takenBack: dayOf(earned.takenBackAt),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Rewards() {
  const data = useLoaderData<typeof loader>();
  const readOnly = useReadOnly();
  const { role } = useShell();
  return (
    <ClubPage
      title="Rewards"
      lead="Give something back for a good sideline: found by the results, kept within a budget."
      actions={
        readOnly ? null : (
          <>
            <ButtonLink href="/rewards/programs/new" look={data.tab === "programs" ? "primary" : "secondary"}>
              Create New Program
            </ButtonLink>{" "}
            <ButtonLink href="/rewards/new" look={data.tab === "rewards" ? "primary" : "secondary"}>
              Create Custom Reward
            </ButtonLink>
          </>
        )
      }
    >
      <Segments
        label="Rewards"
        links={tabsOf(!isSupport(role)).map((name) => ({
          key: name,
          href: name === "programs" ? "/rewards" : href("/rewards", { tab: name }),
          label: tabName[name],
          current: name === data.tab,
        }))}
      />
      {data.tab === "programs" ? <Programs {...data} /> : null}
      {data.tab === "rewards" ? <RewardList rewards={data.rewards} /> : null}
      {data.tab === "earned" ? <EarnedLists {...data} /> : null}
      {data.tab === "templates" ? <Templates /> : null}
      {data.tab === "analytics" ? <Analytics {...data} /> : null}
    </ClubPage>
  );
}

/** Looks for new rewards at once; the results do so by themselves within a minute. */
function CheckNow() {
  const readOnly = useReadOnly();
  if (readOnly) return null;
  return (
    <ButtonForm action="/rewards/check" className="reward-check">
      <p>Results are checked by themselves as they open. Sealed games wait.</p>
      <SubmitButton look="secondary" busy="Checking…">
        Check Now
      </SubmitButton>
    </ButtonForm>
  );
}

function Programs({ programs, archived, recent }: Data) {
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

function ProgramCard({ program }: { program: Data["programs"][number] }) {
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

function RewardList({ rewards }: Pick<Data, "rewards">) {
  const readOnly = useReadOnly();
  if (rewards.length === 0)
    return (
      <Empty title="No reward yet">
        <p>
          Start from a <a href={href("/rewards", { tab: "templates" })}>template</a>, or write your own.
        </p>
      </Empty>
    );
  return (
    <>
      <p>{pluralize(rewards.length, "reward")}</p>
      <RowTable
        caption="Rewards"
        columns={[
          { name: "Reward", place: "name" },
          { name: "Status", place: "state" },
          { name: "Value", place: "left" },
          { name: "Earned by", place: "line" },
          { name: "Program", place: "more" },
          { name: "Earned", place: "more" },
          { name: "Latest", place: "more" },
        ]}
        rows={rewards.map((reward) => ({
          key: reward.id,
          href: readOnly ? undefined : href("/rewards/:rewardId/edit", { rewardId: reward.id }),
          cells: [
            reward.title,
            <Status key="status" kind={reward.isArchived || reward.isPaused ? "plain" : "done"}>
              {reward.isArchived ? "Archived" : reward.isPaused ? "Paused" : "Active"}
            </Status>,
            reward.value,
            reward.criteria,
            reward.program,
            reward.earned,
            reward.latest || "Never",
          ],
        }))}
      />
    </>
  );
}

const statusKind: Record<Earned["status"], StatusKind> = {
  pending: "act",
  awarded: "done",
  "taken-back": "plain",
};

export const EarnedStatus = ({ status }: Pick<Earned, "status">) => (
  <Status kind={statusKind[status]}>{earnedStatusName[status]}</Status>
);

type EarnedRow = Data["awarded"][number];
const named = ({ team, recipient }: EarnedRow) => (recipient ? `${recipient}, ${team}` : team);

/** Support opens no earned reward. */
const earnedHref = (earnedId: string, acting: boolean) =>
  acting ? undefined : href("/rewards/earned/:earnedId", { earnedId });

const EarnedTitle = ({ row, acting }: { row: EarnedRow; acting: boolean }) =>
  acting ? <strong>{row.title}</strong> : <a href={earnedHref(row.id, false)}>{row.title}</a>;

function Awarded({ rows, caption }: { rows: readonly EarnedRow[]; caption: string }) {
  const acting = isSupport(useShell().role);
  return (
    <RowTable
      caption={caption}
      columns={[
        { name: "Reward", place: "name" },
        { name: "Value", place: "state" },
        { name: "Team", place: "left" },
        { name: "Earned by", place: "line" },
        { name: "Awarded", place: "more" },
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        href: earnedHref(row.id, acting),
        cells: [row.title, row.value, named(row), row.by, row.awarded],
      }))}
    />
  );
}

function EarnedLists({ pending, awarded, takenBack }: Data) {
  const readOnly = useReadOnly();
  const acting = isSupport(useShell().role);
  if (pending.length + awarded.length + takenBack.length === 0)
    return (
      <>
        <CheckNow />
        <Empty title="Nothing earned yet">
          <p>
            A team's reward appears here when its game's result opens, once for each game. At least 60% of the
            games played must be rated: silence earns nothing.
          </p>
        </Empty>
      </>
    );
  return (
    <>
      <CheckNow />
      <h2>To hand over</h2>
      {pending.length === 0 ? <p className="muted">Nothing waits for you.</p> : null}
      {pending.length > 0 ? (
        <DataTable
          caption="To hand over"
          columns={[
            { name: "Reward" },
            { name: "Team" },
            { name: "Value" },
            { name: "Earned by", wide: true },
            ...(readOnly ? [] : [{ name: "Hand over" }]),
          ]}
          rows={pending.map((row) => ({
            key: row.id,
            cells: [
              <EarnedTitle key="title" row={row} acting={acting} />,
              <span key="team" className="nowrap">
                {named(row)}
              </span>,
              row.value,
              `${row.criteria} (${row.by})`,
              ...(readOnly
                ? []
                : [
                    <ButtonForm
                      key="award"
                      action={href("/rewards/earned/:earnedId/award", { earnedId: row.id })}
                      className="reward-inline"
                    >
                      <SubmitButton look="secondary">
                        Mark as Awarded
                        <span className="visually-hidden">
                          : {row.title}, {row.team}
                        </span>
                      </SubmitButton>
                    </ButtonForm>,
                  ]),
            ],
          }))}
        />
      ) : null}
      <h2>Awarded</h2>
      {awarded.length > 0 ? (
        <>
          <Awarded rows={awarded} caption="Awarded" />
          <Buttons>
            <ButtonLink href={href("/printables/certificates")}>Print Certificates</ButtonLink>
          </Buttons>
        </>
      ) : (
        <p className="muted">Nothing was awarded yet.</p>
      )}
      {takenBack.length > 0 ? (
        <>
          <h2>Taken back</h2>
          <p className="muted">These were not awarded yet, and are not earned any more.</p>
          <DataTable
            caption="Taken back"
            columns={[
              { name: "Reward" },
              { name: "Team" },
              { name: "Taken back" },
              { name: "Why", wide: true },
            ]}
            rows={takenBack.map((row) => ({
              key: row.id,
              cells: [
                <EarnedTitle key="title" row={row} acting={acting} />,
                named(row),
                row.takenBack,
                row.why,
              ],
            }))}
          />
        </>
      ) : null}
    </>
  );
}

/** What it cost, and what changed since: counts, and no claim of a cause. */
function Analytics({ costs, since }: Data) {
  if (costs.length === 0)
    return (
      <Empty title="Nothing to count yet">
        <p>Once a program has given rewards, this shows what they cost and how its teams did since.</p>
      </Empty>
    );
  return (
    <>
      <h2>What it cost</h2>
      <DataTable
        caption="What it cost"
        columns={[
          { name: "Program" },
          { name: "Budget", numeric: true },
          { name: "Given", numeric: true },
          { name: "Left", numeric: true },
          { name: "Rewards", numeric: true },
          { name: "To hand over", numeric: true },
        ]}
        rows={costs.map(({ id, name, budget, spent, left, given, pending }) => ({
          key: id,
          cells: [<strong key="name">{name}</strong>, budget, spent, left, given, pending],
        }))}
      />
      <h2>What changed since</h2>
      <p>
        Points a game before and after each team's first reward, a year back at most. A reward follows good
        games, so some fall back afterwards by chance: this shows what happened, not why.
      </p>
      {since.length === 0 ? (
        <p className="muted">No team has got a reward yet.</p>
      ) : (
        <DataTable
          caption="What changed since"
          columns={[
            { name: "Team" },
            { name: "Rewards", numeric: true },
            { name: "First" },
            { name: "Before" },
            { name: "After" },
            { name: "Change" },
          ]}
          rows={since.map(({ key, team, awards, first, before, after, change }) => ({
            key,
            cells: [<strong key="name">{team}</strong>, awards, first, before, after, change],
          }))}
        />
      )}
    </>
  );
}

function Templates() {
  const readOnly = useReadOnly();
  return (
    <>
      <Notice title="Most of the noise comes from a few">
        <p>
          The last two templates reward the teams that turned: three clean games after a hard talk, and the
          most improved after a 0.
        </p>
      </Notice>
      <DataTable
        caption="Templates"
        columns={[
          { name: "Template" },
          { name: "Value" },
          { name: "Earned by", wide: true },
          { name: "Description", wide: true },
        ]}
        rows={rewardTemplates.map((template) => ({
          key: template.id,
          cells: [
            readOnly ? (
              template.title
            ) : (
              <a key="title" href={href("/rewards/new", { template: template.id })}>
                {template.title}
              </a>
            ),
            dollars(template.valueCents),
            criteriaLabel(template),
            template.description,
          ],
        }))}
      />
    </>
  );
}
