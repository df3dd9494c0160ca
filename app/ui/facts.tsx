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

/** An address that is too long for its line breaks behind its @ or last dot, not inside a word. */
export function breakAtSign(text: string): ReactNode {
  const domain = text.indexOf("@") + 1;
  if (domain === 0) return text;
  const ending = Math.max(domain, text.lastIndexOf(".") + 1);
  return (
    <>
      {text.slice(0, domain)}
      <wbr />
      {text.slice(domain, ending)}
      <wbr />
      {text.slice(ending)}
    </>
  );
}
