import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import { type StateCode, stateCodes } from "#app/domain/values/states.ts";
import type { Random } from "./random.ts";

/** The states with the most youth soccer: as likely as all others together. */
const LARGE: StateCode[] = ["CA", "TX", "FL", "NY", "PA", "IL", "OH", "GA", "NC", "NJ", "VA", "WA"];

const cities = [
  ..."Austin,Fairview,Springfield,Greenville,Franklin,Clinton,Madison,Georgetown,Salem,Bristol,Dover,Oxford".split(
    ",",
  ),
  ..."Ashland,Burlington,Manchester,Milton,Newport,Auburn,Dayton,Lexington,Milford,Riverside,Cleveland,Hudson".split(
    ",",
  ),
  ..."Kingston,Arlington,Jackson,Centerville,Oakland,Winchester,Lakewood,Mount Vernon,Cedar Rapids,Round Rock".split(
    ",",
  ),
  ..."Saint Paul,Port Washington,Coeur d'Alene,La Cañada Flintridge,Truth or Consequences,Rancho Santa Margarita".split(
    ",",
  ),
] as const;

const places =
  "Lakeside,Riverbend,Northgate,Hill Country,Bayview,Summit,Valley,Prairie,Harbor,Ridgeline,Cedar Creek,Westfield,Eastside,Pine Grove,Stonebridge,Silver Lake".split(
    ",",
  );
const kinds =
  "Youth Soccer,United,FC,Soccer Club,SC,Athletic,Rush,Surf,Futbol Academy,Youth Soccer Association,Rangers,Alliance".split(
    ",",
  );
/** Unusual names that stress layouts, for one club in fifty. */
const unusual = [
  "Saint Bartholomew's Community Youth Football Association of the Greater Tri-Cities Metropolitan Area",
  "Clube Desportivo São João",
  "Águilas Fútbol Club",
  "L'Étoile Sportive de la Nouvelle-Orléans",
  "Llanfairpwllgwyngyllgogerychwyrndrobwll Exiles",
  "1. FC Neu-Braunfels 1845",
];

const mascots =
  "Hawks,Eagles,Tigers,Lions,Wolves,Bears,Falcons,Foxes,Sharks,Panthers,Cobras,Comets,Storm,Thunder,Lightning,Rangers,Rockets,Raptors,Pumas,Bluebonnets,Armadillos,Roadrunners,Pelicans,Sandpipers,Hornets,Wildcats,Mustangs,Broncos,Galaxy,Strikers,Dynamo,Express,Breakers,Avalanche,Scorpions,Coyotes,Gators,Jaguars,Badgers,Otters".split(
    ",",
  );
const colors = "Red,Blue,White,Black,Gold,Green,Navy,Orange,Purple,Silver".split(",");
const longTeams = [
  "Águilas Doradas",
  "Pre-Academy Development Squad (North Campus)",
  "Thunderbolts of the Upper Susquehanna Valley",
  "O'Sullivan's Old Boys",
];

const firstNames =
  "Dana,Luis,Priya,Max,Sam,Jo,Terry,Chris,Casey,Nina,Jess,Omar,Pat,Lee,Kim,Ray,Drew,Toni,Alex,Morgan,Robin,Ada,José,Zoë,Wei,Amina,Noah,Emma,Liam,Olivia,Kofi,Ingrid".split(
    ",",
  );
const lastNames =
  "Whitfield,Romero,Nair,Ortega,Keller,Lindqvist,Boone,Vega,Lund,Hart,Whitaker,Faris,Dillard,Sandoval,Alvarado,Dawson,Hollis,Reyes,Pruitt,Castle,Moreno,Ellis,Nguyen,Okafor,Müller,O'Brien,García Fernández,Smith-Jorgensen,Papadopoulos,Kowalczyk".split(
    ",",
  );

const fields = "Park, Field 1|Park, Field 2|Sports Complex A|Sports Complex B|Middle School|Memorial Stadium";

/** Realistic mix of ages: most teams are between 8 and 14. */
const ages: AgeGroup[] = (
  "U-6 U-7 U-8 U-8 U-9 U-9 U-10 U-10 U-10 U-11 U-11 U-12 U-12 U-12 U-13 U-13 U-14 U-14 U-15 U-16 U-17 U-18 U-19 " +
  "Adult"
).split(" ") as AgeGroup[];

export function placeOf(random: Random): { state: StateCode; city: string } {
  return { state: random.pick(random.share() < 0.5 ? LARGE : stateCodes), city: random.pick(cities) };
}

export function clubNameOf(random: Random, city: string): string {
  if (random.share() < 0.02) return random.pick(unusual);
  return `${random.share() < 0.5 ? city : random.pick(places)} ${random.pick(kinds)}`;
}

export const personOf = (random: Random) => `${random.pick(firstNames)} ${random.pick(lastNames)}`;

export const ageOf = (random: Random) => random.pick(ages);

/** Picks a gender: the youngest play in mixed teams more often. */
export function genderOf(random: Random, age: AgeGroup): Gender {
  const coed = age === "U-6" || age === "U-7" || age === "Adult" ? 0.6 : 0.1;
  const share = random.share();
  if (share < coed) return "Coed";
  return share < coed + (1 - coed) * 0.52 ? "Boys" : "Girls";
}

/** Returns a unique name for every number within a club: 'Hawks', 'Hawks Red', 'Hawks Red 2'. */
export function teamNameOf(random: Random, number: number): string {
  const round = Math.floor(number / mascots.length);
  const color = round === 0 ? "" : ` ${colors[(round - 1) % colors.length]}`;
  const again = Math.floor((round - 1) / colors.length);
  const suffix = `${color}${again > 0 ? ` ${again + 1}` : ""}`;
  // The number keeps long names unique.
  if (random.share() < 0.01) return `${random.pick(longTeams)} ${number + 1}`;
  return `${mascots[number % mascots.length]}${suffix}`;
}

export const opponentOf = (random: Random) => `${random.pick(places)} ${random.pick(mascots)}`;
export const fieldOf = (random: Random) => `${random.pick(places)} ${random.pick(fields.split("|"))}`;
