import { z } from "zod";
import { oneOf } from "#app/forms/fields.server.ts";

/** What the buttons of a calendar's page do: make a (new) address, or end the one there is. */
export const calendarSchema = z.object({ intent: oneOf(["make", "stop"], "Choose what to do") });
