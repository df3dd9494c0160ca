import { href } from "#app/config/addresses.ts";
import { deliveryLabels } from "#app/domain/club/staff/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { CopyButton, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { PlaceOnPage } from "./view-person.server.ts";

/** A place in a team, with the way to its forms, which lead back to 'Users & Roles'. */
export function TeamPlace({ place, teamId, who }: { place: PlaceOnPage; teamId: string; who: string }) {
  const ids = { teamId, staffId: place.id ?? "", from: "users" };
  const pending = place.state !== "active";
  const of = <span className="visually-hidden">: {place.title}</span>;
  return (
    <>
      <PlaceHead place={place} />
      <div className="staff-acts">
        <a href={href("/teams/:teamId", { teamId })}>Team page{of}</a>{" "}
        {pending ? (
          <>
            <a href={href("/teams/:teamId/staff/:staffId/email", ids)}>Correct the address{of}</a>{" "}
            <form method="post" action={href("/teams/:teamId/staff/:staffId/invitations", ids)}>
              <button type="submit" className="link-button">
                Resend{of}
              </button>
            </form>{" "}
          </>
        ) : null}
        {place.coachRole ? (
          <>
            <a href={href("/teams/:teamId/staff/:staffId/role", ids)}>
              {place.coachRole === "head" ? "Make assistant coach" : "Make head coach"}
              {of}
            </a>{" "}
          </>
        ) : null}
        <a className="quiet-link" href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
          {pending ? "Revoke" : "Remove from this team"}
          {of}
        </a>
      </div>
      {place.link ? <PlaceLink id={place.id ?? ""} link={place.link} who={who} /> : null}
    </>
  );
}

/** A place as administrator: an open invitation is sent again from here, also to another address. */
export function AdminPlace({ place, email }: { place: PlaceOnPage; email: string }) {
  return (
    <>
      <PlaceHead place={place} />
      {place.id ? (
        <>
          <PostForm>
            <TextField
              name="email"
              label="Email"
              type="email"
              value={email}
              autoComplete="off"
              maxLength={254}
              required
            />
            <SubmitButton look="secondary">Resend</SubmitButton>
          </PostForm>
          {place.link ? <PlaceLink id={place.id} link={place.link} who={email} /> : null}
        </>
      ) : null}
    </>
  );
}

function PlaceHead({ place }: { place: PlaceOnPage }) {
  return (
    <>
      <p className="staff-line">
        <strong>{place.title}</strong>{" "}
        {place.state === "active" ? null : <Badge strong={place.strong}>{place.stateName}</Badge>}
      </p>
      {place.since ? <p className="muted small">{place.since}</p> : null}
      {place.delivery ? <p className="small">{deliveryLabels[place.delivery]}</p> : null}
    </>
  );
}

function PlaceLink({ id, link, who }: { id: string; link: string; who: string }) {
  return (
    <details className="small">
      <summary>Invitation link</summary> <label htmlFor={`link-${id}`}>Send this link to {who} only</label>
      <div className="copy-line">
        <input className="input" id={`link-${id}`} type="text" readOnly value={link} />{" "}
        <CopyButton text={link}>Copy Link</CopyButton>
      </div>
    </details>
  );
}
