import { z } from "zod";
import { emailAddress, formVersion, line, optionalLine } from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";

const teamId = z.string().max(64).default("");

/** Correcting a parent's name and address. */
export const correctContactSchema = z.object({
  name: optionalLine(120),
  email: emailAddress("Enter the parent's email address"),
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

/** The version of a parent's name and address, which their form carries (product.md#forms). */
export const contactVersion = ({ name, email }: { name: string; email: string }) =>
  versionOf({ name, email });
