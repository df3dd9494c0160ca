import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { accessOf } from "#app/auth/club-access.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ClubTiles } from "./club-tiles.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { loadClubStatus, loadHome } from "./load-home.server.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { TeamLines } from "./team-lines.tsx";

export const meta = () => title("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const hasOldTerms = ctx.user.role === "club_admin" && (ctx.session.termsVersion ?? 0) < TERMS_VERSION;
  if (hasOldTerms && (ctx.session.termsAsked ?? 0) < TERMS_VERSION) throw redirect("/account/terms");
  const asked = new URL(args.request.url).searchParams;
  const [home, status] = await Promise.all([
    loadHome(ctx, { rated: asked.get("rated"), readOnly: accessOf(ctx.session) === "read-only" }),
    ctx.user.role === "club_admin" ? loadClubStatus(ctx) : null,
  ]);
  const also = [...home.also, ...(status?.tasks ?? [])];
  return json({ ...home, also, isNew: asked.has("new"), status, hasOldTerms });
}

export default function Dashboard() {
  const { headline, lead, action, also, steps, tiles, teams, isNew, status, hasOldTerms } =
    useLoaderData<typeof loader>();
  const { clubName, role } = useShell();
  return (
    <ClubPage title={headline} lead={lead}>
      {action ? (
        <p className="home-action">
          <ButtonLink href={action.href} look="primary">
            {action.label}
          </ButtonLink>
        </p>
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
      <TeamLines {...teams} />
      <Shortcuts role={role} />
      <p className="muted small">
        Questions? <a href="/contact">Write to us</a>; a person answers within 24 hours.
      </p>
    </ClubPage>
  );
}
