import { expect, test } from "vitest";
import { renderLetter } from "#app/mail/email.ts";

const letter = {
  club: "Lakeside FC",
  heading: "You are invited to coach the Hawks",
  paragraphs: ["Ada Admin invites you.", "The first game is on Saturday."],
  facts: [["Team", "Hawks U-12"]] as [string, string][],
  button: { label: "Accept the invitation", href: "https://goodside.example/contact?invite=coach&token=abc" },
  after: ["The link works for 7 days."],
  why: "You get this because Lakeside FC entered your address.",
};

test("a letter says the same in both parts, the club's name first", () => {
  const { html, text } = renderLetter(letter);
  for (const words of [...letter.paragraphs, letter.heading, "Hawks U-12", ...letter.after, letter.why]) {
    expect(html).toContain(words);
    expect(text).toContain(words);
  }
  expect(text.startsWith("Lakeside FC via Goodside\n")).toBe(true);
  expect(html.indexOf("Lakeside FC")).toBeLessThan(html.indexOf("<h1"));
});

test("the button's address stands in the html as a link and as text, and in the text part unescaped", () => {
  const { html, text } = renderLetter(letter);
  const link = "https://goodside.example/contact?invite=coach&amp;token=abc";
  expect(html.split(`href="${link}"`)).toHaveLength(3);
  expect(html).toContain(`>${link}</a>`);
  expect(text).toContain(`Accept the invitation:\n${letter.button.href}\n`);
});

test("a letter needs no image and no stylesheet from elsewhere", () => {
  const { html } = renderLetter(letter);
  expect(html).not.toMatch(/<img|<link|<script|url\(/);
  expect(html).toContain("max-width:600px");
});

test("what people typed cannot become markup", () => {
  const nasty = `<script>alert("x")</script> & O'Hara`;
  const { html, text } = renderLetter({
    club: nasty,
    heading: nasty,
    paragraphs: [`${nasty}\nsecond line`],
    facts: [[nasty, nasty]],
    button: { label: nasty, href: `https://goodside.example/?a="><script>` },
    after: [nasty],
    why: nasty,
  });
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; O&#39;Hara<br>second line");
  expect(text).toContain(nasty);
});

test("a button that does not lead to a web page is refused", () => {
  for (const href of ["javascript:alert(1)", "/relative", "https://a b", "data:text/html,x"]) {
    expect(() => renderLetter({ ...letter, button: { label: "Go", href } })).toThrow(/http/);
  }
});
