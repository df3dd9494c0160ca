/**
 * The demo's people and their public passwords: `npm start` prints them, `/sandbox` offers them with one click.
 * They exist in demo data only, which production refuses.
 */
export const DEMO_CLUB = { code: "DEMO1", password: "Sideline-Demo-1" } as const;

export const DEMO_COACH = { email: "coach@demo.example", password: "Sideline-Demo-2" } as const;

export const DEMO_MANAGER = { email: "manager@demo.example", password: "Sideline-Demo-3" } as const;
