import { join } from "node:path";

/** Exists in a data folder whose clubs have all been moved, and names where to: nothing is served from it any more. */
export const movedAway = (dataDir: string) => join(dataDir, "moved-away");

/** Returns the mark of a club that is being moved to another installation; its file is beside it meanwhile. */
export const movingMark = (clubsFolder: string, code: string) => join(clubsFolder, ".moved", code);
export const movingFile = (clubsFolder: string, code: string) => `${movingMark(clubsFolder, code)}.sqlite`;
