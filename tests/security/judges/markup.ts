import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { World } from "../../support/world.ts";
import { markupProblems } from "../judge.ts";
import { MARK } from "../page.ts";

/** Breaks out of attributes, of every text-only element and of scripts, then opens an element. */
export const BREAKS_OUT = `"'></textarea></select></title></style></script><${MARK} ${MARK}=1 onload=1><!--`;

/** All user-written text that a page shows, by table and column. */
const OF_CLUB = {
  teams: ["name", "description", "season"],
  games: ["opponent", "location", "notes"],
  staff: ["name", "email"],
  ratings: ["reason", "correction_reason", "given_by_name"],
  incidents: ["what", "when_text", "updated_by_name", "agreed"],
  incident_talks: ["who", "with_whom", "outcome"],
  incident_entries: ["text", "author_name"],
  imports: ["file_name"],
} as const;
const OF_CONTROL = {
  clubs: ["name", "city", "email"],
  accounts: ["name"],
  standings: ["team_name", "club_name"],
  signups: ["club_name", "contact_name", "email", "phone", "city", "description"],
} as const;

const wordOf = (place: string) => `${MARK}${place.replace(/[^a-z]/g, "")}x`;
/** Returns a text for each column, found again by its first word. */
const hostile = (place: string) => ` ${wordOf(place)} ${BREAKS_OUT}`;
/** Returns as much markup as a valid email address can hold. */
const hostileMail = (place: string) => `${wordOf(place)}'?${MARK}=1&bcc=${MARK}.`;

/** Adds markup to every stored text of a club, and judges whether pages escape it. */
export class MarkupJudge {
  readonly #words = new Set<string>();
  readonly #judged = new Set<string>();

  /** Appends markup to every text; an email address gets it in front. */
  async plant({ platform, control }: World, clubCode: string): Promise<void> {
    await platform.clubs.use(clubCode, (db) => this.#plantIn(db as unknown as Kysely<Texts>, OF_CLUB));
    await this.#plantIn(control as unknown as Kysely<Texts>, OF_CONTROL);
    // A link works for the invited address alone.
    await control
      .updateTable("link_tokens")
      .set({ email: sql<string>`${hostileMail("staffemail")} || email` })
      .where("purpose", "=", "invitation")
      .where("club_code", "=", clubCode)
      .where("email", "<>", "")
      .execute();
    // Pages take the club's name from the control database.
    await platform.clubs.use(clubCode, (db) =>
      db
        .updateTable("club")
        .set({ name: sql<string>`name || ${hostile("clubfile")}` })
        .execute(),
    );
  }

  async #plantIn(db: Kysely<Texts>, tables: Record<string, readonly string[]>): Promise<void> {
    for (const [table, columns] of Object.entries(tables))
      for (const column of columns) {
        const place = `${table}${column}`;
        this.#words.add(wordOf(place));
        const stored = sql.ref(column);
        const text =
          column === "email"
            ? sql<string>`iif(${stored} = '', '', ${hostileMail(place)} || ${stored})`
            : sql<string>`coalesce(${stored}, '') || ${hostile(place)}`;
        await db
          .updateTable(table)
          .set({ [column]: text })
          .execute();
      }
  }

  /** Tells whether a page was not judged before, and marks it as judged. */
  isNew(html: string): boolean {
    if (this.#judged.has(html)) return false;
    this.#judged.add(html);
    return true;
  }

  /** Finds elements, attributes or scripts that were made from text. */
  problems(html: string): string[] {
    for (const word of this.#words) if (html.includes(word)) this.#words.delete(word);
    return markupProblems(html);
  }

  /** Lists columns that no page has shown yet, so that none escapes the test. */
  unseen(): string[] {
    return [...this.#words];
  }
}

type Texts = Record<string, Record<string, string>>;

export const isPage = (answer: Response) =>
  answer.headers.get("Content-Type")?.startsWith("text/html") === true;
