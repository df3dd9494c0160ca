import { DEMO_CLUB, DEMO_COACH } from "../../sandbox/demo-people.ts";

type Screen = "phone" | "desktop";
/** Viewer of the page: public pages are pictured signed out. */
type Viewer = "administrator" | "coach" | "parent";

export interface Shot {
  name: string;
  viewer: Viewer;
  /** Null: the page that a parent's mail links to. */
  path: string | null;
  screens: readonly Screen[];
  /** Element at the upper edge: the subject of the tour's sentence. Default: the beginning of the content. */
  from?: string;
}

const BOTH = ["phone", "desktop"] as const;

/** Pages of the product as the landing page and the tour show them: their content, without menus. */
export const shots: readonly Shot[] = [
  { name: "rating", viewer: "coach", path: "/mobile-rating", screens: ["phone"], from: ".rating-form" },
  {
    name: "two-ratings",
    viewer: "administrator",
    path: "/rating/demo-demo1-hawks-game-5",
    screens: BOTH,
    from: "main h2",
  },
  { name: "agreement", viewer: "parent", path: null, screens: ["phone"], from: ".affirmations" },
  {
    name: "tracker",
    viewer: "administrator",
    path: "/agreements",
    screens: BOTH,
    from: "main .table-wrap",
  },
  { name: "dashboard", viewer: "administrator", path: "/dashboard", screens: BOTH },
  {
    name: "season",
    viewer: "administrator",
    path: "/teams/demo-demo1-hawks",
    screens: BOTH,
    from: "main h2:has-text('All games')",
  },
  { name: "leaderboard", viewer: "administrator", path: "/leaderboard", screens: BOTH, from: "main table" },
  { name: "schedule", viewer: "administrator", path: "/schedule", screens: BOTH, from: "main h2" },
];

/** Window sizes, and the share of the content in a picture, so that its words are legible at the width of a page. */
export const screens = {
  phone: { window: { width: 360, height: 740 }, height: 560, scale: 2 },
  desktop: { window: { width: 1040, height: 900 }, height: 500, scale: 1.75 },
} as const satisfies Record<
  Screen,
  { window: { width: number; height: number }; height: number; scale: number }
>;

/** Credentials of the demo's people for /club/login. */
export const signIns = {
  administrator: { identifier: DEMO_CLUB.code, password: DEMO_CLUB.password },
  coach: { identifier: DEMO_COACH.email, password: DEMO_COACH.password },
} as const;
