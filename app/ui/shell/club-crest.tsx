import { initialsOf } from "#app/domain/values/initials.ts";

/** The club's crest and name, which lead home. */
export function ClubLink({ name }: { name: string }) {
  return (
    <a className="club-name" href="/dashboard">
      <ClubCrest name={name} /> <span>{name}</span>
    </a>
  );
}

/** A shield in the club's color with its initials. The stylesheet draws it: text browsers read the name alone. */
export function ClubCrest({ name, large }: { name: string; large?: boolean }) {
  return (
    <span
      className={large ? "crest crest-large" : "crest"}
      data-initials={initialsOf(name)}
      aria-hidden="true"
    />
  );
}
