import { isStaffOnly } from "../../architecture/addresses.ts";
import { PRIVATE } from "../fixture.ts";
import { type ActorName, actors, expectedAccess, type Row } from "../matrix.ts";

/** Words in every text of Lakeside, and of the platform's staff. Riverside's is PRIVATE. */
export const LAKESIDE = "lakesideprivate";
export const STAFF = "staffprivate";

/** Parents of each team, found by name and by address. They are the last of their lists. */
export const HAWKS = { name: "Zoehawk", domain: "hawks-canary.example" };
export const OTTERS = { name: "Zoeotter", domain: "otters-canary.example" };
const everythingOf = ({ name, domain }: typeof HAWKS) => [name.toLowerCase(), domain];

/**
 * Lists addresses of parents that the actor may not see: coaches see none, and other staff only those of their own
 * teams (product/teams.md#permissions).
 */
function hiddenParents(name: ActorName): string[] {
  switch (name) {
    case "club administrator":
    case "club's own account":
      return [];
    case "manager":
      return everythingOf(OTTERS);
    case "coach":
      return [HAWKS.domain, ...everythingOf(OTTERS)];
    case "coach of another team":
      return [OTTERS.domain, ...everythingOf(HAWKS)];
    case "coach who manages another team":
      return [HAWKS.domain];
    default:
      return [...everythingOf(HAWKS), ...everythingOf(OTTERS)];
  }
}

/** Lists the words that an actor may not read at an address. */
function forbiddenWords(name: ActorName, row: Row): string[] {
  const { is } = actors[name];
  if (is === "acting") return forbiddenToActing(name, row);
  // Permitted staff search for people to help (product/platform-staff.md#platform-staff).
  if (
    is === "staff" &&
    /^\/admin\/(clubs|erasures|audit|verification|billing|sessions)/.test(row.address.path) &&
    expectedAccess(name, row) === "open"
  )
    return [];
  return [
    ...(is === "neighbor" ? [] : [PRIVATE]),
    ...(is === "own" ? [] : [LAKESIDE]),
    ...(is === "staff" ? [] : [STAFF]),
    ...hiddenParents(name),
  ];
}

/** Words in the notes of every incident of the club, and in addresses of its people and its parents. */
const INCIDENT = "a parent shouted";
const ADDRESSES = ["people.example", "parents.example", "families.example"];

/**
 * Lists words hidden from staff who act for a club: parents, all addresses and incident notes; everything of the club
 * where they are refused (product/support.md#acting-for-a-club).
 */
function forbiddenToActing(name: ActorName, row: Row): string[] {
  const isOpen = expectedAccess(name, row) === "open";
  if (
    isOpen &&
    /^\/admin\/(clubs|erasures|audit|verification|billing|messages|sessions)/.test(row.address.path)
  )
    return [];
  const isClubs = !isStaffOnly(row.who) && row.who !== "anybody";
  return [
    PRIVATE,
    INCIDENT,
    ...ADDRESSES,
    ...(isOpen && isClubs ? [] : [LAKESIDE]),
    ...[HAWKS, OTTERS].flatMap(everythingOf),
  ];
}

/** Joins every byte of an answer: its address, headers and body. */
export const bytesOf = (answer: Response, text: string) =>
  `${answer.url} ${[...answer.headers].join("\n")} ${text}`;

/** Lists words in an answer that its reader may not know. */
export function wordProblems(name: ActorName, row: Row, bytes: string): string[] {
  const lower = bytes.toLowerCase();
  return forbiddenWords(name, row).flatMap((word) => {
    const at = lower.indexOf(word);
    return at < 0 ? [] : [`shows ${bytes.slice(Math.max(0, at - 100), at + 60)}`];
  });
}
