import type { TextBlock } from "#app/domain/values/agreement-text/catalogue.ts";

/** The text that is signed, but for its title and what stands beside the form's boxes. */
export function AgreementText({ blocks }: { blocks: readonly TextBlock[] }) {
  return groupsOf(blocks).map(({ kind, texts }) => {
    const key = `${kind} ${texts[0]}`;
    if (kind === "heading") return <h2 key={key}>{texts[0]}</h2>;
    if (kind === "paragraph") return texts.map((text) => <p key={text}>{text}</p>);
    const items = texts.map((text) => <li key={text}>{text}</li>);
    return kind === "step" ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>;
  });
}

/** Neighboring blocks of one kind belong together: the items of a list. */
function groupsOf(blocks: readonly TextBlock[]) {
  const groups: { kind: TextBlock["kind"]; texts: string[] }[] = [];
  for (const { kind, text } of blocks) {
    const last = groups.at(-1);
    if (last?.kind === kind) last.texts.push(text);
    else groups.push({ kind, texts: [text] });
  }
  return groups;
}
