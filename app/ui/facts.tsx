import type { ReactNode } from "react";

/** The properties of one thing, as pairs of a name and a value. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === "string" ? breakAtSign(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An address that is too long for its line breaks behind its @ or a dot, not inside a word. */
export function breakAtSign(text: string): ReactNode {
  const at = text.indexOf("@") + 1;
  if (at === 0) return text;
  return [
    text.slice(0, at),
    ...text
      .slice(at)
      .split(/(?<=\.)/)
      .flatMap((part) => [<wbr key={part} />, part]),
  ];
}
