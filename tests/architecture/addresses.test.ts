import { expect, test } from "vitest";
import { addresses } from "./addresses.ts";
import { builtRoutes } from "./manifest.ts";

// tests/security/matrix.test.ts checks who may open each of them.
const routes = await builtRoutes();

test("the table of addresses has exactly the routes of the build, with their methods", () => {
  const table = addresses.map(
    ({ path, GET, POST }) => `${path} ${[GET && "GET", POST && "POST"].filter(Boolean).join(" ")}`,
  );
  const built = routes.map(({ path, methods }) => `${path} ${methods.join(" ")}`);
  expect(table.sort()).toEqual(built.sort());
});

test("the club's pages are below its layout, whose loader a stranger may also request alone", () => {
  const pages = routes.filter(
    ({ id }) => id.startsWith("routes/club/") && id !== "routes/club/ratings/mobile/index",
  );
  expect(pages.filter(({ layouts }) => !layouts.includes("routes/club/layout"))).toEqual([]);
});

test("every address has a loader, so that no page is shown without a guard", () => {
  const open = ["/", "/faq", "/tour"];
  const unguarded = routes.filter(({ path, hasLoader }) => !hasLoader && !open.includes(path));
  expect(unguarded).toEqual([]);
});

test("all pages have no scripts, except those that take a password or a passkey or link to a payment", () => {
  expect(routes.filter(({ scripted }) => scripted).map(({ path }) => path)).toEqual([
    "/signup/payment",
    "/pay",
    "/club/login",
    "/club/login/passkey",
    "/admin/login",
    "/admin/register",
    "/admin/invitation",
    "/account/reset-password",
    "/account/set-up-password",
    "/account/invitation",
    "/account/administrator",
    "/account/delete",
    "/admin/account/password",
    "/admin/account/authenticator/off",
    "/admin/account/recovery-codes",
  ]);
});
