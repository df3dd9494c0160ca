/** Most characters of the sentence that a parent may add. */
export const SENTENCE_MOST = 300;
/** Teams that one pulse can name. */
export const MOST_TEAMS = 500;
