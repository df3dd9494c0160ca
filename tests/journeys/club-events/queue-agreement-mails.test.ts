import { afterAll, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { parentLink } from "../../support/parent-link.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { sendMail } = await import("#app/mail/send-mail.server.ts");

test("nothing to or about an erased parent waits or is kept, and the job of such a mail ends quietly", async () => {
  const at = new Date().toISOString();
  const children = [{ name: "Sam", teamId: hawks }];
  const erased = await parentLink(world, lakeside, { email: "erna@parents.example", children });
  const other = await parentLink(world, lakeside, { children });
  const keysOf = (id: string) => [
    `agreement-notice:${id}:1:declined`,
    `agreement:${id}:1:copy:${at}`,
    `agreement:${id}:1:request:${at}`,
  ];
  const keys = [...keysOf(erased.agreementId), ...keysOf(other.agreementId), "registration:r1"];
  const mail = {
    club_code: lakeside.code,
    stream: "outbound" as const,
    tag: "agreement-copy",
    from_name: "",
  };
  const content = { to_address: "a@b.example", subject: "", html: "", text: "", created_at: at };
  await world.control
    .insertInto("mails")
    .values(keys.map((key) => ({ id: key, key, ...mail, ...content, status: "queued" as const })))
    .execute();
  await world.platform.clubs.use(lakeside.code, async (db) => {
    await db
      .insertInto("registrations")
      .values({
        ...{ id: "r1", name: "Erna", email: "erna@parents.example", email_key: "erna@parents.example" },
        ...{ child_name: "Sam", team_id: hawks, language: "en" as const, status: "unconfirmed" as const },
        created_at: at,
      })
      .execute();
    // Decided and not queued: a copy that waits for the next delivery.
    await db
      .insertInto("agreement_mails")
      .values({ id: "waits", agreement_id: erased.agreementId, issue: 1, step: "copy", created_at: at })
      .execute();
    await changeClub({ control: world.control, db, club: lakeside }, (tx) =>
      erasePerson(tx, erased.agreementId, { by: "", at }),
    );
  });
  const left = await world.control.selectFrom("mails").select("key").orderBy("key").execute();
  expect(left.map(({ key }) => key)).toEqual(keysOf(other.agreementId));
  await expect(sendMail(world.control, keys[1] ?? "")).resolves.toBeUndefined();
});
