import { DEMO_CLUB, DEMO_COACH } from "../../sandbox/demo-people.ts";

type Screen = "phone" | "desktop";
/** Who looks at the page: nobody's picture is taken signed in that a stranger sees. */
type Viewer = "administrator" | "coach" | "parent";

export interface Shot {
  name: string;
  viewer: Viewer;
  /** Null: the page that a parent's mail leads to. */
  path: string | null;
  screens: readonly Screen[];
  /** What stands at the upper edge; the page's beginning without it. */
  from?: string;
}

const BOTH = ["phone", "desktop"] as const;

/** The product's pages as the landing page and the tour show them. */
export const shots: readonly Shot[] = [
  { name: "rating", viewer: "coach", path: "/mobile-rating", screens: ["phone"] },
  {
    name: "two-ratings",
    viewer: "administrator",
    path: "/rating/demo-demo1-hawks-game-5",
    screens: BOTH,
  },
  { name: "agreement", viewer: "parent", path: null, screens: ["phone"] },
  { name: "tracker", viewer: "administrator", path: "/agreements", screens: BOTH },
  { name: "dashboard", viewer: "administrator", path: "/dashboard", screens: BOTH },
  { name: "season", viewer: "administrator", path: "/teams/demo-demo1-hawks", screens: BOTH },
  { name: "leaderboard", viewer: "administrator", path: "/leaderboard", screens: BOTH },
  { name: "schedule", viewer: "administrator", path: "/schedule", screens: BOTH },
];

export const screens = {
  phone: { width: 360, height: 700, scale: 2 },
  desktop: { width: 1200, height: 780, scale: 1.5 },
} as const satisfies Record<Screen, { width: number; height: number; scale: number }>;

/** The demo's people as /club/login takes them. */
export const signIns = {
  administrator: { identifier: DEMO_CLUB.code, password: DEMO_CLUB.password },
  coach: { identifier: DEMO_COACH.email, password: DEMO_COACH.password },
} as const;
