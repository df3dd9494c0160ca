import { href } from "#app/config/addresses.ts";
import { staffStateName } from "#app/domain/club/staff/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import type { StaffLine, TeamCard } from "./cards.ts";

const stateTone = { active: "good", pending: "accent", expired: "minor" } as const;

/** A team: how its sideline stands, who is with it, and what its administrator may do. */
export function TeamCardView({ card, manages }: { card: TeamCard; manages: boolean }) {
  return (
    <article className="card team-card" aria-labelledby={`team-${card.id}`}>
      <div>
        <h2 id={`team-${card.id}`}>{card.name}</h2>
        <p className="muted">{card.about}</p>
        {card.description ? <p>{card.description}</p> : null}
      </div>
      <div className="team-stats">
        <SidelineStrip marks={card.strip} />
        <dl>
          <div>
            <dt>Score</dt>
            <dd>{card.score}</dd>
          </div>
          <div>
            <dt>Games Rated</dt>
            <dd>{card.gamesPlayed}</dd>
          </div>
        </dl>
        {card.completedGames > card.gamesPlayed ? (
          <p className="muted small">
            {card.completedGames - card.gamesPlayed} of {card.completedGames} past games without a final score
          </p>
        ) : null}
      </div>
      <Staff card={card} manages={manages} />
      {manages ? <Actions card={card} /> : null}
    </article>
  );
}

function Staff({ card, manages }: { card: TeamCard; manages: boolean }) {
  return (
    <>
      <h3 className="visually-hidden">Manager and coaches</h3>
      <ul className="plain-list staff-list">
        {card.staff.map((line) => (
          <li key={line.id}>
            <StaffMember line={line} team={card} manages={manages} />
          </li>
        ))}
        {card.manager ? null : <li className="muted">No manager yet</li>}
        {card.staff.some(({ title }) => title !== "Manager") ? null : <li className="muted">No coach yet</li>}
      </ul>
    </>
  );
}

function StaffMember({ line, team, manages }: { line: StaffLine; team: TeamCard; manages: boolean }) {
  const ids = { teamId: team.id, staffId: line.id };
  const pending = line.state !== "active";
  return (
    <>
      <p className="staff-line">
        <strong>
          {line.who}
          {line.isReader ? " (you)" : null}
        </strong>{" "}
        <Badge tone={stateTone[line.state]}>{staffStateName[line.state]}</Badge>
      </p>
      <p className="muted small">
        {line.title}
        {line.email ? (
          <>
            , <a href={mailTo(line.email)}>{line.email}</a>
          </>
        ) : null}
        {line.until
          ? `, ${line.state === "expired" ? "the link expired" : "link valid until"} ${line.until}`
          : null}
      </p>
      {manages ? (
        <div className="staff-acts">
          {pending && line.title !== "Manager" ? (
            <form method="post" action={href("/teams/:teamId/staff/:staffId/invitations", ids)}>
              <button type="submit" className="link-button">
                Resend<span className="visually-hidden"> the invitation of {line.who}</span>
              </button>
            </form>
          ) : null}{" "}
          <a href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
            {pending ? "Revoke" : "Remove"}
            <span className="visually-hidden">
              {" "}
              {line.who} as {line.title} of {team.name}
            </span>
          </a>
        </div>
      ) : null}
      {line.link ? <InvitationLink line={line} link={line.link} /> : null}
    </>
  );
}

/** The link to pass on by other ways than the mail: selectable, and copied by the enhancing script. */
function InvitationLink({ line, link }: { line: StaffLine; link: string }) {
  const id = `link-${line.id}`;
  return (
    <details className="small">
      <summary>
        Invitation link<span className="visually-hidden"> of {line.who}</span>
      </summary>
      <label htmlFor={id}>Send this link to {line.who} only</label>
      <div className="copy-line">
        <input className="input" id={id} type="text" readOnly value={link} />{" "}
        <CopyButton text={link}>Copy Link</CopyButton>
      </div>
    </details>
  );
}

function Actions({ card }: { card: TeamCard }) {
  const { id, name, manager } = card;
  const forTeam = <span className="visually-hidden"> for {name}</span>;
  return (
    <div className="buttons">
      {manager ? null : (
        <>
          <ButtonLink href={href("/teams/:teamId/invite", { teamId: id, role: "manager" })}>
            Invite Manager{forTeam}
          </ButtonLink>{" "}
        </>
      )}
      {manager && manager.state !== "active" ? (
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

/** A letter to this address and nothing more: '?' and '&' may stand in one, and would add readers or words. */
const mailTo = (address: string) => `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
