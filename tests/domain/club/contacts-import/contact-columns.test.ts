import { describe, expect, test } from "vitest";
import { matchContactColumns } from "#app/domain/club/contacts-import/contact-columns.ts";
import {
  adultRules,
  commasOf,
  namesInCell,
  namesOfParts,
} from "#app/domain/club/contacts-import/names-in-cell.ts";
import { ageGroupOfBirth, isNoTeam, withoutDate } from "#app/domain/club/contacts-import/read-contact-row.ts";
import { columnsOfAddresses } from "#app/domain/club/contacts-import/read-contacts.server.ts";
import { splitAddresses } from "#app/forms/people-in-text.ts";

const fieldsOf = (...headers: string[]) => {
  const { columns, ambiguous } = matchContactColumns(headers);
  const named = Object.entries(columns).map(([field, index]) => [headers[index as number], field]);
  return { ...Object.fromEntries(named), ...(ambiguous.length > 0 ? { ambiguous } : {}) };
};

// product/imports.md#contacts-import
describe("the column of a parent's address", () => {
  test.each([
    "parent_email",
    "Parent/Guardian Email",
    "Parent's Email",
    "Guardian 1 Email Address",
    "Guardian_1_Email",
    "parent1_email",
    "P1 Email",
    "Contact 1 Email",
    "Mother Email",
    "Account Email",
    "User Email",
    "E-mail 1 - Value",
    "E-mail Address",
    "Email*",
    "Parent Email(s)",
    "Parent Emails",
    "Emails",
    "Email(s)",
    "Email Addresses",
    "Parents' Email Addresses",
  ])("the column of a parent's address is known as %s", (header) => {
    expect(fieldsOf(header)).toEqual({ [header]: "email1" });
  });

  test.each([
    "guardian_2_email_1",
    "parent2_email",
    "P2 Email",
    "Contact 2 Email",
    "Father Email",
    "Additional Email",
    "Secondary Parent Email",
  ])("the column of a parent's address is the second parent's as %s", (header) => {
    expect(fieldsOf(header)).toEqual({ [header]: "email2" });
  });

  test.each(["Player Email", "athlete_1_email", "Child's Email", "Student Email Address", "Member Email"])(
    "the column of a parent's address is never the player's own, %s",
    (header) => {
      expect(fieldsOf(header)).toEqual({});
    },
  );

  test.each(["Address", "Email Opt-in", "E-mail 1 - Type", "Secondary Email", "guardian_2_email_2"])(
    "the column of a parent's address is not %s",
    (header) => {
      expect(fieldsOf(header)).toEqual({});
    },
  );

  test("the column of a parent's address is a bare 'Email' only where no column says that it is a parent's", () => {
    expect(fieldsOf("Email", "Contact 1 Email")).toEqual({ "Contact 1 Email": "email1" });
    expect(fieldsOf("Email", "Contact 2 Email")).toEqual({ "Contact 2 Email": "email2" });
    expect(fieldsOf("Email", "Player Email")).toEqual({ Email: "email1" });
  });

  test("the column of a parent's address is asked for where two are equally good, and the guardian's is better than the account's", () => {
    expect(fieldsOf("Parent Email", "Guardian Email").ambiguous).toEqual([
      { field: "email1", headers: ["Parent Email", "Guardian Email"] },
    ]);
    expect(fieldsOf("Account Email", "Guardian 1 Email")).toEqual({ "Guardian 1 Email": "email1" });
  });
});

test("a bare name is the player's in a list of players, else the parent's", () => {
  expect(fieldsOf("First Name", "Last Name", "Email", "Jersey Number")).toMatchObject({
    "First Name": "childFirst1",
    "Last Name": "childLast1",
  });
  expect(fieldsOf("First Name", "Last Name", "Email")).toMatchObject({ "First Name": "first1" });
  expect(fieldsOf("Name", "Email", "Child Name")).toMatchObject({ Name: "name1", "Child Name": "child1" });
});

test("a header that is only a person is that person's name", () => {
  for (const header of [
    "Parent",
    "Parents",
    "Parent(s)",
    "Parent 1",
    "Guardian",
    "Guardian's",
    "Parent/Guardian",
    "Parent/Guardian 1",
    "Parent or Guardian",
    "Parent(s)/Guardian(s)",
    "Mother",
    "Mom",
    "Mom/Dad",
  ])
    expect(fieldsOf(header, "Child", "Email")).toEqual({
      [header]: "name1",
      Child: "child1",
      Email: "email1",
    });
  expect(fieldsOf("Mom", "Dad", "Emails")).toEqual({ Mom: "name1", Dad: "name2", Emails: "email1" });
  expect(fieldsOf("Parent 1", "Parent 1 Email", "Parent 2", "Parent 2 Email")).toEqual({
    "Parent 1": "name1",
    "Parent 1 Email": "email1",
    "Parent 2": "name2",
    "Parent 2 Email": "email2",
  });
  expect(fieldsOf("Parent", "Parent Name", "Email")).toEqual({ "Parent Name": "name1", Email: "email1" });
  // His address is the only one.
  expect(fieldsOf("Dad", "Email")).toEqual({ Dad: "name1", Email: "email1" });
  expect(fieldsOf("Dad", "Dad's Email")).toEqual({ Dad: "name2", "Dad's Email": "email2" });
  expect(fieldsOf("Contact", "P1", "Email")).toEqual({ Email: "email1" });
});

test("an address book has whole names of adults, whose birthdays are nobody's age group", () => {
  const whole = { "First Name": "first1", "Last Name": "last1", "E-mail Address": "email1" };
  expect(fieldsOf("First Name", "Last Name", "E-mail Address")).toEqual(whole);
  expect(
    fieldsOf("First Name", "Last Name", "E-mail Address", "Business Phone", "Birthday", "Gender"),
  ).toEqual(whole);
  expect(
    fieldsOf("Name", "Given Name", "Additional Name", "Family Name", "Birthday", "E-mail 1 - Value"),
  ).toEqual({
    Name: "name1",
    "Given Name": "first1",
    "Family Name": "last1",
    "E-mail 1 - Value": "email1",
  });
});

test("a stated age group is better than a birth date", () => {
  expect(fieldsOf("Birth Date", "Age Group")).toEqual({ "Age Group": "age1" });
  expect(fieldsOf("athlete_2_dob")).toEqual({ athlete_2_dob: "born2" });
});

test("a birth date gives the age group of the year from August to July", () => {
  expect(ageGroupOfBirth("2014-08-01", "2026-11-22")).toBe("U-12");
  expect(ageGroupOfBirth("7/31/2015", "2026-11-22")).toBe("U-12");
  expect(ageGroupOfBirth("August 1, 2015", "2026-11-22")).toBe("U-11");
  expect(ageGroupOfBirth("2014-08-01", "2026-07-31")).toBe("U-11");
  expect(ageGroupOfBirth("2022-01-01", "2026-11-22")).toBe("U-6");
  expect(ageGroupOfBirth("1980-01-01", "2026-11-22")).toBe("");
  expect(ageGroupOfBirth("soon", "2026-11-22")).toBe("");
});

test("a column of age groups keeps no birth date", () => {
  const kept = ["U12", "Under 12", "2015", "10-12", "", "05/13/2015", "May 13, 2015", "2015-05-13"];
  expect(kept.map((cell) => withoutDate(cell, "2026-11-22"))).toEqual([
    "U12",
    "Under 12",
    "2015",
    "10-12",
    "",
    "U-12",
    "U-12",
    "U-12",
  ]);
});

describe("a cell of parents' names", () => {
  test.each([
    ["Parker, Pat", ["Pat Parker"]],
    ["García López, Ana María", ["Ana María García López"]],
    ["Pat Parker, Jr.", ["Pat Parker, Jr."]],
    ["Parker,", ["Parker"]],
    ["", []],
    ["Anna & David Müller", ["Anna Müller", "David Müller"]],
    ["Anna and David van der Berg", ["Anna van der Berg", "David van der Berg"]],
    ["Müller, Anna & David", ["Anna Müller", "David Müller"]],
    ["Müller, Anna; Schmidt, David", ["Anna Müller", "David Schmidt"]],
    ["Anna Müller / David Schmidt", ["Anna Müller", "David Schmidt"]],
    ["Anna Müller, David Müller", ["Anna Müller", "David Müller"]],
    ["Anna Müller\nDavid Schmidt", ["Anna Müller", "David Schmidt"]],
    ["Müller,\nAnna", ["Anna Müller"]],
    ["Mr. & Mrs. Parker", ["Mr. & Mrs. Parker"]],
    ["Alexander Sandy", ["Alexander Sandy"]],
    ["a & b & c & d & e & f & g & h & i", ["a & b & c & d & e & f & g & h & i"]],
  ])("%j is %j", (cell, names) => {
    expect(namesInCell(cell, adultRules)).toEqual(names);
  });
});

describe("a cell of children's names", () => {
  const isLastName = (text: string) => text === "Müller";
  const rules = (commas: "list" | "last-first" | "unknown") => ({ commas, isLastName });
  test.each([
    ["Ava, Ben & Cleo", ["Ava", "Ben", "Cleo"]],
    ["Ava, Ben, and Cleo Müller", ["Ava Müller", "Ben Müller", "Cleo Müller"]],
    ["Ava and Ben", ["Ava", "Ben"]],
    ["Ava | Ben + Cleo", ["Ava", "Ben", "Cleo"]],
    ["Müller, Ava & Ben", ["Ava Müller", "Ben Müller"]],
    ["Müller, Ava, Ben", ["Ava Müller", "Ben Müller"]],
    ["Müller, Ava; Müller, Ben", ["Ava Müller", "Ben Müller"]],
    ["Ava, Ben", ["Ben Ava"]],
    ["Müller, Ava", ["Ava Müller"]],
  ])("%j is %j", (cell, names) => {
    expect(namesInCell(cell, rules("unknown"))).toEqual(names);
  });

  test("a cell of children's names has a comma between two where the other rows say so", () => {
    expect(namesInCell("Ava, Ben", rules("list"))).toEqual(["Ava", "Ben"]);
    expect(namesInCell("Ava, Ben Müller", rules("list"))).toEqual(["Ava Müller", "Ben Müller"]);
    expect(namesInCell("Müller, Ava", rules("list"))).toEqual(["Ava Müller"]);
    expect(namesInCell("Jones, Kim Marie", rules("list"))).toEqual(["Kim Marie Jones"]);
    expect(namesInCell("Ava, Ben", rules("last-first"))).toEqual(["Ben Ava"]);
    expect(namesInCell("Ava, Ben & Cleo", rules("last-first"))).toEqual(["Ava", "Ben", "Cleo"]);
    const alone = { commas: "last-first", isLastName: () => null } as const;
    expect(namesInCell("Poe, Ben & Cleo", alone)).toEqual(["Ben Poe", "Cleo Poe"]);
    const cells = (...texts: string[]) => texts.map((cell) => ({ cell, isLastName }));
    expect(commasOf(cells("Ava, Ben", "Ida Müller", "Ava, Ben & Cleo"))).toBe("list");
    expect(commasOf(cells("Müller, Ben", "Jones, Kim"))).toBe("last-first");
    expect(commasOf([{ cell: "Ava, Ben", isLastName: () => null }])).toBe("unknown");
  });

  test("a cell of children's names may be two columns, the last name in one of its own", () => {
    expect(namesOfParts("Ava, Ben & Cleo", "Müller")).toEqual(["Ava Müller", "Ben Müller", "Cleo Müller"]);
    expect(namesOfParts("Ava & Ben", "Müller & Schmidt")).toEqual(["Ava Müller", "Ben Schmidt"]);
    expect(namesOfParts("Ava", "")).toEqual(["Ava"]);
    expect(namesOfParts("", "Müller")).toEqual(["Müller"]);
  });
});

test("the column of addresses is found by what is in it", () => {
  const rows = [
    { cells: ["a@x.example", "Kim", "c@x.example", "kid@x.example"] },
    { cells: ["", "b@x.example", "d@x.example", "kid@x.example"] },
    { cells: ["e@x.example", "", "", "kid@x.example"] },
  ];
  expect(columnsOfAddresses(["Correo", "Nombre", "Coach's e-mail", "Player contact"], rows)).toEqual([0]);
  expect(columnsOfAddresses(["Correo", "Nombre", "Otro correo"], rows)).toEqual([0, 2]);
  expect(columnsOfAddresses(["Reach them at"], [{ cells: ["a@x.example / b@x.example"] }])).toEqual([0]);
});

test("a cell may hold two people's addresses, or two of one person", () => {
  for (const between of ["; ", ",", " ", "/", " / ", "&", " & ", " and ", " or ", " OR ", "|", "\n", " + "])
    expect(splitAddresses(`a@x.example${between}b@x.example`)).toEqual(["a@x.example", "b@x.example"]);
  expect(splitAddresses("a@x.example and A@X.example")).toEqual(["a@x.example"]);
  expect(splitAddresses("a@x.example;")).toEqual(["a@x.example"]);
  expect(splitAddresses("tom&jerry@x.example")).toEqual(["tom&jerry@x.example"]);
  expect(splitAddresses("")).toEqual([]);
  expect(splitAddresses("a@x.example ::: b@x.example")).toEqual(["a@x.example"]);
  expect(splitAddresses("not an address")).toEqual(["not an address"]);
});

test("'Unallocated' is no team", () => {
  expect(["Unallocated", "N/A", "None", "Free agent"].every(isNoTeam)).toBe(true);
  expect(isNoTeam("Nonesuch")).toBe(false);
});
