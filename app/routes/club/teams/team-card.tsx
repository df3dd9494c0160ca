import { href } from "#app/config/addresses.ts";
import { sealedPart } from "#app/domain/club/stats/labels.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import type { TeamCard } from "./cards.ts";
import { StaffList } from "./staff-list.tsx";

/** A team: its sideline's stats, its staff, and what the viewer may do. */
export function TeamCardView({ card }: { card: TeamCard }) {
  return (
    <article className="card team-card" aria-labelledby={`team-${card.id}`}>
      <div>
        <h2 id={`team-${card.id}`}>
          <a href={href("/teams/:teamId", { teamId: card.id })}>{card.name}</a>
        </h2>
        <p className="muted">{card.about}</p>
        {card.description ? <p>{card.description}</p> : null}
      </div>
      <div className="team-stats">
        <SidelineStrip marks={card.strip} roomy />{" "}
        {card.completedGames > 0 ? (
          <>
            <AverageFigure average={card.average} />
            <p className="muted small">
              {card.gamesPlayed} of {pluralize(card.completedGames, "game")} rated
              {sealedPart(card.sealedGames)}; score {card.score}
            </p>
          </>
        ) : null}
      </div>
      <h3 className="visually-hidden">Manager and coaches</h3>
      <StaffList card={card} />
      {card.edits ? <Actions card={card} /> : null}
    </article>
  );
}

function Actions({ card }: { card: TeamCard }) {
  const { id, name, manager, appoints } = card;
  const forTeam = <span className="visually-hidden"> for {name}</span>;
  return (
    <div className="buttons">
      {manager || !appoints ? null : (
        <>
          <ButtonLink href={href("/teams/:teamId/invite", { teamId: id, role: "manager" })}>
            Invite Manager{forTeam}
          </ButtonLink>{" "}
        </>
      )}
      {appoints && manager && manager.state !== "active" && !isDead(manager.delivery) ? (
        <form
          method="post"
          action={href("/teams/:teamId/staff/:staffId/invitations", { teamId: id, staffId: manager.id })}
        >
          <SubmitButton look="secondary">Resend Manager{forTeam}</SubmitButton>
        </form>
      ) : null}{" "}
      <ButtonLink href={href("/teams/:teamId/invite", { teamId: id, role: "coach" })}>
        Invite Coach{forTeam}
      </ButtonLink>{" "}
      <ButtonLink href={href("/teams/:teamId/edit", { teamId: id })} look="quiet">
        Team Settings{forTeam}
      </ButtonLink>
    </div>
  );
}
