import fc from "fast-check";
import { MARK } from "./page.ts";

const markup = [
  `<${MARK} ${MARK}=1>`,
  `"><${MARK}>`,
  `" ${MARK}="1`,
  `' ${MARK}='1`,
  `</title><${MARK}>`,
  `</textarea><${MARK}>`,
  `</option></select><${MARK}>`,
  `</style><${MARK}>`,
  `</script><script>${MARK}</script>`,
  `<!--${MARK}`,
  `-->]]><${MARK}>`,
  `<svg/onload=${MARK}>`,
  `<img src=x onerror=${MARK}>`,
  `&lt;${MARK}&gt;&#60;${MARK}&#62;`,
  `{{${MARK}}}\${${MARK}}<%=${MARK}%>`,
];
const addresses = [
  `javascript:${MARK}`,
  `JaVaScRiPt:${MARK}//`,
  `data:text/html,${MARK}`,
  `//${MARK}.example`,
  `/\\${MARK}.example`,
  `\\\\${MARK}.example`,
  `/\t/${MARK}.example`,
  `https://${MARK}.example/`,
  `/%2f${MARK}.example`,
  `//goodside.test@${MARK}.example`,
  `${MARK}@${MARK}.example`,
  "../../../../etc/passwd",
  "..%2f..%2fcontrol.sqlite",
  "/dashboard/../..//",
  `/teams/..//${MARK}.example`,
  `/teams/%2e%2E//${MARK}.example`,
  `/.//${MARK}.example`,
];
const headers = [
  `${MARK}\r\nX-${MARK}: 1`,
  `${MARK}\nSet-Cookie: ${MARK}=1`,
  `a@${MARK}.example\r\nBcc: b@${MARK}.example`,
  `${MARK}\u2028X\u2029Y\u0085Z`,
];
const queries = [
  `' or 1=1 --${MARK}`,
  `"; drop table teams; --`,
  `%' union select password_hash from accounts --`,
  "%",
  "_",
  "\\",
  `NEAR("${MARK}" *) OR ^*`,
  '"',
];
const formulas = [`=${MARK}()`, "+1+1", "-2+3", "@SUM(1)", "\t=1", "\r=1", `=cmd|' /C ${MARK}'!A0`];
const oddText = [
  "",
  " ",
  "\t\r\n ",
  "\0",
  `${MARK}\0${MARK}`,
  "\ud800",
  `\udfff${MARK}\ud83d`,
  "\u202egnp.exe",
  "\u200f\u200b\ufeff",
  "👩‍👩‍👧‍👦🏳️‍🌈",
  "ﷺ".repeat(60),
  "ẞİıſﬃ",
  `Z${"\u0301\u0489".repeat(200)}`,
  "null",
  "undefined",
  "true",
  "on",
  "[object Object]",
  "{}",
  "[]",
  '["a","b"]',
  '{"__proto__":{"admin":true}}',
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
];
const numbers = [
  "NaN",
  "Infinity",
  "-Infinity",
  "-0",
  "-1",
  "0",
  "1.5",
  "1e309",
  "1e21",
  "9007199254740993",
  "9223372036854775808",
  "99999999999999999999999999",
  "0x10",
  "0b1",
  "1e-7",
  "٣",
  "1,000",
  "+5",
  "1_000",
  "0".repeat(400),
];
const times = [
  "0000-00-00",
  "0001-01-01",
  "1970-01-01",
  "9999-12-31",
  "10000-01-01",
  "-271821-04-19",
  "+275760-09-14",
  "2026-02-30",
  "2026-03-08",
  "02:30",
  "24:00",
  "99:99",
  "23:59:60",
  "2026-W01",
  "13/13/13",
  "TBD",
];
const long = [
  "a".repeat(255),
  "a".repeat(5_000),
  "<".repeat(3_000),
  " ".repeat(30_000),
  "1".repeat(30_000),
  "a@".repeat(10_000),
  `${"a.".repeat(10_000)}@x`,
  "(".repeat(10_000),
  "\n".repeat(10_000),
  `"${",".repeat(10_000)}`,
];

/** Returns the most that one field can hold below the limit of 1 MB per body. */
const huge = () =>
  fc.constantFrom("a", "&", "é", " ", "9", `<${MARK}>`).map((unit) => unit.repeat(220_000 / unit.length));

/** One list for `npm run scan`: every kind once, the most telling first. */
export const scanValues = [
  `"><${MARK}>'${MARK}`,
  `' or 1=1 --${MARK}`,
  `https://${MARK}.example/`,
  "../../../../etc/passwd",
  `${MARK}\r\nX-${MARK}: 1`,
  `=cmd|' /C ${MARK}'!A0`,
  ...markup,
  ...addresses,
  ...headers,
  ...queries,
  ...formulas,
  ...oddText,
  ...numbers,
  ...times,
  ...long,
];

/** Text of every kind that a form, an address or a cookie can hold. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...markup) },
  { weight: 14, arbitrary: fc.constantFrom(...addresses) },
  { weight: 8, arbitrary: fc.constantFrom(...headers) },
  { weight: 8, arbitrary: fc.constantFrom(...queries) },
  { weight: 6, arbitrary: fc.constantFrom(...formulas) },
  { weight: 16, arbitrary: fc.constantFrom(...oddText) },
  { weight: 12, arbitrary: fc.constantFrom(...numbers) },
  { weight: 10, arbitrary: fc.constantFrom(...times) },
  { weight: 2, arbitrary: fc.constantFrom(...long) },
  { weight: 12, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 12, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 6, arbitrary: fc.integer().map(String) },
  { weight: 4, arbitrary: fc.double().map(String) },
  { weight: 4, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
);
/** Hostile text with an occasional value of nearly 1 MB. */
export const hostileOrHuge: fc.Arbitrary<string> = fc.oneof(
  { weight: 299, arbitrary: hostileText },
  { weight: 1, arbitrary: huge() },
);

/** Way to change a valid value. */
export type Change =
  | { kind: "replace" | "before" | "after" | "twice"; text: string }
  | { kind: "leave out" | "list" | "object" | "file" | "cut" | "double" | "case" }
  /** A value that is valid elsewhere: an id of another team or club, or another field's value. */
  | { kind: "swap"; with: number };

export const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant("replace" as const), text: hostileOrHuge }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("before" as const, "after" as const, "twice" as const),
      text: hostileText,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Change>(
      { kind: "leave out" },
      { kind: "list" },
      { kind: "object" },
      { kind: "file" },
      { kind: "cut" },
      { kind: "double" },
      { kind: "case" },
    ),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("swap" as const), with: fc.nat(10_000) }) },
);

/** Names that no form has, or that mean something to JavaScript or SQL. */
export const strangeName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "__proto__[admin]",
    "__proto__.admin",
    "constructor",
    "constructor.prototype.admin",
    "toString",
    "id",
    "club_code",
    "role",
    "status",
    "price_cents",
    "player_cap",
    "intent",
    "_data",
    "_method",
    "",
    "[]",
    "[0]",
    ".",
    "a[b][c][d]",
    "x".repeat(2_000),
  ),
  hostileText,
);
