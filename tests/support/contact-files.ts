/** Files of parents as the usual systems export them: the columns of each, and invented people. */

const FIRST = [
  "Ana",
  "Ben",
  "Carla",
  "Dev",
  "Elena",
  "Farid",
  "Grace",
  "Hugo",
  "Ines",
  "Jamal",
  "Kira",
  "Luis",
  "Mei",
  "Noah",
];
const LAST = [
  "Alvarez",
  "Brooks",
  "Chen",
  "Díaz",
  "Ellis",
  "Fischer",
  "García",
  "Huang",
  "Ibrahim",
  "Jones",
  "O'Neil",
  "Patel",
];
const CHILDREN = ["Max", "Ida", "Leo", "Zoë", "Sam", "Mia", "Eli", "Ava", "Ray", "Liv", "Tom"];
const TEAMS = [
  { name: "Hawks", age: "U12", birth: 2015, gender: "M" },
  { name: "Otters", age: "U10", birth: 2017, gender: "F" },
] as const;

/** One player of a file, with two parents; every fifth is the brother or sister of the one before. */
interface Player {
  parent: { first: string; last: string; email: string };
  other: { first: string; last: string; email: string };
  first: string;
  last: string;
  team: (typeof TEAMS)[number];
  born: [year: number, month: number, day: number];
}

function playerAt(index: number): Player {
  const family = index % 5 === 4 ? index - 1 : index;
  const last = LAST[family % LAST.length] ?? "";
  const person = (of: number) => {
    const first = FIRST[of % FIRST.length] ?? "";
    const plain = last.normalize("NFKD").replace(/[^A-Za-z]/g, "");
    return { first, last, email: `${first}.${plain}.${of}@parents.example`.toLowerCase() };
  };
  const team = TEAMS[index % TEAMS.length] ?? TEAMS[0];
  return {
    parent: person(family * 2),
    other: person(family * 2 + 1),
    first: `${CHILDREN[index % CHILDREN.length]}${index >= 1000 ? ` ${index}` : ""}`,
    last,
    team,
    born: [team.birth, 1 + (index % 7), 1 + (index % 28)],
  };
}

const two = (number: number) => String(number).padStart(2, "0");
const MONTHS = ["January", "February", "March", "April", "May", "June", "July"];
const dates = {
  iso: ([year, month, day]: Player["born"]) => `${year}-${two(month)}-${two(day)}`,
  slashed: ([year, month, day]: Player["born"]) => `${month}/${day}/${year}`,
  yearFirst: ([year, month, day]: Player["born"]) => `${year}/${two(month)}/${two(day)}`,
  worded: ([year, month, day]: Player["born"]) => `${MONTHS[month - 1]} ${day}, ${year}`,
};

interface Source {
  columns: string;
  /** Separator of columns and cells. */
  separator?: string;
  row: (player: Player, index: number) => string[];
  /** Added below the rows: exports end in blank lines. */
  tail?: string;
  /** True if the file names the second parents with an address, and the children. */
  both: boolean;
  children: boolean;
  /** True if the file names the parents. */
  named: boolean;
}

export const contactSources = {
  template: {
    columns: "parent_email,parent_name,child_name,team_name,age_group",
    row: (p) => [
      p.parent.email,
      `${p.parent.first} ${p.parent.last}`,
      `${p.first} ${p.last}`,
      p.team.name,
      p.team.age,
    ],
    both: false,
    children: true,
    named: true,
  },
  "help-page": {
    columns: "parent_email, parent_name, child_name, team_name",
    row: (p) => [p.parent.email, `${p.parent.last}, ${p.parent.first}`, `${p.last}, ${p.first}`, p.team.name],
    both: false,
    children: true,
    named: true,
  },
  "sportsengine-season": {
    columns:
      "Team Name*,Team Role (Player/Staff)*,First Name*,Middle Name,Last Name*,Suffix,Email*,Date of Birth*,Gender*,Address,City,State,Postal Code,Country,Grade,Jersey Number",
    row: (p, n) => [
      p.team.name,
      "Player",
      p.first,
      "",
      p.last,
      "",
      p.parent.email,
      dates.yearFirst(p.born),
      p.team.gender,
      "1 Elm Street",
      "Austin",
      "TX",
      "78701",
      "US",
      "5",
      `${n % 99}`,
    ],
    both: false,
    children: true,
    named: false,
  },
  "sportsengine-registration": {
    columns:
      "athlete_1_first_name,athlete_1_last_name,athlete_1_dob,athlete_1_gender,athlete_1_email,medical_notes,guardian_1_first_name,guardian_1_last_name,Guardian_1_Email,Guardian_1_Primary_Phone,guardian_2_first_name,guardian_2_last_name,guardian_2_email_1,guardian_2_phone_1,Account Email,Secondary Email,team_name,division_name,Rostered Team,Season Team Name,Program,Entry Status,Order Status",
    row: (p) => [
      p.first,
      p.last,
      dates.slashed(p.born),
      p.team.gender,
      `${p.first}@kids.example`.replace(" ", ""),
      "Asthma",
      p.parent.first,
      p.parent.last,
      p.parent.email,
      "(512) 555-0100",
      p.other.first,
      p.other.last,
      p.other.email,
      "(512) 555-0101",
      p.parent.email,
      "",
      "",
      `${p.team.age} Recreational`,
      p.team.name,
      "",
      "Fall Soccer",
      "Active",
      "Completed",
    ],
    both: true,
    children: true,
    named: true,
  },
  "sportsengine-members": {
    columns:
      "Member First Name\tMember Last Name\tMember Email\tBirth Date\tGender\tTeam\tGuardian 1 First Name\tGuardian 1 Last Name\tGuardian 1 Email\tGuardian 2 First Name\tGuardian 2 Last Name\tGuardian 2 Email",
    separator: "\t",
    row: (p) => [
      p.first,
      p.last,
      `${p.first}@kids.example`.replace(" ", ""),
      dates.slashed(p.born),
      p.team.gender,
      p.team.name,
      p.parent.first,
      p.parent.last,
      p.parent.email,
      p.other.first,
      p.other.last,
      p.other.email,
    ],
    both: true,
    children: true,
    named: true,
  },
  "sports-connect": {
    columns:
      "Player First Name,Player Last Name,Player Gender,Player Birth Date,Player Email,Program Name,Division Name,Team Name,Account First Name,Account Last Name,User Email,Parent Name,Telephone,Cellphone,Additional First Name,Additional Last Name,Additional Email,Secondary Email,Order Status",
    row: (p, n) => [
      p.first,
      p.last,
      p.team.gender,
      dates.slashed(p.born),
      "",
      "Fall Soccer",
      `${p.team.age} Coed`,
      n % 7 === 3 ? "Unallocated" : p.team.name,
      p.parent.first,
      p.parent.last,
      p.parent.email,
      `${p.parent.first} ${p.parent.last}`,
      "5125550100",
      "5125550101",
      p.other.first,
      p.other.last,
      p.other.email,
      "",
      "Paid",
    ],
    both: true,
    children: true,
    named: true,
  },
  playmetrics: {
    columns:
      "team,season_id,season,player_first_name,player_last_name,gender,birth_date,age_group,position,number,Foot,parent1_email,parent1_first_name,parent1_last_name,parent1_mobile_number,parent2_email,parent2_first_name,parent2_last_name,parent2_mobile_number,street,city,state,zip",
    row: (p, n) => [
      p.team.name,
      "88",
      "Fall 2026",
      p.first,
      p.last,
      p.team.gender,
      dates.iso(p.born),
      p.team.age,
      "Forward",
      `${n % 99}`,
      "Right",
      p.parent.email,
      p.parent.first,
      p.parent.last,
      "5125550100",
      p.other.email,
      p.other.first,
      p.other.last,
      "5125550101",
      "1 Elm Street",
      "Austin",
      "TX",
      "78701",
    ],
    both: true,
    children: true,
    named: true,
  },
  gotsport: {
    columns:
      "First Name,Last Name,Date of Birth,Gender,Parent First Name,Parent Last Name,Parent Email,Team Name,Team Age,Team Gender",
    row: (p) => [
      p.first,
      p.last,
      dates.worded(p.born),
      p.team.gender,
      p.parent.first,
      p.parent.last,
      p.parent.email,
      p.team.name,
      p.team.age.slice(1),
      p.team.gender,
    ],
    tail: "\n,,,,,,,,,\n,,,,,,,,,\n",
    both: false,
    children: true,
    named: true,
  },
  teamsnap: {
    columns:
      "First,Last,Birthdate,Gender,Jersey Number,Position,Non-Player,Email,Contact 1 First Name,Contact 1 Last Name,Contact 1 Email,Contact 1 Mobile Phone,Contact 2 First Name,Contact 2 Last Name,Contact 2 Email,Team,Division",
    row: (p, n) => [
      p.first,
      p.last,
      dates.slashed(p.born),
      p.team.gender,
      `${n % 99}`,
      "",
      "N",
      `${p.first}@kids.example`.replace(" ", ""),
      p.parent.first,
      p.parent.last,
      p.parent.email,
      "512-555-0100",
      p.other.first,
      p.other.last,
      p.other.email,
      p.team.name,
      `${p.team.age} Boys`,
    ],
    both: true,
    children: true,
    named: true,
  },
  "teamsnap-p1": {
    columns:
      "First Name,Last Name,Birthdate,Gender,Email,P1 First Name,P1 Last Name,P1 Email,P2 First Name,P2 Last Name,P2 Email,Team",
    row: (p) => [
      p.first,
      p.last,
      dates.slashed(p.born),
      p.team.gender,
      "",
      p.parent.first,
      p.parent.last,
      p.parent.email,
      p.other.first,
      p.other.last,
      p.other.email,
      p.team.name,
    ],
    both: true,
    children: true,
    named: true,
  },
  "google-old": {
    columns:
      "Name,Given Name,Additional Name,Family Name,Yomi Name,Birthday,Gender,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value",
    row: (p) => [
      `${p.parent.first} J. ${p.parent.last}`,
      p.parent.first,
      "J.",
      p.parent.last,
      "",
      "1984-02-13",
      "",
      "* myContacts ::: Hawks",
      "* Home",
      p.parent.email,
      "Mobile",
      "512-555-0100",
    ],
    both: false,
    children: false,
    named: true,
  },
  "google-new": {
    columns:
      "First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
    row: (p) => [
      p.parent.first,
      "",
      p.parent.last,
      "",
      "",
      "Acme",
      "1984-02-13",
      "* myContacts",
      "",
      p.parent.email,
      "Mobile",
      "512-555-0100",
    ],
    both: false,
    children: false,
    named: true,
  },
  outlook: {
    columns: "First Name;Last Name;Company;E-mail Address;Mobile Phone;Home Phone",
    separator: ";",
    row: (p) => [p.parent.first, p.parent.last, "Acme", p.parent.email, "512-555-0100", ""],
    both: false,
    children: false,
    named: true,
  },
  "outlook-full": {
    columns:
      "First Name,Middle Name,Last Name,Title,Suffix,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,Home Phone,Business Phone,Mobile Phone,Company,Job Title,Birthday,Gender,Home Address",
    row: (p) => [
      p.parent.first,
      "",
      p.parent.last,
      "",
      "",
      "",
      "",
      p.parent.email,
      "",
      "512-555-0100",
      "",
      "",
      "Acme",
      "",
      "2/13/1984",
      "Unspecified",
      "1 Elm Street",
    ],
    both: false,
    children: false,
    named: true,
  },
  "google-form": {
    columns:
      "Timestamp,Email Address,Parent/Guardian's Full Name,Player's Name,Player's Birth Date,Team,Allergies",
    row: (p) => [
      "8/13/2026 19:04:11",
      p.parent.email,
      `${p.parent.first} ${p.parent.last}`,
      `${p.first} ${p.last}`,
      dates.slashed(p.born),
      p.team.name,
      "Peanuts",
    ],
    both: false,
    children: true,
    named: true,
  },
} as const satisfies Record<string, Source>;

export type ContactSource = keyof typeof contactSources;

/** Builds a source's columns and rows as cells. */
export function contactCells(source: ContactSource, rows: number): string[][] {
  const { columns, row, separator = "," }: Source = contactSources[source];
  return [
    columns.split(separator),
    ...Array.from({ length: rows }, (_, index) => row(playerAt(index), index)),
  ];
}

/** Builds a source's export as text. */
export function contactFile(source: ContactSource, rows: number): string {
  const { separator = ",", tail = "\n" }: Source = contactSources[source];
  const quoted = (cell: string) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const [header = [], ...lines] = contactCells(source, rows);
  return (
    [header.join(separator), ...lines.map((cells) => cells.map(quoted).join(separator))].join("\n") + tail
  );
}
