import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  editedWords,
  ownNames,
  ownWords,
  typedWords,
  type WordField,
  wordsOfForm,
  wordsProblems,
} from "#app/mail/email-words.ts";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { kindOf, renderTemplate, templates } from "#app/mail/templates.ts";

// docs/decisions/020-words-of-emails.md, product/emails.md#words-of-emails

const kind = kindOf("verification-decided");
if (!kind) throw new Error("There is no such email");
const approved = ownWords(kind, "approved");
const problemsWith = (change: Partial<EmailWords>) =>
  wordsProblems(kind, "approved", { ...approved, ...change });
const sample = { ...templates["verification-decided"].sample, outcome: "approved" as const };
const inUse = (words: EmailWords) =>
  editedWords([{ id: "w1", template: "verification-decided", variant: "approved", words }]);

describe.each(Object.keys(templates))("the words of %s", (name) => {
  const each = kindOf(name);
  if (!each) throw new Error("There is no such email");
  for (const [variant, words] of Object.entries(each.words)) {
    test(`the words may stay as they are, and survive the form (${variant})`, () => {
      expect(wordsProblems(each, variant, words)).toEqual({});
      expect(wordsOfForm(typedWords(words), words)).toEqual(words);
    });
  }
});

test("words in use replace those in code, with the same variables and blocks", () => {
  const words = {
    ...approved,
    subject: "All good, {club}",
    body: ["Well done, {contactName}.", ...approved.body.slice(1)],
  };
  expect(problemsWith(words)).toEqual({});
  const email = renderTemplate("verification-decided", sample, { edited: inUse(words) });
  expect(email.subject).toBe("All good, Lakeside Futbol Club");
  expect(email.text).toContain("Well done, Ada Admin.");
  expect(email.html).toContain("See the Verification");
  expect(email.unusable).toBeUndefined();
});

test("another variant, and another email, keep their own words", () => {
  const words = inUse({ ...approved, subject: "Changed" });
  expect(
    renderTemplate("verification-decided", { ...sample, outcome: "rejected" }, { edited: words }).subject,
  ).toContain("We need other documents");
  expect(renderTemplate("welcome", templates.welcome.sample, { edited: words })).toEqual(
    renderTemplate("welcome", templates.welcome.sample),
  );
});

test("unusable words give way to those in code, with the reason", () => {
  for (const words of [
    { ...approved, body: ["{nobody}", ...approved.body] },
    { ...approved, body: ["No button"] },
    { ...approved, subject: "" },
  ]) {
    const { unusable, ...email } = renderTemplate("verification-decided", sample, { edited: inUse(words) });
    expect(email).toEqual(renderTemplate("verification-decided", sample));
    expect(unusable).toEqual({ id: "w1", why: expect.stringMatching(/nobody|Leave \[button\]|subject/) });
  }
});

test.each<[string, Partial<EmailWords>, WordField, RegExp]>([
  ["an unknown variable", { heading: "For {clubb}" }, "heading", /\{clubb\} is not one of the variables/],
  [
    "a variable of JavaScript's own objects",
    { heading: "{constructor} {__proto__}" },
    "heading",
    /constructor/,
  ],
  ["a brace without a variable", { why: "You know {brand" }, "why", /Braces/],
  ["two braces", { why: "You know {{brand}}" }, "why", /Braces/],
  ["markup", { heading: "<b>Good</b>" }, "heading", /plain text/],
  ["a foreign link", { why: "See https://example.org/pay" }, "why", /reads like an address/],
  ["an address without a scheme", { why: "See example.org" }, "why", /reads like an address/],
  ["an address out of a variable", { why: "See {club}.com" }, "why", /reads like an address/],
  ["another script's full stop", { subject: "Visit evil\u3002com" }, "subject", /reads like an address/],
  ["a full-width one", { why: "See www\uFF0Eevil\uFF0Ecom" }, "why", /reads like an address/],
  ["a half-width one", { why: "See evil\uFF61com" }, "why", /reads like an address/],
  ["a leader of one dot", { why: "See evil\u2024com" }, "why", /reads like an address/],
  ["a dot in brackets", { why: "See evil(.)com" }, "why", /reads like an address/],
  ["backslashes", { why: "See HTTPS:\\\\evil" }, "why", /reads like an address/],
  ["a telephone link", { why: "Call tel:+1900" }, "why", /reads like an address/],
  ["letters of full width", { why: "See \uFF45vil.com" }, "why", /reads like an address/],
  ["what turns the text around it", { why: "\u202Eabc" }, "why", /invisible characters/],
  ["a foreign email", { why: "Write to us at someone@else" }, "why", /reads like an address/],
  ["a subject with what only the text may show", { subject: "Note: {notes}" }, "subject", /\{notes\}/],
  ["no subject", { subject: " " }, "subject", /Enter a subject/],
  ["a lost button", { body: ["Hello"] }, "body", /Leave \[button\]/],
  ["a button twice", { body: [...approved.body, "[button]"] }, "body", /only once/],
  ["an unknown part", { body: [...approved.body, "[games]"] }, "body", /no part \[games\]/],
  [
    "a part within a sentence",
    { body: [...approved.body, "See [button] now"] },
    "body",
    /paragraph of its own/,
  ],
  ["a button without a label", { button: "" }, "button", /what the button says/],
])("%s is refused at its field", (_, change, field, problem) => {
  expect(problemsWith(change)[field]).toMatch(problem);
  expect(Object.keys(problemsWith(change))).toEqual([field]);
});

test("rows of facts and sentences of parts keep their names", () => {
  const submitted = kindOf("verification-submitted");
  const reminder = kindOf("weekly-report");
  if (!submitted || !reminder) throw new Error("There is no such email");
  const own = ownWords(submitted, "only");
  const typed = { ...typedWords(own), facts: "Club: {club}\nHow many\n" };
  expect(wordsProblems(submitted, "only", wordsOfForm(typed, own)).facts).toMatch(/Label: \{variable\}/);
  const week = ownWords(reminder, "only");
  const lost = wordsOfForm({ ...typedWords(week), phrases: "next: More" }, week);
  expect(wordsProblems(reminder, "only", lost).phrases).toMatch(/Leave the line that begins with/);
  const strange = wordsOfForm(
    { ...typedWords(week), phrases: `${typedWords(week).phrases}\nown: Mine` },
    week,
  );
  expect(wordsProblems(reminder, "only", strange).phrases).toMatch(/called ‘own’/);
});

test("an email carries no typed markup, link or address, only its own", () => {
  const links = (html: string) => [...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, to]) => to).sort();
  const own = links(renderTemplate("verification-decided", sample).html);
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "{club}",
      "{notes}",
      "{__proto__}",
      "<script>",
      '"><a href="//evil.example">',
      "evil.example",
    ),
    fc.constantFrom("http://", "javascript:", "[button]", "[facts]", "\n", "@", "}{", "&lt;"),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, text, text, (subject, body, why) => {
      const typed = {
        ...typedWords(approved),
        subject,
        body: `${body}\n\n${typedWords(approved).body}`,
        why,
      };
      const words = wordsOfForm(typed, approved);
      const email = renderTemplate("verification-decided", sample, { edited: inUse(words) });
      expect(links(email.html)).toEqual(own);
      expect(email.html).not.toMatch(/<script|evil\.example/);
    }),
    { numRuns: 300 },
  );
});

describe("the names that words were typed with elsewhere", () => {
  const NAMES: Partial<Record<keyof typeof templates, string>> = {
    welcome:
      "clubName contactName clubCode packageType loginUrl verificationDeadline verificationLink tierName tierPrice dashboardLink helpLink videoLink contactEmail state selectedTier estimatedPlayers playerCount",
    "verification-reminder":
      "clubName contactName clubCode packageType verificationDeadline verificationLink playerCount tierName tierPrice contactEmail",
    "verification-decided":
      "clubName contactName playerCount tierName tierPrice billingAdjustmentNote dashboardLink helpLink verificationLink",
    "verification-received":
      "clubName submittedDate documentCount documentList verificationLink dashboardLink",
    "verification-submitted":
      "clubName contactName contactEmail state selectedTier estimatedPlayers submittedDate documentCount documentList adminLink priority",
  };

  test.each(Object.entries(NAMES))("all aliases have a variable in %s", (name, names) => {
    const kind = kindOf(name);
    if (!kind) throw new Error("There is no such email");
    const variant = kind.variant(kind.sample);
    const own = kind.words[variant] as EmailWords;
    const typed = names.split(" ").map((one) => `${one}: {${one}}`);
    const words = ownNames(kind, variant, { ...own, body: [...own.body, ...typed] });
    expect(wordsProblems(kind, variant, words)).toEqual({});
    const edited = editedWords([{ id: "w1", template: name, variant, words }]);
    const site = "https://app.goodside.example";
    const { text, unusable } = renderTemplate(name, kind.sample, { edited, site });
    expect(unusable).toBeUndefined();
    const said = names.split(" ").map((one) => new RegExp(`^${one}: (.+)$`, "m").exec(text)?.[1] ?? "");
    // An adjustment has a note; an optional one may be empty.
    expect(said.filter((value) => value === "" || /[{}]|undefined/.test(value))).toEqual([]);
    if (names.includes("helpLink")) expect(text).toContain(`helpLink: ${site}/help`);
  });

  test("an unknown variable is empty in an email that was queued before it existed", () => {
    const { facts: _, ...club } = templates.welcome.sample.club;
    const own = templates.welcome.words.only as EmailWords;
    const words = { ...own, body: [...own.body, "State: {state?}"] };
    const edited = editedWords([{ id: "w1", template: "welcome", variant: "only", words }]);
    const email = renderTemplate("welcome", { ...templates.welcome.sample, club }, { edited });
    expect(email.unusable).toBeUndefined();
    expect(email.text).not.toContain("State:");
  });
});

describe("the days of a reminder", () => {
  const reminder = kindOf("verification-reminder");
  const own = templates["verification-reminder"].words.only as EmailWords;
  const read = (typed: string) => wordsOfForm({ ...typedWords(own), days: typed }, own);
  const problem = (typed: string) => reminder && wordsProblems(reminder, "only", read(typed)).days;

  test("the days of a reminder are typed as people write them, and sorted", () => {
    expect(read("1, 3 and 7; 14, 14").days).toEqual([14, 7, 3, 1]);
    expect(problem("14, 7, 3, 1")).toBeUndefined();
  });

  test.each([
    ["", "Leave 7, 3, and 1: every club was promised these"],
    ["14, 7, 1", "Leave 7, 3, and 1: every club was promised these"],
    ["7, 3, 1, 30", "Write whole days from 1 to 29, with commas between"],
    ["7, 3, 1, 0", "Write whole days from 1 to 29, with commas between"],
    ["7, 3, 1, 2.5", "Write whole days from 1 to 29, with commas between"],
    ["7, 3, 1, a week", "Write whole days from 1 to 29, with commas between"],
    ["1 2 3 4 5 6 7 8 9", "At most 8 reminders"],
  ])("‘%s’: %s", (typed, why) => {
    expect(problem(typed)).toBe(why);
  });

  test("an email without a reminder has no field for days", () => {
    expect(wordsOfForm({ ...typedWords(approved), days: "5" }, approved)).toEqual(approved);
  });
});
