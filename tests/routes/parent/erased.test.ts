import { afterAll, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { parentLink } from "../../support/parent-link.ts";
import { tracesOf } from "../../support/traces.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");

const parent = { name: "Zerlinda Quexford", email: "zerlinda@quexford.example", child: "Tobiasx Quexford" };

/** Lists the words with the files that contain them. */
async function traces(): Promise<string[]> {
  const found: string[] = [];
  for (const word of Object.values(parent))
    for (const where of await tracesOf(world.dataDir, [lakeside.code], word)) found.push(`${where}: ${word}`);
  return found;
}

// product/evidence.md#erasing-parents
test("an erased parent is in no byte of the data folder, deleted rows and logs included", async () => {
  const { slug } = await world.control
    .selectFrom("clubs")
    .select("slug")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow();
  const form = { ...parent, team: hawks };
  for (let times = 0; times < 2; times += 1) {
    expect((await world.ask(`/register/${slug}`, { form, ip: "203.0.113.9" })).status).toBe(303);
  }
  const { agreementId } = await parentLink(world, lakeside, {
    ...parent,
    children: [{ name: parent.child, teamId: hawks }],
  });
  expect((await traces()).length).toBeGreaterThan(3);
  await world.platform.clubs.use(lakeside.code, (db) =>
    changeClub({ control: world.control, db, club: lakeside }, (tx) =>
      erasePerson(tx, agreementId, { by: "", at: new Date().toISOString() }),
    ),
  );
  expect(await traces()).toEqual([]);
});
