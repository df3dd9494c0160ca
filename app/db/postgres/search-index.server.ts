import { type RawBuilder, sql } from "kysely";

/** The text indexes in PostgreSQL: lexemes as `words_of` makes them, found by a GIN index. */

/**
 * Returns a table of one column, `number`: the rows of an index with a word for each beginning, and with all whole
 * words; the highest numbers first where they are limited.
 */
export function lexemesWith(
  index: string,
  prefixes: readonly string[],
  wholes: readonly string[],
  part?: { limit: number; between?: { from: number; to: number } },
): RawBuilder<{ number: number }> {
  const terms = [...prefixes.map((word) => `${quoted(word)}:*`), ...wholes.map(quoted)];
  const range = part?.between ? sql`and rowid >= ${part.between.from} and rowid < ${part.between.to}` : sql``;
  const first = part ? sql`order by rowid desc limit ${part.limit}` : sql``;
  return sql`(select rowid as number from ${sql.table(index)}
    where lexemes @@ ${terms.join(" & ")}::tsquery ${range} ${first})`;
}

const quoted = (word: string) => `'${word.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;

/** Selects the `kind` and `name` of a club's names, which are few, with one of the texts for each or any word. */
export function namesLike(
  table: string,
  texts: readonly string[][],
  wanted: "each" | "any",
): RawBuilder<{ kind: string; name: string }> {
  const like = texts.map(
    (parts) =>
      sql`(${sql.join(
        parts.map((text) => sql`plain_text(words) like ${`%${text}%`}`),
        sql` or `,
      )})`,
  );
  return sql`(select kind, name from ${sql.table(table)}
    where ${sql.join(like, wanted === "each" ? sql` and ` : sql` or `)})`;
}
