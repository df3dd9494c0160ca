/** Refuses a team whose name another team of the season has. */
export const nameTakenLabel = (season: string) =>
  `There is already a team with this name in ${season}. Use another name or season.`;
