import { type Field, PHONE_MAX } from "#app/forms/fields.ts";

/** Fields of an invited manager or coach. */
export const newStaffFields = {
  fullName: { label: "Full Name", max: 80, required: "Enter your full name" },
  phone: { label: "Phone Number", max: PHONE_MAX, required: "Enter your phone number" },
  state: { label: "State", required: "Choose your state" },
  city: { label: "City", max: 80, required: "Enter your city" },
} as const satisfies Record<string, Field>;
