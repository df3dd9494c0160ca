/**
 * Splits a DATABASE_URL that names several servers, of which one takes writes, in libpq's form:
 * `postgres://user:password@one:5432,other:5432/name`.
 * @returns one URL for each, [] for an invalid one
 */
export function databaseHosts(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?#]+)(.*)$/.exec(url);
  if (!parts) return [];
  const [, before = "", hosts = "", after = ""] = parts;
  const urls = hosts.split(",").map((host) => `${before}${host}${after}`);
  return urls.every((one) => URL.canParse(one)) ? urls : [];
}
