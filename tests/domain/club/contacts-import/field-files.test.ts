import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readBulkAddresses } from "#app/domain/club/contacts/add-contacts.server.ts";
import type { ContactsHead } from "#app/domain/club/contacts-import/contact-review.server.ts";
import { contactsProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { commasOfRows, readContactRow } from "#app/domain/club/contacts-import/read-contact-row.ts";
import { readContacts } from "#app/domain/club/contacts-import/read-contacts.server.ts";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { readInvitationList } from "#app/domain/club/staff/invitation-list.ts";

/** Files of clubs, and files shaped after public exports of other systems (product/imports.md#contacts-import). */

const hawks = { id: "hawks", name: "Hawks", ageGroup: "U-12", gender: "Boys", season: "Spring 2027" };
const file = (name: string) => readFileSync(new URL(`../../../fixtures/contacts/${name}`, import.meta.url));

async function read(of: Uint8Array | string) {
  const bytes = typeof of === "string" ? new TextEncoder().encode(of) : of;
  const found = await readContacts({ bytes });
  if (!found.ok) throw new Error(contactsProblemLabel(found));
  const { head, lines } = splitPayload<ContactsHead>(found.payload);
  const has = (...fields: string[]) =>
    head.columns.some(({ field }) => fields.includes(field.replace(/\d$/, "")));
  const rows = lines.flatMap((line) => parseRows(head.columns, line));
  const lookup = {
    matcher: teamMatcher(["Lakeside Youth Soccer"], [hawks]),
    choices: {},
    teamIds: new Set(["hawks"]),
    season: "Spring 2027",
    has: {
      parentName: has("name", "first", "last"),
      child: has("child", "childFirst", "childLast"),
      team: has("team"),
      age: has("age"),
    },
    commas: commasOfRows(rows),
    oneName: false,
  };
  const reads = rows.map((row) => readContactRow(row, lookup));
  return {
    head,
    parents: reads.flatMap(({ guardians }) => guardians.map(({ name, email }) => `${name} <${email}>`)),
    children: reads.flatMap(({ children }) => children.map(({ name }) => name)),
    issues: reads.flatMap(({ issues }) => issues.map(({ level, text }) => `${level}: ${text}`)),
  };
}

describe("files of clubs", () => {
  test("one bad byte spoils one letter", async () => {
    const { parents, issues } = await read(file("one-bad-byte.csv"));
    expect(parents).toEqual([
      "José Núñez <u1@own.example>",
      "Zoë Müller <u2@own.example>",
      "Bad \ufffd Byte <u3@own.example>",
    ]);
    expect(issues).toEqual([
      'warning: A letter of "Bad \ufffd Byte" could not be read: correct it in the file',
    ]);
  });

  test("an address stands bare, whatever is wrapped around it", async () => {
    expect(await read(file("wrapped-addresses.csv"))).toMatchObject({
      parents: ["Anna F <anna.f@own.example>", "Anna G <anna.g@own.example>", "Anna H <anna.h@own.example>"],
      issues: [],
    });
  });

  test("two columns of addresses are asked about", async () => {
    expect((await read(file("two-email-columns.csv"))).head.unsure).toEqual([
      { field: "email1", headers: ["Email", "Email"] },
    ]);
  });

  test("HubSpot writes 'firstname'", async () => {
    expect((await read(file("hubspot.csv"))).parents).toEqual(["Hugo Spot <hs@own.example>"]);
  });

  test("a web page named .xls has its own sentence", async () => {
    await expect(read(file("web-page-named.xls"))).rejects.toThrow(
      "this is a web page, which some systems name .xls. Open it in Excel and save it as .xlsx",
    );
  });

  test("mistyped domains are asked about", async () => {
    const { parents, issues } = await read(file("typed-domains.csv"));
    expect(parents).toHaveLength(3);
    expect(issues).toEqual([
      'warning: Is it gmail.com? "gmail.con" looks mistyped',
      'warning: Is it gmail.com? "gmial.com" looks mistyped',
      'warning: Is it hotmail.com? "hotmial.com" looks mistyped',
    ]);
  });

  test("Outlook's recipients are read, in bulk and as invitations", () => {
    const text = file("outlook-recipients.txt").toString();
    const people = [
      { name: "Jane Doe", email: "jane.doe@own.example" },
      { name: "Bob O'Neil", email: "bob.on@own.example" },
    ];
    expect(readBulkAddresses(text)).toMatchObject({ contacts: people, rejected: [] });
    expect(readInvitationList(text, () => null)).toMatchObject(people);
  });

  test.each([
    ["van der Berg, Ava", ["Ava van der Berg"]],
    ['"O\'Neil, Ava & Ben"', ["Ava O'Neil", "Ben O'Neil"]],
  ])("children %s", async (cell, children) => {
    const quoted = cell.startsWith('"') ? cell : `"${cell}"`;
    expect((await read(`parent_email,child_name\na@own.example,${quoted}\n`)).children).toEqual(children);
  });

  test("a file without a known header is read with columns chosen by hand, if it has addresses", async () => {
    expect((await read("Wer,Coach kontakt\nAnn,ann@own.example\n")).head.unread).toBe(true);
    await expect(read("Name,Color\nAnn,red\n")).rejects.toThrow("No column has the parents' email addresses");
  });
});

describe("cells of addresses", () => {
  test.each([
    ["a@own.example (mom), b@own.example (dad)", ["a@own.example", "b@own.example"]],
    ["mom: a@own.example dad: b@own.example", ["a@own.example", "b@own.example"]],
    ["Mom - a@own.example / Dad - b@own.example", ["a@own.example", "b@own.example"]],
    ["a@own.example + b@own.example", ["a@own.example", "b@own.example"]],
    ["a@own.example \u00b7 b@own.example", ["a@own.example", "b@own.example"]],
    ["mailto:a@own.example?subject=Hi", ["a@own.example"]],
    ["\u200ba@own.example\u200b.", ["a@own.example"]],
    ["a@own.example<mailto:a@own.example>", ["a@own.example"]],
  ])("%s", async (cell, emails) => {
    const { parents, issues } = await read(`parent_email\n"${cell}"\n`);
    expect(parents.map((parent) => /<(.*)>/.exec(parent)?.[1])).toEqual(emails);
    expect(issues.filter((text) => text.startsWith("error"))).toEqual([]);
  });

  test("names in the cell count where the row has no other, and a remark is named", async () => {
    expect((await read('parent_email\n"Anna <a@own.example> / Bob <b@own.example>"\n')).parents).toEqual([
      "Anna <a@own.example>",
      "Bob <b@own.example>",
    ]);
    expect((await read('parent_email\n"a@own.example, call first"\n')).issues).toEqual([
      'warning: Not read: "call first" beside a@own.example',
    ]);
  });
});

describe("files shaped after other systems' exports", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const bytes = (text: string, codes: Record<string, number>) =>
    Uint8Array.from([...text].map((character) => codes[character] ?? character.charCodeAt(0)));
  test.each<[system: string, file: Uint8Array, parents: string[], children: string[]]>([
    [
      "LeagueApps registrations",
      utf8(
        "Player First Name,Player Last Name,Parent 1 First Name,Parent 1 Last Name,Parent 1 Email,Parent 2 Email,Parent 2 First Name,Parent 2 Last Name,Team\nAva,Cole,Ann,Cole,ann@own.example,bo@own.example,Bo,Cole,Hawks\n",
      ),
      ["Ann Cole <ann@own.example>", "Bo Cole <bo@own.example>"],
      ["Ava Cole"],
    ],
    [
      "a Spanish list",
      utf8(
        "Nombre del padre,Correo electrónico,Jugador,Equipo,Categoría\nLuis Peña,luis@own.example,Ana Peña,Hawks,U12\n",
      ),
      ["Luis Peña <luis@own.example>"],
      ["Ana Peña"],
    ],
    [
      "a Spanish list with surnames",
      utf8(
        "Nombre,Apellidos,Correo,Nombre del jugador,Apellidos del jugador\nLuis,Peña,luis@own.example,Ana,Peña\n",
      ),
      ["Luis Peña <luis@own.example>"],
      ["Ana Peña"],
    ],
    [
      "Spond members",
      utf8(
        "Name;Guardian 1;Guardian 1 e-mail;Guardian 2;Guardian 2 e-mail\nAva Cole;Ann Cole;ann@own.example;Bo Cole;bo@own.example\n",
      ),
      ["Ann Cole <ann@own.example>", "Bo Cole <bo@own.example>"],
      ["Ava Cole"],
    ],
    [
      "a German list in Windows-1252",
      bytes(
        "Mutter;Mutter E-Mail;Vater;Vater E-Mail;Kind\nJana Müller;jana@own.example;Jörg Müller;joerg@own.example;Zoë\n",
        { ü: 0xfc, ö: 0xf6, ë: 0xeb },
      ),
      ["Jana Müller <jana@own.example>", "Jörg Müller <joerg@own.example>"],
      ["Zoë"],
    ],
    [
      "a list of an old Mac",
      bytes("Parent,Parent Email,Player\nJosé Núñez,jose@own.example,Zoë\n", {
        é: 0x8e,
        ú: 0x9c,
        ñ: 0x96,
        ë: 0x91,
      }),
      ["José Núñez <jose@own.example>"],
      ["Zoë"],
    ],
    [
      "a list in Windows-1250",
      bytes("Parent,Parent Email,Player\nŁukasz Wałęsa,lw@own.example,Śnieżka\n", {
        Ł: 0xa3,
        ł: 0xb3,
        ę: 0xea,
        Ś: 0x8c,
        ż: 0xbf,
      }),
      ["Łukasz Wałęsa <lw@own.example>"],
      ["Śnieżka"],
    ],
    [
      "TeamSideline roster",
      utf8(
        "Athlete Name,Caregiver,Caregiver Email,Emergency Contact Email\nAva Cole,Ann Cole,Ann Cole <ann@own.example>,x@own.example\n",
      ),
      ["Ann Cole <ann@own.example>"],
      ["Ava Cole"],
    ],
    [
      "Stack Team App members",
      utf8("Child,Adult 1,Adult 1 Email,Adult 2,Adult 2 Email\nAva Cole,Ann Cole,ann@own.example,,\n"),
      ["Ann Cole <ann@own.example>"],
      ["Ava Cole"],
    ],
    [
      "Mailchimp audience",
      utf8("Email Address,First Name,Last Name,MEMBER_RATING\nann@own.example,Ann,Cole,2\n"),
      ["Ann Cole <ann@own.example>"],
      [],
    ],
  ])("%s", async (_, bytesOf, parents, children) => {
    expect(await read(bytesOf)).toMatchObject({ parents, children });
  });
});
