/** What a member of staff is in one team. */
export interface Assignment {
  teamId: string;
  teamName: string;
  role: "manager" | "coach";
  coachRole: "head" | "assistant" | null;
}

/** The teams a user may see: all of the club, or a list of ids. */
export type TeamScope = "all" | readonly string[];
