import { parse as parseCsv } from "csv-parse/sync";
import { cookieProblems } from "./cookies.ts";
import { PRIVATE } from "./fixture.ts";
import { attribute, MARK, nodesOf } from "./page.ts";

const OURS = "http://goodside.test";
/** Words that appear only in errors or secrets. */
const NEVER = [PRIVATE, "$argon2", "node_modules", "SqliteError", "SQLITE_", "    at "];

export interface Verdict {
  /** A deliberate 503: overloaded, or a service is down. */
  busy: boolean;
  problems: string[];
}

/** Lists the problems of an answer to any request. `elsewhere`: the other origins that it may lead to. */
export async function judge(answer: Response, text: string, elsewhere: string | string[]): Promise<Verdict> {
  const busy = answer.status === 503;
  const problems: string[] = [];
  if (answer.status >= 500 && !busy) problems.push(`answered ${answer.status}`);
  problems.push(...headerProblems(answer, elsewhere));
  for (const line of answer.headers.getSetCookie()) problems.push(...(await cookieProblems(line)));
  for (const word of NEVER)
    if (text.includes(word)) problems.push(`the answer contains ${JSON.stringify(word)}`);
  const type = answer.headers.get("Content-Type") ?? "";
  if (text.includes(MARK) || text.includes(MARK.toUpperCase())) {
    if (type.startsWith("text/html")) problems.push(...markupProblems(text));
    else if (!/^(text\/(plain|csv)|application\/json)/.test(type))
      problems.push(`reflected as ${type || "no type"}`);
  }
  if (type.startsWith("text/csv")) problems.push(...formulaProblems(text));
  return { busy, problems };
}

function headerProblems({ headers }: Response, elsewhere: string | string[]): string[] {
  const problems: string[] = [];
  for (const [name, value] of headers) {
    if (name.includes(MARK)) problems.push(`the header ${name} was made from input`);
    if (/[\r\n\0]/.test(value)) problems.push(`the header ${name} has several lines`);
  }
  for (const name of ["Location", "X-Remix-Redirect"]) {
    const location = headers.get(name);
    if (location === null) continue;
    // Browsers drop tabs and line breaks and read a backslash as a slash.
    const { origin } = URL.parse(location, OURS) ?? { origin: "no address" };
    if (origin !== OURS && ![elsewhere].flat().includes(origin))
      problems.push(`${name} leads away: ${location}`);
  }
  return problems;
}

/** Finds markup made from input: an element, an attribute, a comment, a script, an address. */
export function markupProblems(html: string): string[] {
  // Parsing takes longer than the page: only pages that could have a problem are parsed.
  if (!html.includes(MARK) && !/[\s"'/]on\w+\s*=/i.test(html)) return [];
  const problems: string[] = [];
  for (const element of nodesOf(html)) {
    if (element.nodeName === "#comment" && "data" in element && element.data.includes(MARK))
      problems.push("a comment was made from input");
    if (!("tagName" in element)) continue;
    const { tagName, attrs, childNodes } = element;
    if (tagName.includes(MARK)) problems.push(`<${tagName}> was made from input`);
    if (attrs.some(({ name }) => name.includes(MARK) || name.startsWith("on")))
      problems.push(`an attribute of <${tagName}> was made from input`);
    if (
      ["script", "style"].includes(tagName) &&
      JSON.stringify(childNodes.map((c) => ("value" in c ? c.value : ""))).includes(MARK)
    )
      problems.push(`input stands in <${tagName}>`);
    for (const name of ["href", "src", "action", "formaction"]) {
      const value = attribute(element, name);
      if (value?.includes(MARK) && !harmless(value))
        problems.push(`<${tagName} ${name}> leads where input says: ${value.slice(0, 80)}`);
    }
  }
  return problems;
}

const harmless = (address: string) =>
  /^mailto:[^?\s]*$/i.test(address) ||
  (URL.canParse(address, OURS) && new URL(address, OURS).origin === OURS);

export function formulaProblems(text: string): string[] {
  const rows = parseCsv(text, { bom: true, relax_column_count: true }) as string[][];
  return rows.flat().some((cell) => /^[=+\-@\t\r]/.test(cell)) ? ["a cell of the CSV file is a formula"] : [];
}
