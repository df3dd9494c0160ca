/**
 * A DATABASE_URL may name several servers, of which one is written to, as libpq takes them:
 * `postgres://user:password@one:5432,other:5432/name`.
 * @returns one URL for each, empty where it is none
 */
export function databaseHosts(url: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?#]+)(.*)$/.exec(url);
  if (!parts) return [];
  const [, before = "", hosts = "", after = ""] = parts;
  const urls = hosts.split(",").map((host) => `${before}${host}${after}`);
  return urls.every((one) => URL.canParse(one)) ? urls : [];
}
