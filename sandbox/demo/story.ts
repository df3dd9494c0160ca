import type { PlanId } from "#app/domain/control/billing/plans.ts";
import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import type { StateCode } from "#app/domain/values/states.ts";

/**
 * The demo's clubs: names, people and a season with a story in it. One letter a week, oldest first, newest last: P both
 * rate perfect, M both rate minor issues, X both rate major incident, A the manager rates perfect and the coach minor
 * issues, B the other way round, C only the coach rated (perfect), N only the manager did, - neither did.
 */
export interface DemoTeam {
  name: string;
  age: AgeGroup;
  gender: Gender;
  players: number;
  /** Kick-off on Saturdays, in the club's time zone. */
  time: string;
  field: string;
  weeks: string;
  /** The games of the two seasons before, oldest first, on Saturdays and Wednesday evenings; left out for a new team. */
  earlier?: readonly [string, string];
  head: string;
  assistant?: string;
  manager: string;
  opponents: string[];
}

export interface DemoClub {
  code: string;
  name: string;
  city: string;
  state: StateCode;
  contact: string;
  color?: string;
  /** Its own estimate of its players, and the package that it paid for. */
  players: number;
  paid: PlanId;
  /** Number that staff found, and its day: after the sign-up, or before today. */
  verified?: { players: number; days: number };
  /** True if the team has parents, with agreements in every state. */
  withParents?: true;
  teams: DemoTeam[];
}

const austin = [
  "Pflugerville Storm",
  "Cedar Park Comets",
  "Round Rock Rangers",
  "Georgetown Foxes",
  "Dripping Springs FC",
];
const sanDiego = [
  "La Jolla Waves",
  "Chula Vista Kicks",
  "Encinitas Express",
  "Poway Pumas",
  "Coronado Breakers",
];

export const demoClubs: DemoClub[] = [
  {
    code: "demo1",
    name: "Lakeside Youth Soccer",
    city: "Austin",
    state: "TX",
    contact: "Ada Moreno",
    color: "#1f4e8c",
    players: 320,
    paid: "standard",
    withParents: true,
    teams: [
      // A rough September and one bad afternoon, then steady improvement.
      {
        name: "Hawks",
        age: "U-12",
        gender: "Boys",
        players: 15,
        time: "10:30",
        field: "Lakeside Park, Field 2",
        weeks: "MAMXMAPPBPPP",
        earlier: ["MMAMXMMAMMPMAMMMXMAMPMAMM", "MAMMPMXMAPMPAMPMPPMPAPMPP"],
        head: "Dana Whitfield",
        assistant: "Luis Romero",
        manager: "Max Ortega",
        opponents: austin,
      },
      {
        name: "Eagles",
        age: "U-10",
        gender: "Girls",
        players: 12,
        time: "09:00",
        field: "Lakeside Park, Field 1",
        weeks: "PPPPAPPPPPPP",
        earlier: ["PAPPMPPAPPPPMPPPAPPPPPPMP", "PPPMPPPPPAPPPPPPPPBPPPPPP"],
        head: "Priya Nair",
        assistant: "Dana Whitfield",
        manager: "Max Ortega",
        opponents: austin,
      },
      {
        name: "Tigers",
        age: "U-8",
        gender: "Coed",
        players: 10,
        time: "08:30",
        field: "Lakeside Park, Small Field",
        weeks: "-PCPBPAPPCP-",
        earlier: ["PMPPBPPAPMPPPAPPMPPPPAPPP", "PPAPPPMPPPXPMAMMPAMPMMAMP"],
        head: "Sam Keller",
        manager: "Jo Lindqvist",
        opponents: austin,
      },
      // New this season, with too few rated games: unranked, and the board says what is missing.
      {
        name: "Lions",
        age: "U-14",
        gender: "Boys",
        players: 17,
        time: "13:00",
        field: "Lakeside Park, Field 3",
        weeks: "--P-N-M--N-P",
        head: "Terry Boone",
        manager: "Chris Vega",
        opponents: austin,
      },
    ],
  },
  {
    code: "hillcountry27",
    name: "Hill Country United",
    city: "Round Rock",
    state: "TX",
    contact: "Robin Castle",
    players: 780,
    paid: "standard",
    verified: { players: 860, days: -3 },
    teams: [
      {
        name: "Armadillos",
        age: "U-12",
        gender: "Boys",
        players: 16,
        time: "11:00",
        field: "Old Settlers Park 4",
        weeks: "PPAPPPPMPPPP",
        head: "Casey Lund",
        manager: "Nina Hart",
        opponents: ["Hutto Hornets", "Leander Lightning", "Taylor Ducks", "Lakeway Lakers", "Buda Blaze"],
      },
      {
        name: "Bluebonnets",
        age: "U-10",
        gender: "Girls",
        players: 12,
        time: "09:30",
        field: "Old Settlers Park 1",
        weeks: "MPPAMPPPAPPP",
        head: "Jess Whitaker",
        manager: "Omar Faris",
        opponents: ["Hutto Hornets", "Leander Lightning", "Taylor Ducks", "Lakeway Lakers", "Buda Blaze"],
      },
      {
        name: "Roadrunners",
        age: "U-14",
        gender: "Coed",
        players: 18,
        time: "14:00",
        field: "Old Settlers Park 2",
        weeks: "AMMXAMMPAMMX",
        head: "Pat Dillard",
        manager: "Lee Sandoval",
        opponents: ["Hutto Hornets", "Leander Lightning", "Taylor Ducks", "Lakeway Lakers", "Buda Blaze"],
      },
    ],
  },
  {
    code: "bayview308",
    name: "Bayview Soccer Club",
    city: "San Diego",
    state: "CA",
    contact: "Morgan Ellis",
    players: 850,
    paid: "large",
    verified: { players: 640, days: 12 },
    teams: [
      {
        name: "Pelicans",
        age: "U-12",
        gender: "Girls",
        players: 15,
        time: "10:00",
        field: "Bayview Complex A",
        weeks: "PPPPPPPPPPPP",
        head: "Kim Alvarado",
        manager: "Ray Dawson",
        opponents: sanDiego,
      },
      {
        name: "Sharks",
        age: "U-16",
        gender: "Boys",
        players: 18,
        time: "15:30",
        field: "Bayview Complex C",
        weeks: "MAPAMPBPMAPP",
        head: "Drew Hollis",
        manager: "Ray Dawson",
        opponents: sanDiego,
      },
      {
        name: "Sandpipers",
        age: "U-9",
        gender: "Coed",
        players: 11,
        time: "08:45",
        field: "Bayview Complex B",
        weeks: "----------PP",
        head: "Toni Reyes",
        manager: "Alex Pruitt",
        opponents: sanDiego,
      },
    ],
  },
];

/** The raters' reasons by score, used in rotation. */
export const reasons: Record<0 | 10 | 20, readonly string[]> = {
  20: [
    "Our parents clapped for both teams all morning.",
    "Quiet during play, loud after goals. Just right.",
    "Several parents thanked the referee on the way out.",
    "A good game and a happy sideline.",
  ],
  10: [
    "Two parents kept shouting instructions at the back line.",
    "Some grumbling at the referee after the penalty.",
    "A few remarks between the two sidelines in the second half.",
  ],
  0: ["A parent stepped onto the field after a foul and was sent away with a red card."],
};

export const tagsFor: Record<0 | 10 | 20, readonly (readonly string[])[]> = {
  20: [["applauded-opponents"], ["quiet"], ["thanked-referee"], []],
  10: [["instructing"], ["dissent"], ["remarks-spectators"]],
  0: [["entering-field", "dissent"]],
};

/** The manager's and the coach's score behind each week's letter. */
export const weekScores: Record<string, { manager: 0 | 10 | 20 | null; coach: 0 | 10 | 20 | null }> = {
  P: { manager: 20, coach: 20 },
  M: { manager: 10, coach: 10 },
  X: { manager: 0, coach: 0 },
  A: { manager: 20, coach: 10 },
  B: { manager: 10, coach: 20 },
  C: { manager: null, coach: 20 },
  N: { manager: 20, coach: null },
  "-": { manager: null, coach: null },
};
