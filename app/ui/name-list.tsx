import { pluralize } from "#app/domain/values/pluralize.ts";

/** Names shown at once; a longer list is collapsed, so that a question's buttons are on the screen. */
const UNFOLDED = 5;

/**
 * Lists the people that a question is about.
 * @param props.more label of the collapsed ones: 'more parent', 'more parents'
 */
export function NameList({ names, more }: { names: readonly string[]; more: [one: string, many: string] }) {
  const [shown, rest] = [names.slice(0, UNFOLDED), names.slice(UNFOLDED)];
  return (
    <>
      <Names names={shown} />
      {rest.length > 0 ? (
        <details>
          <summary>And {pluralize(rest.length, ...more)}</summary>
          <Names names={rest} />
        </details>
      ) : null}
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);
