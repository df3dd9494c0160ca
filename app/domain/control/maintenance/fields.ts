import { timeZoneName } from "#app/domain/values/time-zones.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";
import type { Field } from "#app/forms/fields.ts";

const day = (date: string) => formatDate(date, "");

/** The plain form of System Maintenance (product/operations.md#system-maintenance). */
export const maintenanceFields = {
  fromDate: { label: "From, date", required: "Enter the day on which it begins", read: day },
  fromTime: { label: "From, time", required: "Enter when it begins, such as 10:00 PM", read: formatClock },
  toDate: { label: "To, date", required: "Enter the day on which it ends", read: day },
  toTime: { label: "To, time", required: "Enter when it ends, such as 1:00 AM", read: formatClock },
  timezone: { label: "Time zone", required: "Choose a time zone", read: timeZoneName },
  words: { label: "What clubs should know", max: 500 },
} as const satisfies Record<string, Field>;

export interface MaintenanceFields {
  fromDate: string;
  fromTime: string;
  toDate: string;
  toTime: string;
  timezone: string;
  words: string;
}
