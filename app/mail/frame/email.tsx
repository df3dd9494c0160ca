import {
  type CSSProperties,
  createContext,
  Fragment,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { brand } from "#app/config/brand.ts";
import { darkAccent, type Hex } from "#app/domain/values/club-colors.ts";
import { linkParts } from "#app/domain/values/link-parts.ts";
import { initialsOf } from "#app/domain/values/names.ts";
import { memoize } from "#app/runtime/memoize.ts";
import type { Drawing } from "./slots.ts";
import { HARD_SPACE, textPart } from "./text-part.ts";

/** A rendered email. */
export interface Email extends Drawing {
  subject: string;
}

/** Addresses of the unsubscribe lines at an email's foot. */
export interface StopLinks {
  url: string;
  preferencesUrl?: string;
}

/** Draws an email's markup as HTML and derives the plain text part from it, so that both say the same. */
export function drawEmail(markup: ReactElement): Drawing {
  const html = `<!doctype html>${renderToStaticMarkup(markup)}\n`;
  return { html, text: textPart(html) };
}

/** The club that an email comes from. */
export interface EmailClub {
  name: string;
  /** Its accent as #rrggbb; null for Goodside's green. */
  color: string | null;
  /** Postal address in one line, for emails to many; empty if it has none. */
  address?: string;
  /** Initials on its crest, if they are not those of the name. */
  initials?: string;
}

/** The words that the frame itself adds to an email. */
export interface FrameWords {
  htmlLang: string;
  stop: string;
  noButton: string;
  tagline: string;
}

const english: FrameWords = {
  htmlLang: "en",
  stop: "Stop these emails",
  noButton: "The button does not work? Use this link",
  tagline: brand.tagline,
};
const Words = createContext(english);

const { ink, paper, pitch, night } = brand.colors;
/** The color of the email's lines, buttons and links. */
const Accent = createContext<string>(pitch);
const muted = "#55606a";
const hairline = "1px solid #e7e3d9";
const body: CSSProperties = { margin: "0 0 16px", fontSize: 17, lineHeight: 1.5, color: ink };
const small: CSSProperties = { margin: "0 0 8px", fontSize: 14, lineHeight: 1.5, color: muted };
const crest: CSSProperties = {
  display: "block",
  width: 36,
  padding: "8px 0 12px",
  borderRadius: "6px 6px 18px 18px",
  fontSize: 15,
  fontWeight: 700,
  lineHeight: "20px",
  textAlign: "center",
  color: "#ffffff",
};
/** Colors of the dark theme; the same as in tokens.css. */
const dark = { ink: "#e8ede9", muted: "#a9b5ae", line: "#2b3831" };
/** Keeps mail programs from showing the email's first lines after a short preheader. */
const PREHEADER_END = `${HARD_SPACE}\u200c`.repeat(90);
const fonts = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Frames every email: one column of 600 px, the sender's name first, the reason for it last. No images. */
export function EmailLayout(props: {
  /** The club that the email comes from; without it, Goodside itself. */
  club?: EmailClub;
  heading: string;
  /** Preview line after the subject in mailboxes: the main point, without repeating the subject. */
  preheader: string;
  /** Reason why the reader gets this email, and how to stop it. */
  why: string;
  /** The frame's own words, if the email is not in English. */
  words?: FrameWords;
  stop?: StopLinks;
  children: ReactNode;
}) {
  const words = props.words ?? english;
  const accent = accentOf(props.club);
  return (
    <html lang={words.htmlLang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{props.heading}</title>
        <style>{darkStyle(accent)}</style>
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: paper, fontFamily: fonts }}>
        <div
          className="html-only"
          style={{ display: "none", maxHeight: 0, overflow: "hidden", fontSize: 1, color: paper }}
        >
          {props.preheader}
          {PREHEADER_END}
        </div>
        <Table width="100%">
          <td align="center" style={{ padding: "24px 12px" }}>
            <Table width="600" style={{ width: "100%", maxWidth: 600 }}>
              <td
                className="sender ink rule"
                style={{
                  padding: "0 8px 16px",
                  fontSize: 16,
                  color: ink,
                  borderBottom: `3px solid ${accent}`,
                }}
              >
                {props.club ? (
                  <ClubSender {...props.club} accent={accent} />
                ) : (
                  <strong className="ink" style={{ fontSize: 18 }}>
                    {brand.name}
                  </strong>
                )}
              </td>
              <td style={{ padding: "28px 8px 12px" }}>
                <h1
                  className="ink"
                  style={{
                    margin: "0 0 16px",
                    fontSize: 24,
                    lineHeight: 1.25,
                    fontWeight: 650,
                    color: ink,
                  }}
                >
                  {props.heading}
                </h1>
                <Accent.Provider value={accent}>
                  <Words.Provider value={words}>{props.children}</Words.Provider>
                </Accent.Provider>
              </td>
              <td className="footer line" style={{ padding: "16px 8px 0", borderTop: "1px solid #d9d5cb" }}>
                <p className="footnote muted" style={small}>
                  {lines(props.why)}
                </p>
                {props.stop && <StopLines {...props.stop} label={words.stop} />}
                {props.club?.address && (
                  <p
                    className="footnote muted"
                    style={small}
                  >{`${props.club.name}, ${props.club.address}`}</p>
                )}
                <p className="footnote muted" style={small}>
                  {brand.name} · {words.tagline}
                </p>
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  );
}

const accentOf = (club: EmailClub | undefined): Hex =>
  club?.color && /^#[0-9a-f]{6}$/i.test(club.color) ? (club.color as Hex) : pitch;

/** Colors of mail programs in a dark theme; the inline ones apply elsewhere, and where styles are dropped. */
const darkStyle = memoize((accent: string): string => {
  const { pitch: light, onPitch } = darkAccent(accent as Hex);
  const rules = [
    ["paper", `background:${night}`],
    ["ink", `color:${dark.ink}`],
    ["muted", `color:${dark.muted}`],
    ["line", `border-color:${dark.line}`],
    ["rule", `border-color:${light}`],
    ["accent", `color:${light}`],
    ["fill", `background:${light}`],
    ["fill", `color:${onPitch}`],
  ].map(([name, value]) => `.${name}{${value}!important}`);
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join("")}}`;
});

/** Links a page with a button: a link in an email changes nothing when it is opened, because scanners open links. */
function StopLines({ url, preferencesUrl, label }: StopLinks & { label: string }) {
  const link: CSSProperties = { color: muted };
  return (
    <>
      <p className="footnote muted" style={small}>
        <a className="line-link muted" href={url} style={link}>
          {label}
        </a>
      </p>
      {preferencesUrl && (
        <p className="footnote muted" style={small}>
          <a className="line-link muted" href={preferencesUrl} style={link}>
            Choose which emails you get
          </a>
        </p>
      )}
    </>
  );
}

/**
 * Shows the club's crest and name. The crest is text on a colored ground, because mail programs block images by
 * default.
 */
function ClubSender({ name, initials, accent }: EmailClub & { accent: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td className="html-only" aria-hidden="true" style={{ paddingRight: 12 }}>
            <span className="fill" style={{ ...crest, background: accent }}>
              {initials ?? initialsOf(name)}
            </span>
          </td>
          <td className="ink" style={{ fontSize: 18, lineHeight: 1.25, color: ink }}>
            <strong>{name}</strong>{" "}
            <span className="muted" style={{ fontSize: 14, color: muted }}>
              via {brand.name}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Lays out cells as rows of a table, as mail clients need it. */
function Table(props: { width: string; style?: CSSProperties; children: ReactNode }) {
  const cells = Array.isArray(props.children) ? props.children : [props.children];
  return (
    <table
      role="presentation"
      width={props.width}
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={props.style}
    >
      <tbody>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an email are rendered once and never reordered
          <tr key={index}>{cell}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** Draws a paragraph and keeps its line breaks. */
export function Paragraph({ children }: { children: string }) {
  return (
    <p className="ink" style={body}>
      {lines(children)}
    </p>
  );
}

/** Lists labelled values, such as the team, the role and the day on which a link expires. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  const row: CSSProperties = { borderBottom: hairline };
  return (
    <table
      className="facts line"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ width: "100%", margin: "0 0 20px", borderTop: hairline }}
    >
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={`${label} ${value}`} className="fact">
            <th
              className="label line muted"
              scope="row"
              align="left"
              style={{
                ...row,
                width: "34%",
                padding: "8px 16px 8px 0",
                verticalAlign: "top",
                fontSize: 15,
                fontWeight: 400,
                color: muted,
              }}
            >
              {label}
            </th>
            <td
              className="line ink"
              valign="top"
              style={{
                ...row,
                padding: "8px 0",
                wordBreak: "break-word",
                overflowWrap: "anywhere",
                fontSize: 16,
                fontWeight: 600,
                color: ink,
              }}
            >
              {lines(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SectionHeading = ({ children }: { children: string }) => (
  <h2
    className="ink"
    style={{ margin: "20px 0 4px", fontSize: 18, lineHeight: 1.3, fontWeight: 650, color: ink }}
  >
    {children}
  </h2>
);

export function EmailSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <SectionHeading>{heading}</SectionHeading>
      {children}
    </>
  );
}

/** Draws a typed paragraph: its http and https addresses become links, everything else is text. */
export function LinkedParagraph({ children }: { children: string }) {
  const accent = useContext(Accent);
  return (
    <p className="ink" style={{ ...body, overflowWrap: "anywhere" }}>
      {linkParts(children).map(({ text, href }, index) =>
        href === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
          <Fragment key={index}>{lines(text)}</Fragment>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
          <a key={index} className="typed accent" href={href} style={{ color: accent }}>
            {text}
          </a>
        ),
      )}
    </p>
  );
}

/** Draws a link on its own line, in its own language; the text part has its address after a colon. */
export function EmailLink({ href, lang, children }: { href: string; lang: string; children: string }) {
  const accent = useContext(Accent);
  return (
    <p style={body}>
      <a className="line-link accent" href={href} lang={lang} hrefLang={lang} style={{ color: accent }}>
        {children}
      </a>
    </p>
  );
}

/** Draws a heading with linked lines. */
export function EmailList(props: { heading: string; lines: readonly { text: string; link: string }[] }) {
  const accent = useContext(Accent);
  return (
    <>
      <SectionHeading>{props.heading}</SectionHeading>
      {props.lines.map(({ text, link }) => (
        <p
          key={`${text} ${link}`}
          className="line"
          style={{ ...body, margin: 0, padding: "8px 0", borderBottom: hairline }}
        >
          <a className="entry accent" href={link} style={{ color: accent }}>
            {text}
          </a>
        </p>
      ))}
    </>
  );
}

/** Draws a scale of linked numbers; the text part has a line for each. */
export function EmailScale(props: { steps: readonly { score: number; label: string; href: string }[] }) {
  const accent = useContext(Accent);
  return (
    <>
      {props.steps.map(({ score, label, href }) => (
        <p key={score} style={{ margin: "0 0 8px" }}>
          <a
            className="line-link accent line"
            href={href}
            style={{
              display: "block",
              padding: "10px 16px",
              border: "1px solid #d9d5cb",
              borderRadius: 10,
              fontSize: 17,
              color: accent,
              textDecoration: "none",
            }}
          >
            {label}
          </a>
        </p>
      ))}
    </>
  );
}

export const isWebAddress = (href: string): boolean => /^https?:\/\/[^\s]+$/.test(href);

/**
 * Draws the email's only button, and the same link in words. The text part has the address.
 * @throws Error unless the address is http or https.
 */
export function EmailButton({ href, children }: { href: string; children: string }) {
  const accent = useContext(Accent);
  const words = useContext(Words);
  if (!isWebAddress(href)) throw new Error("An email's button must lead to an http or https address");
  return (
    <>
      <p style={{ margin: "24px 0 16px" }}>
        <a
          className="button fill"
          href={href}
          style={{
            display: "inline-block",
            padding: "14px 24px",
            background: accent,
            borderRadius: 10,
            fontSize: 17,
            fontWeight: 600,
            color: "#ffffff",
            textDecoration: "none",
          }}
        >
          {children}
        </a>
      </p>
      <p className="html-only muted" style={{ ...small, marginBottom: 20 }}>
        <a className="muted" href={href} style={{ color: muted }}>
          {words.noButton}
        </a>
      </p>
    </>
  );
}

/** Converts line breaks to `<br>` and keeps repeated spaces. */
function lines(text: string): ReactNode[] {
  return text
    .replace(/ (?= )/g, HARD_SPACE)
    .split("\n")
    .flatMap((line, index) => (index === 0 ? [line] : [<br key={line} />, line]));
}
