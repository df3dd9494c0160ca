import { brand } from "#app/config/brand.ts";

/** What a mail says, as plain text; the layout, the escaping and the text part are the letter's own affair. */
export interface Letter {
  /** Whose letter it is: the club's name stands first. Without it the letter is Goodside's own. */
  club?: string;
  heading: string;
  /** Line breaks inside a paragraph are kept. */
  paragraphs: string[];
  facts?: [label: string, value: string][];
  button?: { label: string; href: string };
  after?: string[];
  /** Why the reader gets this mail, and how to stop it. */
  why: string;
}

/**
 * Sets a letter: one column of 600 px with the sender's name first, at most one button, its link also as text,
 * and why the reader gets it. There are no images to miss. Everything is escaped.
 * @throws Error where the button leads anywhere but to an http or https address.
 */
export function renderLetter(letter: Letter): { html: string; text: string } {
  if (letter.button && !/^https?:\/\/[^\s]+$/.test(letter.button.href)) {
    throw new Error("A letter's button must lead to an http or https address");
  }
  return { html: asHtml(letter), text: asText(letter) };
}

const INK = brand.colors.ink;
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BODY = `margin:0 0 16px;font-size:17px;line-height:1.5;color:${INK}`;
const SMALL = "margin:0 0 8px;font-size:14px;line-height:1.5;color:#55606a";

function asHtml({ club, heading, paragraphs, facts = [], button, after = [], why }: Letter): string {
  const body = [
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:650;color:${INK}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((words) => `<p style="${BODY}">${lines(words)}</p>`),
    facts.length > 0 ? factsTable(facts) : "",
    button ? buttonWithLink(button) : "",
    ...after.map((words) => `<p style="${BODY}">${lines(words)}</p>`),
  ];
  const sender = club
    ? `<strong style="font-size:18px">${escapeHtml(club)}</strong> <span style="color:#55606a">via ${brand.name}</span>`
    : `<strong style="font-size:18px">${brand.name}</strong>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${brand.colors.paper};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 8px 16px;font-size:16px;color:${INK};border-bottom:3px solid ${brand.colors.pitch}">${sender}</td></tr>
<tr><td style="padding:28px 8px 12px">
${body.filter(Boolean).join("\n")}
</td></tr>
<tr><td style="padding:16px 8px 0;border-top:1px solid #d9d5cb">
<p style="${SMALL}">${lines(why)}</p>
<p style="${SMALL}">${brand.name} · ${escapeHtml(brand.tagline)}</p>
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function factsTable(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" valign="top" width="34%" style="padding:8px 16px 8px 0;font-size:15px;font-weight:400;color:#55606a;border-bottom:1px solid #e7e3d9">${escapeHtml(label)}</th><td valign="top" style="padding:8px 0;word-break:break-word;overflow-wrap:anywhere;font-size:17px;font-weight:600;color:${INK};border-bottom:1px solid #e7e3d9">${lines(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 20px;border-top:1px solid #e7e3d9">${rows.join("")}</table>`;
}

function buttonWithLink({ label, href }: { label: string; href: string }): string {
  const link = escapeHtml(href);
  return `<p style="margin:24px 0 16px"><a href="${link}" style="display:inline-block;padding:14px 24px;background:${brand.colors.pitch};border-radius:10px;font-size:17px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="${SMALL};margin-bottom:20px">Or copy this address into your browser:<br><a href="${link}" style="color:${brand.colors.pitch};word-break:break-all">${link}</a></p>`;
}

function asText({ club, heading, paragraphs, facts = [], button, after = [], why }: Letter): string {
  return `${[
    club ? `${club} via ${brand.name}` : brand.name,
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    button ? `${button.label}:\n${button.href}` : "",
    ...after,
    `-- \n${why}\n${brand.name} · ${brand.tagline}`,
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
}

const lines = (words: string) => escapeHtml(words).replaceAll("\n", "<br>");

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (words: string) => words.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
