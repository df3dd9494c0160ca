import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { count } from "#app/domain/values/pluralize.ts";
import type { Role } from "#app/permissions/club-permissions.ts";
import { type Capability, may } from "#app/permissions/club-permissions.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";
import type { GettingStarted, Step } from "./getting-started.ts";
import { loadClubStatus, loadHome, type TeamsOnDashboard } from "./load-home.server.ts";
import type { monthSentences } from "./months.ts";

export const handle = { extra: "home", madeOf: ["term"] };

export const meta = () => title("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "club.see");
  const hasOldTerms = ctx.user.role === "club_admin" && (ctx.session.termsVersion ?? 0) < TERMS_VERSION;
  if (hasOldTerms && (ctx.session.termsAsked ?? 0) < TERMS_VERSION) throw redirect("/account/terms");
  const asked = new URL(args.request.url).searchParams;
  const [home, status] = await Promise.all([
    loadHome(ctx, { rated: asked.get("rated"), readOnly: accessOf(ctx.session) === "read-only" }),
    ctx.user.role === "club_admin" ? loadClubStatus(ctx) : null,
  ]);
  const also = [...home.also, ...(status?.tasks ?? [])];
  return { ...home, also, isNew: asked.has("new"), status, hasOldTerms };
}

export default function Dashboard() {
  const { headline, lead, action, also, steps, tiles, month, teams, isNew, status, hasOldTerms } =
    useLoaderData<typeof loader>();
  const { clubName, role } = useShell();
  return (
    <ClubPage title={headline} lead={lead}>
      {action ? (
        <div className="buttons home-action">
          <ButtonLink href={action.href} look="primary">
            {action.label}
          </ButtonLink>
          {action.other ? (
            <>
              {" "}
              <ButtonLink href={action.other.href}>{action.other.label}</ButtonLink>
            </>
          ) : null}
        </div>
      ) : null}
      {hasOldTerms ? (
        <Notice title="Our terms have changed">
          <p>
            <a href="/account/terms">Read what is new, and accept it</a>. Until then everything works as
            before.
          </p>
        </Notice>
      ) : null}
      {isNew ? (
        <Notice tone="accent" title={`Welcome, ${clubName}`}>
          <p>Your club is ready. This page always says what comes next.</p>
        </Notice>
      ) : null}
      {status?.paymentOnItsWay ? (
        <Notice tone="minor" title="Your payment is on its way">
          <p>A bank payment takes up to four business days. You can use everything in the meantime.</p>
        </Notice>
      ) : null}
      {also.length > 0 ? (
        <section aria-labelledby="also">
          <h2 id="also">Also waiting</h2>
          <ul className="action-list also">
            {also.map((task) => (
              <li key={task.headline}>
                <a href={task.href}>{task.headline}</a> <span>{task.lead}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {steps ? <FirstSteps started={steps} /> : null}
      <ClubTiles status={status} tiles={tiles} />
      <Month month={month} />
      <TeamLines {...teams} />
      <Shortcuts role={role} />
      <p className="muted small">
        Questions? <a href="/contact">Write to us</a>; a person answers within 24 hours.
      </p>
    </ClubPage>
  );
}

/** Shows an administrator's first steps, until all are done: the next one is the page's headline. */
function FirstSteps({ started }: { started: GettingStarted }) {
  const { steps, done } = started;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">Getting Started</h2>
      <p className="muted">
        {done} of {steps.length} steps done
      </p>
      <ol className="first-steps">
        {steps.map((step) => (
          <li key={step.label} className={`first-${step.state}`}>
            <p>
              <span className="visually-hidden">{stateName[step.state]}: </span>
              {step.state === "done" ? <strong>{step.label}</strong> : <a href={step.href}>{step.label}</a>}{" "}
              <span className="first-steps-hint">{step.hint}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const stateName: Record<Step["state"], string> = {
  done: "Done",
  next: "Next",
  waiting: "Waiting for others",
  later: "Later",
};

interface Shortcut {
  href: string;
  label: string;
  needs: Capability;
}

const quickActions: Shortcut[] = [
  { href: "/mobile-rating", label: "Rate Sideline", needs: "ratings.give" },
  { href: "/rating", label: "Ratings", needs: "ratings.see" },
  { href: "/reports", label: "Reports", needs: "reports.see" },
  { href: "/seasons", label: "Seasons", needs: "seasons.see" },
  { href: "/rewards", label: "Rewards", needs: "rewards.see" },
  { href: "/printables", label: "Printables", needs: "printables.see" },
  { href: "/schedule", label: "Schedule", needs: "games.see" },
  { href: "/teams", label: "Teams", needs: "teams.see" },
  { href: "/advanced-import", label: "Data Import", needs: "contacts.import" },
];

const quickLinks: Shortcut[] = [
  { href: "/leaderboard", label: "Leaderboard", needs: "leaderboard.see" },
  { href: "/agreements", label: "Agreements", needs: "agreements.count" },
  { href: "/printables", label: "Printable Resources", needs: "printables.see" },
  { href: "/club/settings", label: "Club Settings", needs: "club.manage" },
  { href: "/help", label: "Help", needs: "club.see" },
];

/** Shows quick actions and links, a line each: the menu has the same and more. */
function Shortcuts({ role }: { role: Role }) {
  const { readOnly } = useShell();
  const rows = [
    ["Quick actions", quickActions],
    ["Quick links", quickLinks],
  ] as const;
  return rows.map(([label, shortcuts]) => (
    <nav key={label} className="links small" aria-label={label}>
      <span className="muted">{label}:</span>{" "}
      {shortcuts
        .filter(({ needs }) => may(role, needs) && !(readOnly && needs === "ratings.give"))
        .map(({ href, label }) => (
          <Fragment key={href}>
            <a href={href}>{label}</a>{" "}
          </Fragment>
        ))}
    </nav>
  ));
}

/** Compares this month with the last one, where there are enough games. */
function Month({ month }: { month: ReturnType<typeof monthSentences> }) {
  if (!month) return null;
  return (
    <section aria-labelledby="month">
      <h2 id="month">{month.heading}</h2>
      {month.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

interface ClubStatus {
  /** 'Active' */
  label: string;
  /** 'Paid until November 21, 2027' */
  note: string;
}

/** Shows the club, or the reader's teams, in numbers; the subscription's state for administrators. */
function ClubTiles(props: {
  status: ClubStatus | null;
  tiles: Awaited<ReturnType<typeof loadHome>>["tiles"];
}) {
  const { status, tiles } = props;
  return (
    <Stats>
      {status ? <Stat label="Club Status" value={status.label} note={status.note} /> : null}
      <Stat label="Teams" value={tiles.teams} />
      <Stat
        label="Games Rated"
        value={tiles.rated}
        note={tiles.played === 0 ? "none played yet" : `of ${count(tiles.played)} played so far`}
      />
      <Stat
        label={status ? "Club Score" : "Score"}
        value={tiles.score}
        note={`of ${count(tiles.possible)} points: 20 a perfect game`}
      />
    </Stats>
  );
}

/** Shows a line per team: its strip if there is room, its average, its next game. The teams page lists all of them. */
function TeamLines({ title, sentence, total, lines }: TeamsOnDashboard) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">{title}</h2>
      <p className="muted">{sentence}</p>
      <ul className="team-lines">
        {lines.map((team) => (
          <li key={team.id} className="team-line">
            <p className="team-line-name">
              <a href={href("/teams/:teamId", { teamId: team.id })}>{team.name}</a>{" "}
              <span className="muted nowrap">{team.group}</span>
            </p>
            <div className="team-line-strip">
              <SidelineStrip marks={team.strip} roomy newest={team.laterThanRated} />
            </div>{" "}
            <div className="team-line-average">
              {team.strip === "" ? null : (
                <>
                  <AverageFigure average={team.average} />{" "}
                  <span className="muted small nowrap">{team.rated}</span>
                </>
              )}
            </div>{" "}
            <p className="team-line-next">
              {team.next ? (
                <>
                  Next: <span className="nowrap">{team.next.when}</span>{" "}
                  <span className="whole">{team.next.opponent}</span>
                </>
              ) : (
                "No game planned"
              )}
            </p>
          </li>
        ))}
      </ul>
      {total > lines.length ? (
        <p>
          <a href="/teams">All {total} teams</a>
        </p>
      ) : null}
    </section>
  );
}
