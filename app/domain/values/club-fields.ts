import { EMAIL_MAX } from "#app/forms/email-pattern.ts";
import { type Field, PHONE_MAX } from "#app/forms/fields.ts";
import { stateName } from "./states.ts";

/** Fields of a club's profile, asked at sign-up and editable later. */
export const clubFields = {
  clubName: { label: "Club Name", max: 80, required: "Enter the club's name" },
  contactName: { label: "Contact Name", max: 80, required: "Enter the name of the contact person" },
  email: { label: "Email", max: EMAIL_MAX, required: "Enter the club's email address" },
  phone: { label: "Phone", max: PHONE_MAX },
  state: { label: "State", required: "Choose the club's state", read: stateName },
  city: { label: "City", max: 80, required: "Enter the club's city" },
} as const satisfies Record<string, Field>;
