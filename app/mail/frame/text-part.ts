import { compile, type FormatCallback } from "html-to-text";

export const HARD_SPACE = "\u00a0";

/** Builds an email's plain text part from its markup, by the classes of the frame, so that both say the same. */
export const textPart = (html: string): string =>
  `${toPlainText(bodyForText(html)).replaceAll(HARD_SPACE, " ")}\n`;

/**
 * Strips the head and unneeded attributes, which cost more than half of the parsing. A typed quotation mark is `&quot;`
 * in React's markup, so no text looks like an attribute.
 */
const bodyForText = (html: string) =>
  html.slice(Math.max(0, html.indexOf("<body"))).replaceAll(/ (?!class=|href=)[\w-]+="[^"]*"/gi, "");

/** Writes the label, a colon, and the address on its own line. */
const buttonAsText: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addLiteral(String(element.attribs.href));
};

/** Writes 'Stop these emails: https://…'. */
const linkAsText: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(": ", { noWordTransform: true });
  builder.addLiteral(String(element.attribs.href));
};

/** Writes '-- ', the signature separator that mail programs know. */
const footerAsText: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral("-- ");
  walk(element.children, builder);
  builder.closeBlock();
};

const oneLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const toPlainText = compile({
  wordwrap: false,
  formatters: { buttonAsText, footerAsText, linkAsText },
  selectors: [
    { selector: "title", format: "skip" },
    { selector: "style", format: "skip" },
    { selector: ".html-only", format: "skip" },
    { selector: "h2", options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 } },
    { selector: "a.entry", format: "buttonAsText" },
    { selector: "h1", options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: "td.sender", format: "block", options: { trailingLineBreaks: 2 } },
    { selector: "td.footer", format: "footerAsText" },
    { selector: "p.footnote", format: "paragraph", options: oneLine },
    { selector: "table.facts", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "tr.fact", format: "block", options: oneLine },
    { selector: "th.label", format: "inlineSurround", options: { suffix: ": " } },
    { selector: "a.button", format: "buttonAsText" },
    { selector: "a.line-link", format: "linkAsText" },
    { selector: "a.typed", format: "inline" },
  ],
});
