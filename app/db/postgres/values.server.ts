import pg from "pg";

const { builtins } = pg.types;

/** As SQLite gives them: numbers as numbers, and what is true as 1. Times and JSON are text in both engines. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.JSON, String],
  [builtins.BOOL, (text) => (text === "t" ? 1 : 0)],
]);

export const RESULT_TYPES = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};
