import { href } from "#app/config/addresses.ts";
import { deliveryLabels, staffStateName } from "#app/domain/club/staff/labels.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { Badge } from "#app/ui/badge.tsx";
import { CopyButton } from "#app/ui/buttons.tsx";
import type { StaffLine, TeamCard } from "./cards.ts";

/**
 * A team's manager and coaches, with what the viewer may do about each. On the team's own page it also says since
 * when, and has what a card's buttons do.
 */
export function StaffList({ card, ownPage }: { card: TeamCard; ownPage?: true }) {
  return (
    <ul className="plain-list staff-list">
      {card.staff.map((line) => (
        <li key={line.id}>
          <StaffMember line={line} team={card} ownPage={ownPage} />
        </li>
      ))}
      {card.manager ? null : <li className="muted">No manager yet</li>}
      {card.staff.some(({ role }) => role === "coach") ? null : <li className="muted">No coach yet</li>}
    </ul>
  );
}

function StaffMember({ line, team, ownPage }: { line: StaffLine; team: TeamCard; ownPage?: true }) {
  const pending = line.state !== "active";
  const undelivered = isDead(line.delivery);
  return (
    <>
      <p className="staff-line">
        <strong>
          {line.who}
          {line.isViewer ? " (you)" : null}
        </strong>{" "}
        {pending ? (
          <Badge strong={undelivered || line.state === "expired"}>
            {undelivered ? "Not delivered" : staffStateName[line.state]}
          </Badge>
        ) : null}
      </p>
      <p className="muted small">
        {line.title}
        {line.email ? (
          <>
            , <a href={mailTo(line.email)}>{line.email}</a>
          </>
        ) : null}
        {ownPage ? `, ${line.since}` : null}
        {line.until
          ? `, ${line.state === "expired" ? "the link expired" : "link valid until"} ${line.until}`
          : null}
      </p>
      {line.delivery ? <p className="small">{deliveryLabels[line.delivery]}</p> : null}
      {line.looksAfter ? <StaffActs line={line} team={team} ownPage={ownPage} /> : null}
      {line.link ? <InvitationLink line={line} link={line.link} /> : null}
    </>
  );
}

/** What the viewer may do about a member. On a card, a manager's invitation is sent again by the card's button. */
function StaffActs({ line, team, ownPage }: { line: StaffLine; team: TeamCard; ownPage?: true }) {
  const ids = { teamId: team.id, staffId: line.id, from: ownPage ? "team" : undefined };
  const pending = line.state !== "active";
  const undelivered = isDead(line.delivery);
  const resends = pending && !undelivered && (line.role === "coach" || ownPage);
  return (
    <div className="staff-acts">
      {undelivered || (pending && ownPage) ? (
        <a href={href("/teams/:teamId/staff/:staffId/email", ids)}>
          Correct the address<span className="visually-hidden"> of {line.who}</span>
        </a>
      ) : null}{" "}
      {resends ? (
        <form method="post" action={href("/teams/:teamId/staff/:staffId/invitations", ids)}>
          <button type="submit" className="link-button">
            Resend<span className="visually-hidden"> the invitation of {line.who}</span>
          </button>
        </form>
      ) : null}{" "}
      {line.coachRole && ownPage ? (
        <a href={href("/teams/:teamId/staff/:staffId/role", ids)}>
          {line.coachRole === "head" ? "Make assistant coach" : "Make head coach"}
          <span className="visually-hidden">: {line.who}</span>
        </a>
      ) : null}{" "}
      <a className="quiet-link" href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
        {pending ? "Revoke" : "Remove"}
        <span className="visually-hidden">
          {" "}
          {line.who} as {line.title} of {team.name}
        </span>
      </a>
    </div>
  );
}

/** The invitation's link, for sharing by other means than email; the page's script adds a copy button. */
function InvitationLink({ line, link }: { line: StaffLine; link: string }) {
  const id = `link-${line.id}`;
  return (
    <details className="small">
      <summary>
        Invitation link<span className="visually-hidden"> of {line.who}</span>
      </summary>{" "}
      <label htmlFor={id}>Send this link to {line.who} only</label>
      <div className="copy-line">
        <input className="input" id={id} type="text" readOnly value={link} />{" "}
        <CopyButton text={link}>Copy Link</CopyButton>
      </div>
    </details>
  );
}

/** Encoded, because '?' and '&' in an address would add recipients or text to the email. */
const mailTo = (address: string) => `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
