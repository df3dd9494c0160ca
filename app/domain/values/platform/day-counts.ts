/** Counts of a day, YYYY-MM-DD in UTC. */
export interface DayCounts {
  day: string;
  /** Ratings as they count now: a corrected one by its correction. */
  ratings: number;
  signed: number;
}
