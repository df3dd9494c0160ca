import { z } from "zod";
import { emailAddress, formVersion, line, optionalLine } from "#app/forms/fields.server.ts";
import { parentFields } from "./fields.ts";

const teamId = z.string().max(64).default("");

/** Correcting a parent's name and address. */
export const correctContactSchema = z.object({
  name: optionalLine(parentFields.name.max),
  email: emailAddress(parentFields.email.required),
  version: formVersion(),
});

/** A parent added by hand, with a child. */
export const newContactSchema = z.object({
  name: line("Missing parent name", 120),
  email: emailAddress("Missing parent email"),
  child: line("Missing child name", 80),
  team: teamId,
});

/** Adding a child, or removing one by its id. */
export const childSchema = z.object({
  child: line("Missing child name", 80),
  team: teamId,
});

export const removeChildSchema = z.object({ childId: z.string().min(1).max(64) });
