import { expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { browser, payByCard, site, testSignUp, toCheckout } from "./sign-up.ts";

testSignUp({ javaScript: false, width: 360 });

test("the webhook creates the club of a payer who never returns", async () => {
  const page = await toCheckout({ width: 360 }, "Gone Fishing FC", "gone@lakeside.example");
  await page.route("**/success**", (route) => route.abort());
  await payByCard(page, "4242424242424242").catch(() => {});
  const welcome = await site.mailTo("gone@lakeside.example", { tag: "welcome" });
  expect(welcome.text).toMatch(/GONEFISHING\d+/);
  const mails = await site.mails();
  expect(mails.filter(({ to }) => to.includes("gone@lakeside.example"))).toHaveLength(1);
  await page.context().close();
});

test("another browser sees nothing of the sign-up", async () => {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto("/success?club=Lakeside+SC&name=Dana&code=LAKESIDESC1&new=true");
  await page.getByRole("heading", { name: "Looking for your club?" }).waitFor();
  await checkPage(page);
  await page.goto("/pay?token=guess");
  await checkPage(page);
  await page.context().close();
});
