import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sharedBrowser } from "../support/demo.ts";

/** Runs the scripts of signed-in pages and of passwords on fragments of their markup. */
const assets = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const scripts = readdirSync(assets).filter((name) => /^(client|passwords)-.*\.js$/.test(name));

const browser = await sharedBrowser();

/** Serves a page that echoes every post. */
async function enhanced(markup: string): Promise<{ page: Page; posts: string[] }> {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const posts: string[] = [];
  await page.route("http://localhost/**", (route) => {
    const request = route.request();
    const first = request.method() === "GET" && new URL(request.url()).search === "";
    if (!first) posts.push(`${request.method()} ${new URL(request.url()).search}${request.postData() ?? ""}`);
    return route.fulfill({
      contentType: "text/html",
      body: first ? `<!DOCTYPE html><title>t</title>${markup}` : "<!DOCTYPE html><title>t</title><p>sent</p>",
    });
  });
  await page.goto("http://localhost/");
  for (const script of scripts) await page.addScriptTag({ path: `${assets}${script}` });
  return { page, posts };
}

test("a form with a confirmation posts once after Yes and never after Cancel or Escape", async () => {
  const { page, posts } = await enhanced(
    `<form method="post" data-confirm="Delete the Hawks?"><button name="sure" value="yes">Delete Team</button></form>`,
  );
  const ask = () => page.getByRole("button", { name: "Delete Team" }).first().click();
  await ask();
  const dialog = page.getByRole("dialog", { name: "Delete the Hawks?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await ask();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(posts).toEqual([]);
  await ask();
  await dialog.getByRole("button", { name: "Delete Team" }).click();
  await page.getByText("sent").waitFor();
  expect(posts).toEqual(["POST sure=yes"]);
  await page.context().close();
});

test("a copy button appears, copies the field it names, and confirms it", async () => {
  const { page } = await enhanced(
    `<input id="link" readonly value="http://goodside.test/contact?invite=1"><button data-copy="link" hidden>Copy Link</button>`,
  );
  const button = page.getByRole("button");
  expect(await button.textContent()).toBe("Copy Link");
  await button.click();
  await expect.poll(() => button.textContent()).toBe("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "http://goodside.test/contact?invite=1",
  );
  await expect.poll(() => button.textContent(), { timeout: 4000 }).toBe("Copy Link");
  await page.context().close();
});

test("filters apply as soon as they are chosen", async () => {
  const { page, posts } = await enhanced(
    `<form data-autosubmit><select name="state"><option>TX</option><option>CA</option></select></form>`,
  );
  await page.selectOption("select", "CA");
  await page.getByText("sent").waitFor();
  expect(posts).toEqual(["GET ?state=CA"]);
  await page.context().close();
});

test("a shown password is hidden again when the form is sent", async () => {
  const { page, posts } = await enhanced(
    `<form method="post"><label for="p">Password</label><input type="password" id="p" name="p"><button>Go</button></form>`,
  );
  await page.fill("#p", "Sideline-2026");
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await page.getAttribute("#p", "type")).toBe("text");
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("Sideline-2026");
  await page.getByRole("button", { name: "Go" }).click();
  await page.getByText("sent").waitFor();
  expect(posts).toEqual(["POST p=Sideline-2026"]);
  await page.context().close();
});

test("a password's strength is shown while it is typed, and agrees with the rules", async () => {
  const rules = ["At least 8 characters", "One uppercase letter", "One special character"];
  const { page } = await enhanced(
    `<form method="post"><label for="p">Password</label><input type="password" id="p" name="password"><div data-strength="password" data-needs="four"><p>Your last attempt was <strong>Weak</strong></p><ul>${rules.map((rule) => `<li>${rule}</li>`).join("")}</ul></div></form>`,
  );
  const shown = () => page.locator("[data-strength]").textContent();
  await page.fill("#p", "Aa1!");
  expect(await shown()).toContain("Weak: 4 of 5 requirements met, but it needs 8 characters.");
  expect(await shown()).toContain("At least 8 characters – missing");
  // Blanks at the ends are dropped before the password counts.
  await page.fill("#p", "   Aa1!   ");
  expect(await shown()).toContain("Weak");
  await page.fill("#p", "Sideline");
  expect(await shown()).toContain("Fair: 3 of 5 requirements met, the first 4 are needed.");
  expect(await page.locator("meter").getAttribute("aria-label")).toBe("Password strength");
  await page.fill("#p", "Sideline-2026");
  expect(await page.locator("meter").evaluate((meter: HTMLMeterElement) => meter.value)).toBe(5);
  expect(await page.locator("meter").count()).toBe(1);
  expect(await shown()).toContain("Strong: 5 of 5 requirements met, unless it is a common password.");
  expect(await shown()).toContain("One special character – met");
  await page.context().close();
});

test("a form in flight cannot be sent twice and includes its button's value", async () => {
  const { page, posts } = await enhanced(
    `<form method="post"><button name="plan" value="large" data-busy="Submitting...">Submit</button></form>`,
  );
  await page.evaluate(() => {
    const button = document.querySelector("button");
    button?.click();
    button?.click();
  });
  await page.getByText("sent").waitFor();
  expect(posts).toEqual(["POST plan=large"]);
  await page.context().close();
});

test("a file dropped anywhere goes into the file field", async () => {
  const { page } = await enhanced(`<p>Drop here</p><input type="file" class="file">`);
  const name = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["date,opponent"], "games.csv", { type: "text/csv" }));
    document.querySelector("p")?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    return document.querySelector<HTMLInputElement>("input")?.files?.[0]?.name;
  });
  expect(name).toBe("games.csv");
  await page.context().close();
});
