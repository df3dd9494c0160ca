import { href } from "#app/config/addresses.ts";
import { deliveryLabel, staffStateName } from "#app/domain/club/staff/labels.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { CopyButton } from "#app/ui/buttons.tsx";
import { breakAtSign } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { Status } from "#app/ui/status.tsx";
import type { StaffLine, TeamCard } from "./card.ts";

/** Lists a team's manager and coaches, since when, and the viewer's actions on each. */
export function StaffList({ card }: { card: TeamCard }) {
  return (
    <ul className="plain-list staff-list">
      {card.staff.map((line) => (
        <li key={line.id}>
          <StaffMember line={line} team={card} />
        </li>
      ))}
      {card.manager ? null : <li className="muted">No manager yet</li>}
      {card.staff.some(({ role }) => role === "coach") ? null : <li className="muted">No coach yet</li>}
    </ul>
  );
}

function StaffMember({ line, team }: { line: StaffLine; team: TeamCard }) {
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
          <Status kind={undelivered || line.state === "expired" ? "act" : "plain"}>
            {undelivered ? "Not delivered" : staffStateName[line.state]}
          </Status>
        ) : null}
      </p>
      <p className="muted small">
        {line.title}
        {line.email ? (
          <>
            , <a href={mailTo(line.email)}>{breakAtSign(line.email)}</a>
          </>
        ) : null}
        {`, ${line.since}`}
        {line.until
          ? `, ${line.state === "expired" ? "the link expired" : "link valid until"} ${line.until}`
          : null}
      </p>
      {line.delivery ? <p className="small">{deliveryLabel(line)}</p> : null}
      {line.looksAfter ? <StaffActs line={line} team={team} /> : null}
      {line.link ? <InvitationLink line={line} link={line.link} /> : null}
    </>
  );
}

/** Links the actions on a member. A manager's invitation is resent by the button below the list. */
function StaffActs({ line, team }: { line: StaffLine; team: TeamCard }) {
  const ids = { teamId: team.id, staffId: line.id };
  const pending = line.state !== "active";
  const resends = pending && !isDead(line.delivery) && line.role === "coach";
  return (
    <div className="staff-acts">
      {pending ? (
        <a href={href("/teams/:teamId/staff/:staffId/email", ids)}>
          Correct the address<span className="visually-hidden"> of {line.who}</span>
        </a>
      ) : null}{" "}
      {resends ? (
        <ButtonForm className="inline-form" action={href("/teams/:teamId/staff/:staffId/invitations", ids)}>
          <button type="submit" className="link-button">
            Resend<span className="visually-hidden"> the invitation of {line.who}</span>
          </button>
        </ButtonForm>
      ) : null}{" "}
      {line.coachRole ? (
        <a href={href("/teams/:teamId/staff/:staffId/role", ids)}>
          {line.coachRole === "head" ? "Make assistant coach" : "Make head coach"}
          <span className="visually-hidden">: {line.who}</span>
        </a>
      ) : null}{" "}
      <a className="quiet-link" href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
        {pending ? "Take back" : "Remove"}
        <span className="visually-hidden">
          {pending ? " the invitation of " : " "}
          {line.who} as {line.title} of {team.name}
        </span>
      </a>
    </div>
  );
}

/** Shows the invitation's link, for sharing by other means than email; the page's script adds a copy button. */
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

/** Encodes an address, because '?' and '&' would add recipients or text to the email. */
const mailTo = (address: string) => `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
