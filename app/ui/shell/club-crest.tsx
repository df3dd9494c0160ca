import { href } from "#app/config/addresses.ts";
import { initialsOf } from "#app/domain/values/names.ts";

interface CrestProps {
  name: string;
  /** Version of the club's logo; without one, its initials. */
  logo?: string | null;
}

/** Shows the club's crest and name as a link home. */
export function ClubLink({ name, logo }: CrestProps) {
  return (
    <a className="club-name" href="/dashboard">
      <ClubCrest name={name} logo={logo} /> <span>{name}</span>
    </a>
  );
}

/**
 * Shows the club's logo, or a shield in its color with its initials; hidden from screen readers, because the name is
 * beside it.
 */
export function ClubCrest({ name, logo, large }: CrestProps & { large?: boolean }) {
  if (logo) {
    const size = large ? 96 : 36;
    return (
      <img
        className={large ? "crest-logo crest-logo-large" : "crest-logo"}
        src={href("/club/logo", { v: logo, size: large ? "large" : undefined })}
        alt=""
        width={size}
        height={size}
      />
    );
  }
  // The stylesheet draws it: text browsers read the name alone.
  return (
    <span
      className={large ? "crest crest-large" : "crest"}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}
