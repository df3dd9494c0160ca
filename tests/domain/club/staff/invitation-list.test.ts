import { expect, test } from "vitest";
import { readInvitationList } from "#app/domain/club/staff/invitation-list.ts";

const teamIn = (cell: string) =>
  ({ hawks: "hawks-id", "otters u-10": "otters-id" })[cell.toLowerCase()] ?? null;
const read = (text: string) =>
  readInvitationList(text, teamIn).map(({ name, email, role, teamId }) => [name, email, role, teamId]);

// product/teams.md#inviting-several-people
test.each([
  ["dana@reed.example", "", "dana@reed.example"],
  ["Dana Reed <dana@reed.example>", "Dana Reed", "dana@reed.example"],
  ["Dana Reed, dana@reed.example", "Dana Reed", "dana@reed.example"],
  ["dana@reed.example; Dana Reed", "Dana Reed", "dana@reed.example"],
  ["Dana\tReed\tdana@reed.example", "Dana Reed", "dana@reed.example"],
  ["Dana Reed dana@reed.example", "Dana Reed", "dana@reed.example"],
  ['"Reed, Dana" <dana@reed.example>', "Dana Reed", "dana@reed.example"],
  ["Reed, Dana <dana@reed.example>;", "Dana Reed", "dana@reed.example"],
  ["“Dana   Reed” <dana@reed>", "Dana Reed", "dana@reed"],
])("%j is one person with a name", (line, name, email) => {
  expect(read(line)).toEqual([[name, email, null, null]]);
});

test("a line may name the team and the role, and a header is no person", () => {
  expect(
    read(
      "Name,Email,Team,Role\nDana Reed,dana@reed.example,hawks,Manager\nSam Poe,sam@poe.example,Otters U-10",
    ),
  ).toEqual([
    ["Dana Reed", "dana@reed.example", "manager", "hawks-id"],
    ["Sam Poe", "sam@poe.example", null, "otters-id"],
  ]);
  expect(read("ann@cole.example, assistant coach")).toEqual([["", "ann@cole.example", "assistant", null]]);
});

test("several people on one line stay apart, as mail programs write them", () => {
  expect(read("Dana Reed <dana@reed.example>, Sam Poe <sam@poe.example>; ann@cole.example")).toEqual([
    ["Dana Reed", "dana@reed.example", null, null],
    ["Sam Poe", "sam@poe.example", null, null],
    ["", "ann@cole.example", null, null],
  ]);
  expect(read("Hawks, Dana, dana@reed.example, Manager, sam@poe.example, Sam")).toEqual([
    ["Dana", "dana@reed.example", "manager", "hawks-id"],
    ["Sam", "sam@poe.example", null, "hawks-id"],
  ]);
  expect(read("a@x.example b@x.example")).toEqual([
    ["", "a@x.example", null, null],
    ["", "b@x.example", null, null],
  ]);
});

test("a line without an address is handed back as it was typed; empty lines are none", () => {
  expect(read("\r\n  \n,;\t\nDana Reed\n")).toEqual([["Dana Reed", "", null, null]]);
});
