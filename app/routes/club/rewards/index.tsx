import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMember, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { awardsNow } from "#app/domain/club/rewards/award-now.server.ts";
import {
  type Earned,
  listEarned,
  recentlyAwarded,
  sinceRewards,
} from "#app/domain/club/rewards/earned.server.ts";
import { readEarnedFilters } from "#app/domain/club/rewards/earned-filters.ts";
import { earnedChoices, earnedPage } from "#app/domain/club/rewards/earned-list.server.ts";
import {
  changeLabel,
  criteriaLabel,
  dollars,
  meanLabel,
  rewardTypeName,
} from "#app/domain/club/rewards/labels.ts";
import { listPrograms, type Program } from "#app/domain/club/rewards/programs.server.ts";
import { listRewards, type Reward } from "#app/domain/club/rewards/rewards.server.ts";
import { rewardTemplates } from "#app/domain/club/rewards/rewards.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { isSupport } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { EarnedLists, useReadOnly, viewEarned } from "./earned-lists.tsx";
import { Programs, viewProgram, viewShort } from "./programs.tsx";

export const meta = () => title("Rewards");
export const handle = { extra: "rewards", madeOf: ["year"] };

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

/** Loads the club's reward programs, the possible rewards, and the earned ones (product/rewards.md#rewards). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "rewards.see");
  const { db, club } = ctx;
  // Recipients and later changes are for the club's own administrators.
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
  const lists = {
    recent: tab === "programs" ? await recentlyAwarded(db) : [],
    pending: tab === "earned" ? await listEarned(db, "pending") : [],
  };
  const filters = readEarnedFilters(new URL(args.request.url).searchParams);
  const past = tab === "earned" ? await earnedPage(db, filters) : null;
  const choices = tab === "earned" ? await earnedChoices(db) : { programs: [], teams: [] };
  const shown = past?.rows ?? [];
  const results = await awardsNow(db, [...lists.recent, ...lists.pending, ...shown], now());
  const view = (earned: Earned) =>
    viewEarned(seesAll ? earned : { ...earned, recipient: "" }, today, dayOf, results.get(earned.id) ?? null);
  return {
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
    past: past && {
      rows: shown.map(view),
      filters: { ...filters, page: past.page },
      pages: past.pages,
      total: past.total,
      counts: past.counts,
      sum: dollars(past.cents),
      choices,
    },
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

const viewReward = (reward: Reward, dayOf: (moment: string | null) => string) => ({
  ...viewShort(reward),
  type: rewardTypeName[reward.type],
  program: reward.programName,
  isArchived: reward.isArchived,
  earned: reward.earned,
  latest: dayOf(reward.lastTriggeredAt),
});

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
      {data.past ? <EarnedLists pending={data.pending} past={data.past} /> : null}
      {data.tab === "templates" ? <Templates /> : null}
      {data.tab === "analytics" ? <Analytics {...data} /> : null}
    </ClubPage>
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

/** Shows costs and later changes: counts, without a claim of cause. */
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
