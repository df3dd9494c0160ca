import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Buttons, CopyButton, SubmitButton } from "#app/ui/buttons.tsx";

test("a copy button is hidden until the script enables it", () => {
  expect(renderToStaticMarkup(<CopyButton text="x">Copy link</CopyButton>)).toMatch(/<button[^>]* hidden=""/);
});

test("adjacent buttons have a space between them for text browsers", () => {
  const html = renderToStaticMarkup(
    <Buttons>
      <SubmitButton>Save</SubmitButton>
      <a href="/teams">Cancel</a>
    </Buttons>,
  );
  expect(html).toContain("</button> <a");
});
