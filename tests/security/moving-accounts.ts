import { readMails } from "../support/mails.ts";
import type { TestClub, World } from "../support/world.ts";

/** Gives two coaches a new address: one awaits both confirmations, the other can still revert. */
export async function moveAccounts(world: World, club: TestClub, team: string): Promise<void> {
  for (const [name, moves] of [
    ["Wendy Waits", false],
    ["Moe Moved", true],
  ] as const) {
    const id = await world.person(name, club, [{ team, role: "coach", coachRole: "assistant" }]);
    const email = `${name.split(" ")[0]?.toLowerCase()}@new.example`;
    const form = { intent: "ask", email, current: "Sideline-2026" };
    await world.ask("/account/email", { cookie: await world.signIn(id, club.code), form });
    if (!moves) continue;
    const rows = world.control.selectFrom("mails").selectAll().where("tag", "like", "%email%").execute();
    const links = (await readMails(rows))
      .filter(({ to_address, text }) => /moe/.test(to_address + text))
      .flatMap(({ text }) => text.match(/\/account\/email\/confirm\?token=[\w-]+/) ?? []);
    for (const link of links) await world.ask(link, { form: {} });
  }
}
