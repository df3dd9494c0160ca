import { z } from "zod";
import { formVersion } from "#app/forms/fields.server.ts";

/** Teams that one form can set. */
export const MAX_FORM_TEAMS = 500;

const teamIds = () => z.array(z.string().max(64)).default([]);
const setAll = () => z.enum(["", "on", "off"]).catch("").default("");

/** The form of 'Email Settings': the teams it shows, and for each switch those that are ticked. */
export const teamEmailsSchema = z.object({
  team: teamIds(),
  managerUpdates: teamIds(),
  coachUpdates: teamIds(),
  weeklyReports: teamIds(),
  incidentAlerts: teamIds(),
  allManagerUpdates: setAll(),
  allCoachUpdates: setAll(),
  allWeeklyReports: setAll(),
  allIncidentAlerts: setAll(),
  version: formVersion(),
});
