import { Fragment, type ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { initialsOf } from "#app/domain/values/names.ts";
import type { NotificationKind } from "#app/domain/values/notification-kinds.ts";
import {
  drawEmail,
  type Email,
  EmailButton,
  type EmailClub,
  EmailLayout,
  Facts,
  type FrameWords,
  isWebAddress,
  Paragraph,
  type StopLinks,
} from "./email.tsx";
import { drawnOnce, type Slots, slotsOfEmail } from "./slots.ts";

/**
 * Words of an email, as data (docs/decisions/020-words-of-emails.md). `{name}` is a variable. A paragraph or a row of
 * facts with `{name?}` is left out if that variable is empty.
 */
export interface EmailWords {
  subject: string;
  /** Preview line after the subject in mailboxes: the main point, without repeating the subject. */
  preheader: string;
  heading: string;
  /** Paragraphs in order; `[button]`, `[facts]` and the email's own blocks are filled in by code. */
  body: readonly string[];
  /** The rows of `[facts]`. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** The label of `[button]`. */
  button?: string;
  /** Reason why the reader gets this email, and how to stop it. */
  why: string;
  /** Phrases used by the email's blocks. */
  phrases?: Readonly<Record<string, string>>;
  /** For a reminder: days before the deadline on which it is sent, the highest first. */
  days?: readonly number[];
}

/** Groups of readers, in the order of the lists. */
export const emailReaders = {
  parents: "Parents",
  members: "Coaches, managers and administrators",
  account: "Anybody with an account",
  administrators: "The club’s contact and administrators",
  staff: "Goodside’s staff",
} as const;
export type EmailReaders = keyof typeof emailReaders;

/** Purpose of an email, in plain words (product/emails.md#words-of-emails). */
export interface EmailPurpose {
  label: string;
  /** Rest of 'Sent …': when it is sent. */
  sent: string;
  to: EmailReaders;
  /** Switch that stops it; without one it is always sent. */
  preference?: NotificationKind;
}

type Variables = Readonly<Record<string, string | number>>;

/** Fills a phrase of the words with the email's variables and further values. */
type Say = (phrase: string, values?: Variables) => string;

interface Block {
  say: Say;
  /** The words' rows of facts, filled in. */
  facts: readonly (readonly [label: string, value: string])[];
}

interface Frame<Props> {
  purpose: EmailPurpose;
  /** Variables that the words may use; {@link commonVariables} are in every email. */
  variables?: (props: Props, say: Say) => Variables;
  /** Address of `[button]`. */
  link?: (props: Props) => string;
  /** Parts between the words: conditional ones and lists. */
  blocks?: Readonly<Record<string, (props: Props, block: Block) => ReactNode>>;
  /** The club that the email comes from; without it, Goodside itself. */
  club?: (props: Props) => EmailClub;
  /** The frame's own words, if the email is not in English. */
  frameWords?: (props: Props) => FrameWords;
  /** Made-up variables, for its page in the sandbox and for tests. */
  sample: Props;
  /** Differences of further samples from the first: together they show every variant and block. */
  moreSamples?: readonly Partial<Props>[];
}

interface OneWording<Props> extends Frame<Props> {
  words: EmailWords;
  variant?: undefined;
}

interface ManyWordings<Props, Variant extends string> extends Frame<Props> {
  words: Readonly<Record<Variant, EmailWords>>;
  variant: (props: Props) => Variant;
}

/** Layout of an email besides its variables. */
export interface Drawn {
  /** Words that replace those in code; see email-words.ts for their limits. */
  words?: EmailWords;
  /** Stops the email; its foot then leads there, whatever its words. */
  stop?: StopLinks;
  /** The site's address, for words that link to a page, such as `{helpLink}`. */
  site?: string;
}

/** A kind of email: a function of variables that are plain JSON, with the facts known before rendering. */
export interface EmailKind<Props> {
  (props: Props, how?: Drawn): Email;
  purpose: EmailPurpose;
  sample: Props;
  samples: readonly Props[];
  /** Words by variant; `only` for a single one. */
  words: Readonly<Record<string, EmailWords>>;
  variant: (props: Props) => string;
  /** Values of the words' placeholders. */
  variables: (props: Props, site?: string) => Variables;
  /** The blocks that the words may place. */
  blocks: readonly string[];
}

/** Variables of every email. */
const commonVariables: Variables = {
  brand: brand.name,
  supportEmail: brand.mail.support,
  billingEmail: brand.mail.billing,
  supportPhone: brand.phone,
};

/** Pages that an email may link to, by reader. Parents have no account, so they get none. */
const PAGES: Readonly<Record<EmailReaders, Readonly<Record<string, string>>>> = {
  parents: {},
  members: { dashboardLink: "/dashboard", helpLink: "/help", videoLink: "/tour" },
  account: { helpLink: "/help" },
  administrators: {
    dashboardLink: "/dashboard",
    helpLink: "/help",
    videoLink: "/tour",
    verificationLink: "/verification",
  },
  staff: { adminLink: "/admin" },
};

/** Declares a kind of email: its words, the frame around them, and a sample. */
export function defineEmail<Props>(definition: OneWording<Props>): EmailKind<Props>;
export function defineEmail<Props, Variant extends string>(
  definition: ManyWordings<Props, Variant>,
): EmailKind<Props>;
export function defineEmail<Props>(
  definition: OneWording<Props> | ManyWordings<Props, string>,
): EmailKind<Props> {
  const { purpose, sample, moreSamples = [] } = definition;
  const words: EmailKind<Props>["words"] = definition.variant ? definition.words : { only: definition.words };
  const variant = (props: Props) => (definition.variant ? definition.variant(props) : "only");
  const kind = String(++kinds);
  const render = (props: Props, how: Drawn = {}) => {
    const name = variant(props);
    const said = how.words ?? words[name];
    if (!said) throw new Error(`This email has no variant '${name}'`);
    return renderWords(definition, kind, said, props, how);
  };
  return Object.assign(render, {
    purpose,
    sample,
    samples: [sample, ...moreSamples.map((differs) => ({ ...sample, ...differs }))],
    words,
    variant,
    variables: (props: Props, site?: string) => variablesOf(definition, props, () => "", site),
    blocks: ["facts", ...(definition.link ? ["button"] : []), ...Object.keys(definition.blocks ?? {})],
  });
}

/** Number of declared kinds. */
let kinds = 0;

function renderWords<Props>(
  frame: Frame<Props>,
  kind: string,
  words: EmailWords,
  props: Props,
  { stop, site }: Drawn,
): Email {
  const variables = variablesOf(frame, props, sayer(words, commonVariables), site);
  const slots = slotsOfEmail();
  const slotted = (text: string) => fill(text, variables, slots.text);
  const shown = words.body.filter((text) => isShown(text, variables));
  const named = shown.flatMap((text) => blockName(text) ?? []);
  const own = named.filter((name) => frame.blocks?.[name]);
  const link = named.includes("button") && !own.includes("button") ? frame.link?.(props) : undefined;
  const rows = (words.facts ?? []).filter(([, value]) => isShown(value, variables));
  const facts = (filled: (text: string) => string) =>
    rows.map(([label, value]) => [filled(label), filled(value)] as const);
  const parts = {
    layout: {
      club: slottedClub(frame.club?.(props), slots),
      heading: slotted(words.heading),
      preheader: slotted(words.preheader),
      why: slotted(words.why),
      words: frame.frameWords?.(props),
      stop: stop && { ...stop, url: slots.address("stop", stop.url) },
    },
    body: shown.map((text) => (blockName(text) ? text : slotted(text))),
    facts: facts(slotted),
    button: slotted(words.button ?? ""),
    link: link !== undefined && isWebAddress(link) ? slots.address("button", link) : link,
  };
  const block = (name: string): ReactNode => {
    const drawn = frame.blocks?.[name];
    if (drawn)
      return drawn(props, {
        say: sayer(words, variables),
        facts: facts((text) => fill(text, variables)),
      });
    if (name === "facts") return <Facts facts={parts.facts} />;
    if (name === "button" && parts.link !== undefined)
      return <EmailButton href={parts.link}>{parts.button}</EmailButton>;
    throw new Error(`This email has no block '${name}'`);
  };
  const draw = () =>
    drawEmail(
      <EmailLayout {...parts.layout}>
        {parts.body.map((text, index) => {
          const name = blockName(text);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once and never reordered
            <Fragment key={index}>{name ? block(name) : <Paragraph>{text}</Paragraph>}</Fragment>
          );
        })}
      </EmailLayout>,
    );
  // An email's own blocks may differ for every reader or be the same for all: only the last drawing is kept.
  const of = JSON.stringify(own.length > 0 ? [parts, words.phrases, props] : parts);
  const drawing = drawnOnce(own.length > 0 ? kind : `${kind} ${of}`, of, draw);
  return { subject: fill(words.subject, variables), ...slots.fill(drawing) };
}

/** Replaces the club's texts by slots; only its color affects the layout. */
const slottedClub = (club: EmailClub | undefined, slots: Slots): EmailClub | undefined =>
  club && {
    color: club.color,
    name: slots.text("club-name", club.name),
    initials: slots.text("club-initials", initialsOf(club.name)),
    address: slots.text("club-address", club.address ?? ""),
  };

const variablesOf = <Props,>(frame: Frame<Props>, props: Props, say: Say, site = ""): Variables => ({
  ...commonVariables,
  ...Object.fromEntries(Object.entries(PAGES[frame.purpose.to]).map(([name, path]) => [name, site + path])),
  ...frame.variables?.(props, say),
});

const sayer =
  (words: EmailWords, variables: Variables): Say =>
  (phrase, values) => {
    const text = words.phrases?.[phrase];
    if (text === undefined) throw new Error(`This email has no phrase '${phrase}'`);
    return fill(text, { ...variables, ...values });
  };

/** A variable in words, and whether its paragraph is left out if it is empty. */
export const PLACEHOLDER = /\{(\w+)(\??)\}/g;

/**
 * Fills variables once: values are not filled again, because a club may be called '{link}'.
 * @throws Error for a variable without a value, so that nobody is sent 'undefined'
 */
const fill = (
  text: string,
  variables: Variables,
  asShown: (name: string, value: string) => string = (_, value) => value,
): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => {
    if (!Object.hasOwn(variables, name)) return whole;
    const value = variables[name] ?? null;
    if (value === null) throw new Error(`This email's variable '${name}' has no value`);
    return asShown(name, String(value));
  });

const isShown = (text: string, variables: Variables): boolean =>
  [...text.matchAll(PLACEHOLDER)].every(([, name = "", optional]) => !optional || variables[name] !== "");

/** Returns the name of the block that a paragraph stands for. */
export const blockName = (text: string): string | undefined => /^\[(\w+)\]$/.exec(text)?.[1];
