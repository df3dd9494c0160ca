import fc from "fast-check";
import { expect, test } from "vitest";
import { drawEmail, EmailButton, EmailLayout, Facts, Paragraph } from "#app/mail/frame/email.tsx";
import { drawnOnce, type Slots, slotsOfEmail } from "#app/mail/frame/slots.ts";
import { templates } from "#app/mail/templates.ts";

interface Values {
  text: string;
  address: string;
}

/** Draws an email with the same two values wherever words can have them. */
const draw = ({ text, address }: Values) =>
  drawEmail(
    <EmailLayout
      heading={`${text} rated`}
      preheader={`First ${text}`}
      why={text}
      stop={{ url: address, preferencesUrl: "https://goodside.example/notifications" }}
    >
      <Paragraph>{text}</Paragraph>
      <Paragraph>{`Before ${text}, after ${text}.`}</Paragraph>
      <Facts facts={[[text, text]]} />
      <EmailButton href={address}>{text}</EmailButton>
    </EmailLayout>,
  );
const slotted = ({ text, address }: Values, slots: Slots) =>
  draw({ text: slots.text("word", text), address: slots.address("button", address) });

const typed = fc.oneof(
  fc.string({ minLength: 1, unit: "binary" }),
  fc.string({
    minLength: 1,
    unit: fc.constantFrom(
      "a",
      "é",
      "<",
      "&",
      '"',
      "'",
      "$",
      "{",
      "}",
      " ",
      "\n",
      "\u00a0",
      "\u200b",
      "\t",
      "\ue000",
      "\ue001",
    ),
  }),
);

test("a filled-in email equals the one drawn directly, whatever was typed", () => {
  fc.assert(
    fc.property(typed, fc.webUrl({ withQueryParameters: true }), (text, url) => {
      const values = { text, address: `${url}?a="b"&c='d'` };
      const slots = slotsOfEmail();
      expect(slots.fill(slotted(values, slots))).toEqual(draw(values));
    }),
  );
});

test("words are drawn once, however many readers and games they are filled in for", () => {
  const slots = slotsOfEmail();
  const one = slotted({ text: "Hawks", address: "https://goodside.example/1" }, slots);
  expect(
    slotted({ text: "O'Hara & <Sons>", address: "https://goodside.example/2?a&b" }, slotsOfEmail()),
  ).toEqual(one);
});

test("a drawing is cached by its key, and drawn again for other data", () => {
  const drawn: string[] = [];
  const ask = (key: string, of: string) =>
    drawnOnce(key, of, () => {
      drawn.push(`${key} ${of}`);
      return { html: of, text: of };
    }).text;
  expect([ask("own", "first"), ask("own", "first"), ask("own", "second"), ask("own", "first")]).toEqual([
    "first",
    "first",
    "second",
    "first",
  ]);
  expect(drawn).toEqual(["own first", "own second", "own first"]);
});

test("the latest drawings stay cached", () => {
  let drawn = 0;
  const ask = (key: number) =>
    drawnOnce(`many ${key}`, "", () => {
      drawn += 1;
      return { html: "", text: "" };
    });
  for (let key = 0; key < 2_000; key += 1) {
    ask(key);
    ask(0);
  }
  expect(drawn).toBe(2_000);
  ask(1);
  expect(drawn).toBe(2_001);
});

test("an email with its own blocks shows each reader their own text", () => {
  const { sample } = templates.announcement;
  const words = (body: string) => templates.announcement({ ...sample, body }).text;
  expect(words("Bring water.")).toContain("Bring water.");
  expect(words("Bring shade.")).toContain("Bring shade.");
  expect(words("Bring shade.")).not.toContain("Bring water.");
});
