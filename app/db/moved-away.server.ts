import { join } from "node:path";

/** Exists in a data folder whose clubs have all been moved, and names where to: nothing is served from it any more. */
export const movedAway = (dataDir: string) => join(dataDir, "moved-away");

/** In the clubs' folder: what stands while a club is moved to another installation, and its file meanwhile. */
export const movingMark = (clubsFolder: string, code: string) => join(clubsFolder, ".moved", code);
export const movingFile = (clubsFolder: string, code: string) => `${movingMark(clubsFolder, code)}.sqlite`;
