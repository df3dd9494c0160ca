import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { FormReply } from "#app/forms/reply.ts";
import {
  CheckboxField,
  CheckboxGroup,
  FileField,
  RadioField,
  SelectField,
  TextArea,
  TextField,
} from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";

vi.mock("@remix-run/react", async (original) => ({
  ...(await original<typeof import("@remix-run/react")>()),
  useLocation: () => ({ pathname: "//elsewhere.example/", search: "?tab=users" }),
}));

const states = [
  { value: "TX", label: "Texas" },
  { value: "CA", label: "California" },
];

function refused(values: FormReply["values"], errors: FormReply["errors"]) {
  return renderToStaticMarkup(
    <PostForm reply={{ values, errors }}>
      <TextField name="club" label="Club name" hint="As parents know it" required />
      <TextField name="password" label="Password" type="password" required />
      <TextArea name="more" label="Additional information" />
      <SelectField name="state" label="State" choices={states} empty="Choose" required />
      <RadioField name="side" label="Side" choices={states} required />
      <CheckboxGroup name="tags" label="Tags" choices={states} />
      <CheckboxField name="terms" label="I agree" required />
      <FileField name="file" label="File" required />
    </PostForm>,
  );
}

test("a form names its address's query, which w3m leaves out otherwise, and never the path", () => {
  expect(refused({}, {})).toMatch(/<form [^>]*action="\?tab=users"/);
});

test("a refused form lists its errors at the top, with a link to each field", () => {
  const html = refused({}, { club: "Enter the club's name", terms: "Accept the terms", "": "Try again" });
  expect(html).toContain("There is a problem");
  expect(html).toContain('<a href="#field-club">Enter the club&#x27;s name</a>');
  expect(html).toContain('<a href="#field-terms">Accept the terms</a>');
  expect(html).toContain("<li>Try again</li>");
  // It takes the focus and is announced first.
  expect(html).toMatch(/<div class="error-summary" role="alert" tabindex="-1" autofocus="">/i);
});

test("every link of the error summary leads to an element of the form", () => {
  const names = ["club", "password", "more", "state", "side", "tags", "terms", "file"];
  const html = refused({}, Object.fromEntries(names.map((name) => [name, `${name} is missing`])));
  for (const name of names) {
    expect(html).toContain(`href="#field-${name}"`);
    expect(html).toContain(`id="field-${name}"`);
  }
});

test("an invalid field is marked and described by its hint and error", () => {
  const html = refused({}, { club: "Enter the club's name" });
  expect(html).toMatch(/<input[^>]*id="field-club"[^>]*aria-describedby="field-club-hint field-club-error"/);
  expect(html).toMatch(/<input[^>]*id="field-club"[^>]*aria-invalid="true"/);
  expect(html).toContain('id="field-club-hint"');
  expect(html).toContain('id="field-club-error"');
});

test("choices under one legend share the description of their error", () => {
  const html = refused({}, { side: "Choose a side", tags: "Tick one" });
  for (const name of ["side", "tags"]) {
    expect(html).toMatch(
      new RegExp(`<fieldset[^>]*id="field-${name}"[^>]*aria-describedby="field-${name}-error"`),
    );
  }
});

test("a valid field is neither marked invalid nor described by an error", () => {
  const html = renderToStaticMarkup(<TextField name="club" label="Club name" />);
  expect(html).not.toContain("aria-invalid");
  expect(html).not.toContain("aria-describedby");
  expect(html).toContain(
    '<label for="field-club">Club name<span class="optional"> (optional)</span></label>',
  );
});

test("typed values are kept and escaped; passwords are not kept", () => {
  const html = refused(
    {
      club: `"><script>alert(1)</script>`,
      password: "Sideline-2026",
      more: "</textarea><b>",
      state: "CA",
      side: "TX",
      tags: ["CA"],
      terms: "on",
    },
    { password: "Too weak" },
  );
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<b>");
  expect(html).not.toContain("Sideline-2026");
  expect(html).toContain("&quot;&gt;&lt;script&gt;");
  expect(html).toContain('<option value="CA" selected="">');
  expect(html).toMatch(/type="radio" name="side"[^>]*checked=""[^>]*value="TX"|value="TX"[^>]*checked=""/);
  expect(html.match(/checked=""/g)).toHaveLength(3);
});

test("a form posts and turns browser validation off", () => {
  const html = renderToStaticMarkup(
    <PostForm reply={undefined} confirm="Delete the Hawks?">
      x
    </PostForm>,
  );
  expect(html).toMatch(/^<form method="post"[^>]*noValidate=""/i);
  expect(html).toContain('data-confirm="Delete the Hawks?"');
});

test("a score card shows its score as word, shape and number", () => {
  const choices = [{ value: "0", label: "Major Incident", score: 0 as const }];
  const html = renderToStaticMarkup(<RadioField name="score" label="Score" choices={choices} card />);
  expect(html).toContain("Major Incident");
  expect(html).toContain('class="mark-0"');
  expect(html).toMatch(/score-number[^>]*>0</);
});
