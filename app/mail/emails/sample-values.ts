import type { ClubContact } from "./club-contact.ts";

/** Host of the samples' links, which lead nowhere. */
export const appUrl = "http://127.0.0.1:3000";
export const lakeside = { name: "Lakeside Futbol Club", color: "#1f4e8c" };
/** Club of a notification, with its postal address. */
export const lakesideWithAddress = { ...lakeside, address: "1 Lake Road, Austin, TX 78701" };
export const lakesideContact: ClubContact = {
  code: "lakeside7",
  name: "Lakeside Futbol Club",
  contactName: "Ada Admin",
  email: "ada@lakeside.example",
  facts: {
    state: "TX",
    estimatedPlayers: 640,
    tierName: "Standard",
    tierPrice: "$749",
    verificationDeadline: "Mon, Nov 30, 2026",
  },
};
export const lakesideSignIn = `${appUrl}/club/login?code=lakeside7`;
export const sampleGame = {
  club: lakesideWithAddress,
  team: "Hawks U12",
  opponent: "Riverside Tigers",
  game: "Hawks U12 vs. Riverside Tigers",
  when: "Sat, Nov 21, 6:00 PM CT",
  link: `${appUrl}/rating/g1`,
};
/** Returns the reason line of a notification's sample. */
export const sampleWhy = (kind: string) =>
  `You get this because ${kind} of ${lakesideWithAddress.name} are on for you.`;
