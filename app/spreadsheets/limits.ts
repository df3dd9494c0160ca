/** Columns of old workbooks. Beyond them, only empty cells are accepted. */
export const MAX_COLUMNS = 256;
/** 100,000 rows of 50 columns: the most that fits in a web process's memory while it reads. */
export const MAX_CELLS = 5_000_000;
