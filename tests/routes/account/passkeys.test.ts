import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openLakeside } from "../../support/lakeside.ts";

const { world, lakeside, hawks, dana } = await openLakeside();
afterAll(() => world.close());
const { env } = await import("#app/config/env.server.ts");
const { newChallenge } = await import("#app/domain/control/passkeys/challenge.server.ts");
const { hashPassword } = await import("#app/domain/control/passwords/password.server.ts");
const { addPasskey, notePasskeyUse } = await import("#app/domain/control/passkeys/passkeys.server.ts");

const site = new URL(env().appUrl).hostname;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** A device with one key, as in the browser's answer. */
class Device {
  readonly #key: KeyObject;
  readonly publicKey: string;
  counter = 0;

  constructor(readonly id: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // COSE: a map of key type EC2, ES256, curve P-256 and the point.
    this.publicKey = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]).toString("base64url");
  }

  answer(over: { challenge?: string; origin?: string; site?: string; userHandle?: string; seen?: boolean }) {
    const clientData = JSON.stringify({
      type: "webauthn.get",
      challenge: over.challenge ?? newChallenge("sign-in", new Date()),
      origin: over.origin ?? env().appUrl,
      crossOrigin: false,
    });
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = Buffer.from([over.seen === false ? 0x01 : 0x05]);
    const authenticatorData = Buffer.concat([sha256(over.site ?? site), flags, counter]);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), this.#key);
    return JSON.stringify({
      ...{ id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: Buffer.from(clientData).toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(over.userHandle ? { userHandle: Buffer.from(over.userHandle).toString("base64url") } : {}),
      },
    });
  }
}

let device: Device;
let people = 0;
let id = "";
beforeEach(async () => {
  people += 1;
  id = await world.person(`Pat ${"x".repeat(people)}`, lakeside, [{ team: hawks, role: "coach" }]);
  device = new Device(`key${people}`);
  await world.control.transaction().execute((tx) => store(tx, device, id));
});
const store = (tx: Parameters<typeof addPasskey>[0], of: Device, account_id: string) =>
  addPasskey(tx, {
    ...{ id: of.id, account_id, public_key: of.publicKey, counter: 0, transports: "internal" },
    ...{ name: "Phone", created_at: new Date().toISOString() },
  });

const send = (credential: string, over: Record<string, string> = {}) =>
  world.ask("/club/login/passkey", {
    form: { credential, redirectTo: "", ...over },
    ip: `203.0.113.${people}`,
  });
const signedIn = async (answer: Response) =>
  answer.status === 303 && (answer.headers.get("Set-Cookie")?.includes("session=") ?? false);

// product/accounts.md#passkeys
describe("signing in by passkey", () => {
  test("a passkey opens its account's club, on the page that the visitor asked for", async () => {
    const answer = await send(device.answer({ userHandle: id }), { redirectTo: "/schedule" });
    expect(await signedIn(answer)).toBe(true);
    expect(answer.headers.get("Location")).toBe("/schedule");
    const away = await send(device.answer({}), { redirectTo: "//evil.example" });
    expect(away.headers.get("Location")).toBe("/dashboard");
  });

  test("a challenge is answered once", async () => {
    const answer = device.answer({});
    expect(await signedIn(await send(answer))).toBe(true);
    const again = await send(answer);
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("open for too long, or its button was used before");
  });

  test("a challenge of another purpose, an old one or one of somebody else's is refused", async () => {
    const old = newChallenge("sign-in", new Date(Date.now() - 11 * 60_000));
    for (const challenge of [newChallenge(`add ${id}`, new Date()), old, "A".repeat(51), "x"]) {
      expect((await send(device.answer({ challenge }))).status).toBe(422);
    }
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another site", { site: "evil.example" }],
    ["another account's handle", { userHandle: dana.id }],
    ["a device that did not check its owner", { seen: false }],
  ])("signing in by passkey refuses %s", async (_, over) => {
    expect((await send(device.answer(over))).status).toBe(422);
  });

  test("another key under a known name is refused", async () => {
    expect((await send(new Device(device.id).answer({}))).status).toBe(422);
  });

  test("a counter that went back is refused, because the key was copied", async () => {
    device.counter = 5;
    expect(await signedIn(await send(device.answer({})))).toBe(true);
    device.counter = 5;
    expect((await send(device.answer({}))).status).toBe(422);
    device.counter = 6;
    expect(await signedIn(await send(device.answer({})))).toBe(true);
  });

  // The library compares first; two copies that sign at once both pass it.
  test("a counter is stored only if it grew, and a device without one always signs in", async () => {
    const use = (counter: number) =>
      world.control
        .transaction()
        .execute((tx) => notePasskeyUse(tx, device.id, counter, new Date("2026-11-25T12:00:00.000Z")));
    const counter = async () =>
      (
        await world.control
          .selectFrom("passkeys")
          .select("counter")
          .where("id", "=", device.id)
          .executeTakeFirst()
      )?.counter;
    expect([await use(0), await use(0)]).toEqual([true, true]);
    expect([await use(5), await use(5), await use(4), await use(0)]).toEqual([true, false, false, false]);
    expect(await counter()).toBe(5);
    expect(await use(6)).toBe(true);
  });

  test("an invalid answer is refused with a message", async () => {
    for (const credential of ["", "{", "[]", "null", '{"id":"x"}', "x".repeat(9_000)]) {
      expect((await send(credential)).status).toBe(422);
    }
  });
});

describe("one's own passkeys", () => {
  const PASSWORD = "Side-Line-1";
  const start = async (cookie: string, current: string) =>
    world.ask("/account/passkeys", { cookie, form: { intent: "start", name: "Phone", current } });

  test("a new one needs the password first", async () => {
    const cookie = await world.signIn(id, lakeside.code);
    await world.control
      .updateTable("accounts")
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where("id", "=", id)
      .execute();
    const wrong = await start(cookie, "Wrong-Password-1");
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("That is not your current password.");
    const forged = newChallenge(`add ${dana.id}`, new Date());
    const led = await world.ask(`/account/passkeys/new?challenge=${forged}&name=Phone`, { cookie });
    expect(led.headers.get("Location")).toBe("/account/passkeys");
  });

  test("a user cannot remove another's passkey", async () => {
    const forged = { intent: "remove", passkey: device.id };
    await world.ask("/account/passkeys", { cookie: dana.cookie, form: forged });
    expect(await signedIn(await send(device.answer({})))).toBe(true);
    const own = await world.signIn(id, lakeside.code);
    await world.ask("/account/passkeys", { cookie: own, form: forged });
    expect(await (await send(device.answer({}))).text()).toContain("not known here any more");
  });

  test("the mail about a reset names the passkeys, and the page after it lists them with a way to remove them all", async () => {
    await world.control.transaction().execute((tx) => store(tx, new Device(`second${people}`), id));
    const { email } = await world.control
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await world.ask("/account/forgot-password?for=coach", { form: { email: email ?? "" } });
    const mails = () =>
      readMails(
        world.control
          .selectFrom("mails")
          .selectAll()
          .where("to_address", "=", email ?? "")
          .execute(),
      );
    const [asked] = await mails();
    const token = /reset=(rst_[\w-]{43})/.exec(asked?.text ?? "")?.[1];
    const form = { password: PASSWORD, confirmPassword: PASSWORD };
    const reset = await world.ask(`/account/reset-password?token=${token}`, { form });
    const to = reset.headers.get("Location") ?? "";
    expect(to).toBe("/club/login?message=password-set&redirectTo=%2Faccount%2Fpasskeys%3Fafter%3Dreset");

    const mail = (await mails()).find(({ tag }) => tag === "password-changed");
    expect(mail?.text).toContain("These passkeys still sign in to your account: 'Phone', 'Phone'.");
    expect(mail?.text).toContain("/account/passkeys");

    expect(await (await world.ask(to)).text()).toContain('value="/account/passkeys?after=reset"');
    const cookie = await world.signIn(id, lakeside.code);
    const shown = await (await world.ask("/account/passkeys?after=reset", { cookie })).text();
    expect(shown).toContain("These passkeys still sign in");
    expect(await (await world.ask("/account/passkeys", { cookie })).text()).not.toContain("still sign in<");
    // Other people's passkeys stay.
    const ofDana = new Device(`dana${people}`);
    await world.control.transaction().execute((tx) => store(tx, ofDana, dana.id));
    // The buttons lead to a question, with scripts or without; asking removes nothing.
    expect(shown).toContain('href="/account/passkeys?remove=all"');
    const question = await (await world.ask("/account/passkeys?remove=all", { cookie })).text();
    expect(question).toContain("Remove all your passkeys?");
    expect(question).toMatch(/name="intent" value="remove-all"/);
    const one = /\?remove=([\w-]{5,})"/.exec(shown)?.[1] ?? "";
    expect(await (await world.ask(`/account/passkeys?remove=${one}`, { cookie })).text()).toContain(
      `name="passkey" value="${one}"`,
    );
    const theirs = await (await world.ask(`/account/passkeys?remove=${ofDana.id}`, { cookie })).text();
    expect(theirs).not.toContain(`value="${ofDana.id}"`);
    await world.ask("/account/passkeys?remove=all", { cookie, form: { intent: "remove-all" } });
    expect((await send(device.answer({}))).status).toBe(422);
    expect(await (await world.ask("/account/passkeys?after=reset", { cookie })).text()).toContain(
      "No passkeys yet",
    );
    expect(await signedIn(await send(ofDana.answer({})))).toBe(true);
    expect((await mails()).filter(({ tag }) => tag === "passkey")).toHaveLength(2);
  });
});
