/**
 * Draws an email once, with slots for the differences between readers, and then fills it in: drawing and making the
 * text part takes eight times as long.
 */

/** Values that an email is drawn with: texts, or slots that are filled later. */
export interface Slots {
  /** Returns the text itself if drawing would change more of it than its markup: line breaks, spaces at an end. */
  text(name: string, value: string): string;
  /** Returns an address, which has to look like one while the email is drawn. */
  address(name: string, value: string): string;
  /** An email of one of these texts with each slot filled in. */
  fill(drawing: Drawing): Drawing;
}

export interface Drawing {
  html: string;
  text: string;
}

/** Private-use characters, which nobody types and no font has. */
const [OPEN, CLOSE, OPEN_ADDRESS] = ["\ue000", "\ue001", "\ue002"];
const SLOT = new RegExp(`(?:${OPEN}|https://${OPEN_ADDRESS})([\\w-]+)${CLOSE}`, "g");
/** Words with single spaces between them. */
const PLAIN = /^[^\s\u200b\ue000-\ue002]+(?: [^\s\u200b\ue000-\ue002]+)*$/;

export function slotsOfEmail(): Slots {
  const values = new Map<string, string>();
  const slot = (name: string, value: string, asSlot: string): string => {
    if (!PLAIN.test(value)) return value;
    values.set(name, value);
    return asSlot;
  };
  const fill = (drawn: string, asWritten: (value: string) => string) =>
    drawn.replace(SLOT, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : asWritten(value);
    });
  return {
    text: (name, value) => slot(name, value, `${OPEN}${name}${CLOSE}`),
    address: (name, value) =>
      slot(`address-${name}`, value, `https://${OPEN_ADDRESS}address-${name}${CLOSE}`),
    fill: ({ html, text }) => ({ html: fill(html, asMarkup), text: fill(text, (value) => value) }),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
/** Escapes a text as React does. */
const asMarkup = (value: string): string => value.replace(/[&<>"']/g, (typed) => ENTITIES[typed] as string);

/** Enough for some notices in a hundred colors; 20 kB a drawing. */
const MOST_DRAWINGS = 500;

/** Recently used drawings, the latest last. */
const drawings = new Map<string, { of: string; drawing: Drawing }>();

/**
 * Caches one drawing per key.
 * @param key names the email's kind
 * @param of everything that the drawing depends on
 */
export function drawnOnce(key: string, of: string, draw: () => Drawing): Drawing {
  const known = drawings.get(key);
  const drawn = known?.of === of ? known : { of, drawing: draw() };
  drawings.delete(key);
  drawings.set(key, drawn);
  if (drawings.size > MOST_DRAWINGS) drawings.delete(drawings.keys().next().value as string);
  return drawn.drawing;
}
