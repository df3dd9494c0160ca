import { expect, test } from "vitest";
import { contrast, type Hex } from "#app/domain/values/club-colors.ts";
import { drawEmail, EmailButton, EmailLayout, Facts, Paragraph } from "#app/mail/frame/email.tsx";

const link = "https://goodside.example/contact?invite=coach&token=abc";
const why = "You get this because Lakeside FC entered your address.";
const invitation = drawEmail(
  <EmailLayout
    club={{ name: "Lakeside FC", color: "#1f4e8c" }}
    heading="You are invited to coach the Hawks"
    preheader="The link works for a week."
    why={why}
  >
    <Paragraph>Ada Admin invites you.</Paragraph>
    <Paragraph>The first game is on Saturday.</Paragraph>
    <Facts facts={[["Team", "Hawks U-12"]]} />
    <EmailButton href={link}>Accept the invitation</EmailButton>
    <Paragraph>The link works for 7 days.</Paragraph>
  </EmailLayout>,
);

test("the HTML and the plain text agree, the club's name first", () => {
  const { html, text } = invitation;
  for (const words of [
    "You are invited to coach the Hawks",
    "Ada Admin invites you.",
    "The first game is on Saturday.",
    "Hawks U-12",
    "The link works for 7 days.",
    why,
  ]) {
    expect(html).toContain(words);
    expect(text).toContain(words);
  }
  expect(text.startsWith("Lakeside FC via Goodside\n\nYou are invited")).toBe(true);
  expect(html.indexOf("Lakeside FC")).toBeLessThan(html.indexOf("<h1"));
});

test("typed text that looks like a style of the markup stays in the plain text", () => {
  const typed = "He wrote <p style=\"color:red\"> on the board, style='bold'.";
  const { text } = drawEmail(
    <EmailLayout heading="On the board" preheader="" why={why}>
      <Paragraph>{typed}</Paragraph>
    </EmailLayout>,
  );
  expect(text).toContain(typed);
});

test("the plain text reads like a letter, with its signature set off", () => {
  expect(invitation.text).toBe(
    [
      "Lakeside FC via Goodside",
      "",
      "You are invited to coach the Hawks",
      "",
      "Ada Admin invites you.",
      "",
      "The first game is on Saturday.",
      "",
      "Team: Hawks U-12",
      "",
      "Accept the invitation:",
      link,
      "",
      "The link works for 7 days.",
      "",
      "-- ",
      why,
      "Goodside · A better sideline, game by game.",
      "",
    ].join("\n"),
  );
});

test("the button's link is below it in words, and as an address in the plain text", () => {
  const { html, text } = invitation;
  const escaped = "https://goodside.example/contact?invite=coach&amp;token=abc";
  expect(html.split(`href="${escaped}"`)).toHaveLength(3);
  expect(html).toContain(">The button does not work? Use this link</a>");
  expect(html).not.toContain(`>${escaped}`);
  expect(text).toContain(`Accept the invitation:\n${link}\n`);
});

test("the club's crest and color are on its own emails only", () => {
  expect(invitation.html).toContain(">LF</span>");
  expect(invitation.html).toContain("background:#1f4e8c");
  expect(invitation.html).not.toContain("#0d6e45");
  const own = drawEmail(
    <EmailLayout heading="Welcome" preheader="Your club is ready." why={why}>
      <EmailButton href={link}>Sign in</EmailButton>
    </EmailLayout>,
  );
  expect(own.html).toContain("background:#0d6e45");
});

test("mailboxes preview the preheader, which neither the reader nor the plain text sees", () => {
  const { html, text } = invitation;
  expect(html).toMatch(
    /<body[^>]*><div class="html-only" style="display:none[^>]*>The link works for a week\./,
  );
  expect(text).not.toContain("The link works for a week.");
});

test("the club's color is lightened in a dark theme until it is legible", () => {
  const dark = invitation.html.match(/@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/)?.[1] ?? "";
  const colorOf = (name: string, property: string) =>
    dark.match(new RegExp(`\\.${name}\\{${property}:(#[0-9a-f]{6})!important`))?.[1] as Hex;
  const ground = colorOf("paper", "background");
  for (const name of ["ink", "muted", "accent"])
    expect(contrast(colorOf(name, "color"), ground), name).toBeGreaterThanOrEqual(4.5);
  expect(contrast(colorOf("fill", "color"), colorOf("fill", "background"))).toBeGreaterThanOrEqual(4.5);
  expect(invitation.html).toContain('<meta name="color-scheme" content="light dark"/>');
});

test("the footer has the club's postal address if it is given", () => {
  const emailOf = (address?: string) =>
    drawEmail(
      <EmailLayout club={{ name: "Lakeside FC", color: null, address }} heading="x" preheader="x" why={why}>
        <Paragraph>x</Paragraph>
      </EmailLayout>,
    ).text;
  expect(emailOf("1 Lake Road, Austin, TX 78701")).toContain(
    `-- \n${why}\nLakeside FC, 1 Lake Road, Austin, TX 78701\nGoodside`,
  );
  expect(emailOf()).toContain(`${why}\nGoodside`);
});

test("repeated spaces stay in both parts", () => {
  const { html, text } = drawEmail(<Paragraph>{"Red    5\nBlue  12"}</Paragraph>);
  expect(text).toContain("Red    5\nBlue  12\n");
  expect(html).toContain("Red\u00a0\u00a0\u00a0 5<br/>Blue\u00a0 12");
});

test("an email loads no image and no stylesheet", () => {
  const { html } = invitation;
  expect(html).not.toMatch(/<img|<link|<script|url\(/);
  expect(html).toContain("max-width:600px");
});

test("typed text cannot become markup", () => {
  const nasty = `<script>alert("x")</script> & O'Hara`;
  const { html, text } = drawEmail(
    <EmailLayout club={{ name: nasty, color: nasty }} heading={nasty} preheader={nasty} why={nasty}>
      <Paragraph>{`${nasty}\nsecond line`}</Paragraph>
      <Facts facts={[[nasty, nasty]]} />
      <EmailButton href={`https://goodside.example/?a="><script>`}>{nasty}</EmailButton>
      <Paragraph>{nasty}</Paragraph>
    </EmailLayout>,
  );
  expect(html).not.toContain("<script");
  expect(html).toContain(
    "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; O&#x27;Hara<br/>second line",
  );
  expect(text).toContain(nasty);
});

test("a button links a web page only", () => {
  for (const href of ["javascript:alert(1)", "/relative", "https://a b", "data:text/html,x"]) {
    expect(() => drawEmail(<EmailButton href={href}>Go</EmailButton>)).toThrow(/http/);
  }
});
