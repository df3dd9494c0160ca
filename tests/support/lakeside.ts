import { openWorld, type TestClub, type World } from "./world.ts";

/** A person of the cast: the account, and the Cookie header of a session in their club. */
export interface Member {
  id: string;
  cookie: string;
}

/**
 * The cast of the tests, the same everywhere. Lakeside FC has the Hawks (U-12, boys) and the Otters (U-10, girls).
 * Ada administers the club, Mia manages the Hawks, Dana is their head coach; the Otters have no staff.
 * Riverside SC, with the Lynxes, is the neighbor whose data no one of Lakeside may see; Rita administers it.
 * Everybody's password is 'Sideline-2026'.
 */
export interface Lakeside {
  world: World;
  lakeside: TestClub;
  hawks: string;
  otters: string;
  riverside: TestClub;
  lynxes: string;
  ada: Member;
  mia: Member;
  dana: Member;
  rita: Member;
}

/** Opens a world with the cast. Take one per test file, before anything of the app is imported. */
export async function openLakeside(): Promise<Lakeside> {
  return castOf(await openWorld());
}

/** Creates the cast in a world that is already open. */
export async function castOf(world: World): Promise<Lakeside> {
  const lakeside = await world.club("Lakeside FC", { code: "lakeside" });
  const hawks = await world.team(lakeside, "Hawks", { age_group: "U-12", gender: "Boys" });
  const otters = await world.team(lakeside, "Otters", { age_group: "U-10", gender: "Girls" });
  const riverside = await world.club("Riverside SC", { code: "riverside" });
  const lynxes = await world.team(riverside, "Lynxes");
  const member = async (id: string, club: TestClub): Promise<Member> => ({
    id,
    cookie: await world.signIn(id, club.code),
  });
  const staff = (name: string, role: "manager" | "coach") =>
    world.person(name, lakeside, [{ team: hawks, role }]);
  return {
    world,
    lakeside,
    hawks,
    otters,
    riverside,
    lynxes,
    ada: await member(lakeside.adminAccount, lakeside),
    mia: await member(await staff("Mia Manager", "manager"), lakeside),
    dana: await member(await staff("Dana Reyes", "coach"), lakeside),
    rita: await member(riverside.adminAccount, riverside),
  };
}
