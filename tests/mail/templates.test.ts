import { describe, expect, test } from "vitest";
import { defineEmail, type EmailKind, type EmailWords } from "#app/mail/frame/email-kind.tsx";
import { renderTemplate, type TemplateName, templates } from "#app/mail/templates.ts";

/** Every kind as a function of any variables, to iterate over all. */
const kinds = Object.entries(templates) as unknown as [TemplateName, EmailKind<Record<string, unknown>>][];

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\??\}/g)].map(([, name = ""]) => name);
const blocksIn = ({ body }: EmailWords) => body.flatMap((text) => /^\[(\w+)\]$/.exec(text)?.[1] ?? []);
/** Returns the readable text of an email's HTML, without its entities. */
const readable = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
/** Matches a text of the words, with anything for its variables. */
const pattern = (text: string) =>
  new RegExp(
    text
      .split(/\{\w+\??\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[\\s\\S]*?"),
  );

describe.each(kinds)("the email '%s'", (name, kind) => {
  const rendered = kind.samples.map((sample) => ({ sample, email: renderTemplate(name, sample) }));

  test("the email uses only its own variables and blocks, in every variant", () => {
    const variables = Object.keys(kind.variables(kind.sample));
    for (const words of Object.values(kind.words)) {
      const { body, facts = [], phrases: _, days: __, ...lines } = words;
      const named = [...Object.values(lines), ...body, ...facts.flat()].flatMap(namesIn);
      expect(named.filter((known) => !variables.includes(known))).toEqual([]);
      expect(blocksIn(words).filter((block) => !kind.blocks.includes(block))).toEqual([]);
      expect(blocksIn(words).includes("button")).toBe(words.button !== undefined);
      if (blocksIn(words).includes("facts")) expect(facts).not.toEqual([]);
    }
    const placed = Object.values(kind.words).flatMap(blocksIn);
    expect(kind.blocks.filter((block) => block !== "facts" && !placed.includes(block))).toEqual([]);
  });

  test("the email has samples of every variant and phrase, with a value for every variable", () => {
    const shown = new Set(kind.samples.map(kind.variant));
    expect(Object.keys(kind.words).filter((variant) => !shown.has(variant))).toEqual([]);
    for (const { email } of rendered) {
      for (const part of [email.subject, email.text]) expect(part.trim()).not.toBe("");
      expect(namesIn(`${email.subject} ${email.html} ${email.text}`)).toEqual([]);
      expect(email.subject).not.toContain("\n");
      expect(email.html).not.toMatch(/undefined|\[object|>null</);
    }
    for (const words of Object.values(kind.words))
      for (const phrase of Object.values(words.phrases ?? {}))
        expect(
          rendered.some(({ email }) => pattern(phrase).test(readable(email.html))),
          phrase,
        ).toBe(true);
  });

  test("the email shows links as words, and the text part has their addresses", () => {
    for (const { email } of rendered) {
      const links = [...email.html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)];
      for (const [, address = "", words = ""] of links) {
        // An administrator's text stays as typed.
        if (name !== "announcement") expect(words).not.toMatch(/https?:|www\./);
        expect(email.text).toContain(readable(address));
      }
    }
  });

  test("the email has the same words in both parts", () => {
    for (const { sample, email } of rendered) {
      const words = kind.words[kind.variant(sample)];
      if (!words) throw new Error("no words");
      const said = [words.heading, words.why, ...words.body].filter((text) => !/^\[\w+\]$|\?\}/.test(text));
      for (const text of said) {
        expect(email.text).toMatch(pattern(text));
        expect(readable(email.html)).toMatch(pattern(text));
      }
    }
  });
});

describe("words", () => {
  const words: EmailWords = {
    subject: "{club} writes",
    heading: "Hello {name}",
    preheader: "From {club}",
    body: ["{club} greets {name}.", "Because: {reason?}", "[facts]", "[list]"],
    facts: [
      ["Club", "{club}"],
      ["Reason", "{reason?}"],
    ],
    why: "You know {brand}.",
    phrases: { item: "{name} has {item}" },
  };
  const purpose = { label: "Greeting", sent: "in tests", to: "account" } as const;
  const greeting = defineEmail<{ club: string; name: string; reason: string }>({
    purpose,
    words,
    variables: (props) => props,
    blocks: { list: (_, { say }) => say("item", { item: "a ball" }) },
    sample: { club: "Lakeside", name: "Pat", reason: "it rains" },
  });

  test("words get their variables, and those of every email", () => {
    const { subject, text } = greeting(greeting.sample);
    expect(subject).toBe("Lakeside writes");
    expect(text).toContain("Lakeside greets Pat.\n\nBecause: it rains\n\nClub: Lakeside\nReason: it rains\n");
    expect(text).toContain("Pat has a ball");
    expect(text).toContain("You know Goodside.");
  });

  test("a paragraph or fact is left out if its optional variable is empty", () => {
    const { text } = greeting({ ...greeting.sample, reason: "" });
    expect(text).toContain("Lakeside greets Pat.\n\nClub: Lakeside\n");
    expect(text).not.toMatch(/Because|Reason/);
  });

  test("values are inserted as text, neither as markup nor as words or blocks", () => {
    const { html, text } = greeting({ club: "{name} $&", name: "<b>Pat</b>", reason: "[facts]" });
    expect(html).toContain("{name} $&amp; greets &lt;b&gt;Pat&lt;/b&gt;.");
    expect(text).toContain("{name} $& greets <b>Pat</b>.\n\nBecause: [facts]");
  });

  test("words with an empty required variable, an unknown block or an unknown phrase are not sent", () => {
    expect(() => greeting({ ...greeting.sample, reason: undefined as never })).toThrow(
      "'reason' has no value",
    );
    const wrong = (change: Partial<EmailWords>) =>
      defineEmail({ purpose, words: { ...words, body: ["[list]"], ...change }, sample: {} })({});
    expect(() => wrong({ body: ["[lost]"] })).toThrow("no block 'lost'");
    expect(() =>
      defineEmail<{ club: string }>({
        purpose,
        words,
        variables: ({ club }, say) => ({ club, name: say("lost"), reason: "" }),
        sample: { club: "x" },
      })({ club: "x" }),
    ).toThrow("no phrase 'lost'");
  });
});
