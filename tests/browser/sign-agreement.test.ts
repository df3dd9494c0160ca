import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_CLUB } from "../../sandbox/demo-people.ts";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

const MOTHER = { name: "María Ruiz", email: "maria.ruiz@parents.example" };
const FATHER = { name: "José Ruiz", email: "jose.ruiz@parents.example" };

async function addChild(page: Page, parent: typeof MOTHER, child: string, team: string): Promise<void> {
  await page.goto("/agreements/new");
  await page.getByLabel("Parent's name").fill(parent.name);
  await page.getByLabel("Email").fill(parent.email);
  await page.getByLabel("Child's name").fill(child);
  await page.locator("main [name=team]").selectOption(`demo-demo1-${team}`);
  await page.locator("main form button[type=submit]").click();
  await page.getByRole("status").waitFor();
}

const linkIn = (text: string) => /http\S+(\/parent\/agreement\/[\w-]{43}\?lang=es)/.exec(text)?.[1] ?? "";

/** Height of a small phone's screen. */
const SCREEN = 640;

/** Checks that the five statements and the signature fit on the phone's screen at once, in the longer language too. */
async function expectOneView(phone: Page): Promise<void> {
  const statements = await phone.locator(".affirmations").boundingBox();
  const signature = await phone.locator("[name=digitalSignature]").boundingBox();
  if (!statements || !signature) throw new Error("no form");
  expect(signature.y + signature.height - statements.y).toBeLessThan(SCREEN);
}

/** Checks that collapsed text is printed, without a copy of it; a link to it opens it on the screen. */
async function expectFolds(phone: Page): Promise<void> {
  const text = phone.locator("#electronic");
  const shown = async () => {
    const states = await phone.locator(".fold-text").all();
    return Promise.all(states.map((state) => state.isVisible()));
  };
  expect(await shown()).toEqual([false, false]);
  await phone.emulateMedia({ media: "print" });
  expect(await shown()).toEqual([true, true]);
  await phone.emulateMedia({ media: null });
  await phone.locator(".fold").last().locator("summary").click();
  expect(await text.isVisible()).toBe(true);
  await phone.locator(".fold").last().locator("summary").click();
  await phone.locator("form a[href='#electronic']").click();
  expect(await text.isVisible()).toBe(true);
}

/** Opens the email's link on a phone without scripts and cookies, and signs. */
async function signInSpanish(link: string, name: string, check: typeof checkPage): Promise<void> {
  const phone = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360 });
  await phone.goto(link);
  await check(phone);
  await expectOneView(phone);
  await expectFolds(phone);
  await phone.getByRole("button", { name: "Firmar el acuerdo" }).click();
  await phone.getByRole("alert").getByText("Complete todos los campos").waitFor();
  await check(phone);
  for (const box of await phone.locator(".affirmations [type=checkbox]").all()) await box.check();
  await phone.getByLabel("Acepto firmar electrónicamente").check();
  await phone.getByLabel("Su firma").fill(name);
  expect(await phone.locator("[name=teams]:checked").count()).toBe(2);
  expect(await phone.getByLabel("Nombres o iniciales").inputValue()).toBe("Lucía, Samuel");
  await phone.getByRole("button", { name: "Firmar el acuerdo" }).click();
  await phone.getByRole("heading", { name: "Firmado. ¡Gracias!" }).waitFor();
  await check(phone);
  await phone.getByRole("link", { name: "Ver y corregir" }).click();
  await phone.getByRole("heading", { name: "Lo que se guarda de usted" }).waitFor();
  await check(phone);
  await phone.goBack();
  await phone.getByRole("link", { name: "Retirar su firma" }).click();
  await check(phone);
  expect(await phone.context().cookies()).toEqual([]);
  await phone.context().close();
}

test("both parents sign for two children in Spanish on a phone without scripts", async () => {
  const admin = await newPage(browser, { baseURL: site.url });
  await admin.goto("/club/login");
  await admin.getByLabel("Club code or email").fill(DEMO_CLUB.code);
  await admin.getByLabel("Password", { exact: true }).fill(DEMO_CLUB.password);
  await admin.getByRole("button", { name: "Sign In" }).click();
  await admin.waitForURL("**/dashboard*");
  for (const parent of [MOTHER, FATHER]) {
    await addChild(admin, parent, "Samuel", "hawks");
    await addChild(admin, parent, "Lucía", "lions");
  }
  await admin.goto("/agreements/send");
  await admin.locator("main form button[type=submit]").click();
  await admin.getByRole("status").waitFor();
  for (const { name, email } of [MOTHER, FATHER]) {
    const mail = await site.mailTo(email);
    // His pages are the same.
    await signInSpanish(linkIn(mail.text), name, email === MOTHER.email ? checkPage : async () => {});
  }
  await admin.goto("/agreements?q=ruiz&status=signed");
  for (const { name } of [MOTHER, FATHER]) await admin.locator("main").getByText(name).first().waitFor();
  await admin.context().close();
}, 180_000);

test("a dead link is a good page too", async () => {
  const phone = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360, dark: true });
  const answer = await phone.goto(`/parent/agreement/${"a".repeat(43)}?lang=es`);
  expect(answer?.status()).toBe(404);
  await checkPage(phone);
  await phone.context().close();
});
