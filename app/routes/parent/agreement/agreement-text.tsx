import { Fragment } from "react";
import type { TextBlock } from "#app/domain/values/agreement-text/catalogue.ts";

/** A heading of the text with the text below it. */
export interface TextPart {
  id: string;
  heading: string;
  /** True if it is collapsed on a screen; on paper it is open. These parts are the same in every club's text. */
  folded: boolean;
  blocks: readonly TextBlock[];
}

/** Shows the text to sign, without its title and the parts beside the form's boxes. */
export function AgreementText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ id, heading, folded, blocks }) =>
    folded ? (
      <Fragment key={id}>
        <details className="fold">
          <summary>
            <h2>{heading}</h2>
          </summary>
        </details>
        {/* Not inside of it: no stylesheet opens closed details on paper in every browser. */}
        <div className="fold-text" id={id}>
          <Blocks blocks={blocks} />
        </div>
      </Fragment>
    ) : (
      <section key={id} id={id}>
        <h2>{heading}</h2>
        <Blocks blocks={blocks} />
      </section>
    ),
  );
}

function Blocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return groupsOf(blocks).map(({ kind, texts }) => {
    const key = `${kind} ${texts[0]}`;
    if (kind === "paragraph") return texts.map((text) => <p key={text}>{text}</p>);
    const items = texts.map((text) => <li key={text}>{text}</li>);
    return kind === "step" ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
  });
}

/** Groups neighboring blocks of one kind: the items of a list. */
function groupsOf(blocks: readonly TextBlock[]) {
  const groups: { kind: TextBlock["kind"]; texts: string[] }[] = [];
  for (const { kind, text } of blocks) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.texts.push(text);
    else groups.push({ kind, texts: [text] });
  }
  return groups;
}

/** Lists the contents beside the text where they fit; the line fills as the page is read. */
export function Contents({
  label,
  parts,
}: {
  label: string;
  parts: readonly { id: string; heading: string }[];
}) {
  return (
    <nav className="contents" aria-label={label}>
      <ol>
        {parts.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
