import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_CLUB } from "../../sandbox/demo-people.ts";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

const SPANISH = "rosa.delgado@family.example";
const ENGLISH = ["karen.bell", "mei.tan", "deepa.iyer", "hannah.schultz"].map(
  (name) => `${name}@family.example`,
);

async function signIn(page: Page): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(DEMO_CLUB.code);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_CLUB.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

/** Returns the link of a number in the mail to a parent. */
async function linkTo(email: string, score: number): Promise<string> {
  const { text } = await site.mailTo(email);
  return new RegExp(`http\\S+(/parent/pulse/[\\w-]{43}\\?lang=\\w\\w&score=${score})`).exec(text)?.[1] ?? "";
}

/** Answers on a phone without scripts and cookies: a number of the mail, and then another number. */
async function answerInSpanish(): Promise<void> {
  const phone = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360, dark: true });
  await phone.goto(await linkTo(SPANISH, 2));
  await checkPage(phone);
  expect(await phone.locator("[name=score]:checked").inputValue()).toBe("2");
  await phone.getByRole("button", { name: "Enviar mi respuesta" }).click();
  await phone.getByRole("status").getByText("Puede cambiarla").waitFor();
  await checkPage(phone);
  await phone.getByLabel("4 · Satisfecho").check();
  await phone.getByLabel("¿Quiere añadir algo?").fill("Mucho mejor que antes");
  await phone.getByRole("button", { name: "Cambiar mi respuesta" }).click();
  await phone.getByRole("status").getByText("Puede cambiarla").waitFor();
  expect(await phone.locator("[name=score]:checked").inputValue()).toBe("4");
  await phone.getByRole("link", { name: "No recibir más correos" }).click();
  await phone.getByRole("heading", { name: "Dejar de recibir" }).waitFor();
  await checkPage(phone);
  expect(await phone.context().cookies()).toEqual([]);
  await phone.context().close();
}

async function answerInEnglish(email: string, score: number, isFirst: boolean): Promise<void> {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto((await linkTo(email, score)).replace(`&score=${score}`, ""));
  await page.getByRole("button", { name: "Send my answer" }).click();
  await page.getByRole("alert").getByText("Choose a number from 1 to 5").waitFor();
  if (isFirst) await checkPage(page);
  await page.getByLabel(`${score} · `).check();
  await page.getByRole("button", { name: "Send my answer" }).click();
  await page.getByRole("status").getByText("You can change it").waitFor();
  await page.context().close();
}

test("a club asks, parents answer and change their mind, and the club reads figures after closing", async () => {
  const admin = await newPage(browser, { baseURL: site.url });
  await signIn(admin);
  await admin.goto("/reports/pulse");
  await admin.getByRole("link", { name: "Ask the Parents" }).click();
  await checkPage(admin);
  await admin.getByRole("button", { name: "Preview" }).click();
  await admin.getByRole("heading", { name: /^Ask \d+ parents\?$/ }).waitFor();
  await checkPage(admin);
  await admin.getByRole("button", { name: /^Send to/ }).click();
  await admin.getByRole("status").waitFor();
  await checkPage(admin);
  const pulse = admin.url();
  await answerInSpanish();
  for (const [index, email] of ENGLISH.entries())
    await answerInEnglish(email, index === 0 ? 3 : 5, index === 0);
  await admin.goto(pulse);
  await admin.getByText(/^5 of \d+ parents answered \(\d+%\) so far\.$/).waitFor();
  expect(await admin.getByText("Mucho mejor que antes").count()).toBe(0);
  await admin.getByRole("link", { name: "Close It Now" }).click();
  await checkPage(admin);
  await admin.getByRole("button", { name: "Close It" }).click();
  await admin.getByText("4.4 of 5 on average in 5 answers.").waitFor();
  await admin.getByText("Mucho mejor que antes").waitFor();
  await checkPage(admin);
  const closed = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360 });
  await closed.goto(await linkTo(SPANISH, 5));
  await closed.getByRole("heading", { name: "Esta pregunta está cerrada" }).waitFor();
  await checkPage(closed);
  await closed.context().close();
  await admin.context().close();
}, 180_000);

test("a season's referees are entered, completed and kept with their history on a phone without scripts", async () => {
  const phone = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360 });
  await signIn(phone);
  await phone.goto("/reports/referees");
  await checkPage(phone);
  await phone.getByLabel("Season", { exact: true }).fill("Spring 2019");
  await phone.getByLabel("First day of the season").fill("2019-02-01");
  await phone.getByLabel("Referees at the start").fill("12");
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByRole("status").waitFor();
  await phone.getByRole("link", { name: "Spring 2019" }).click();
  await phone.getByLabel("Of these, still officiating").fill("13");
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByRole("alert").getByText("more than began").waitFor();
  await checkPage(phone);
  await phone.getByLabel("Of these, still officiating").fill("9");
  await phone.getByRole("button", { name: "Save" }).click();
  await phone.getByText("9 of 12 (75%)").waitFor();
  await phone.getByRole("link", { name: "Spring 2019" }).click();
  expect(await phone.locator("main table tbody tr").count()).toBe(2);
  await checkPage(phone);
  await phone.context().close();
}, 120_000);
