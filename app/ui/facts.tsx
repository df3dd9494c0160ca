import type { ReactNode } from "react";

/** Lists the properties of one thing as names and values. */
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

/** Breaks an address that is too long for its line after its @ or last dot, not inside a word. */
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
