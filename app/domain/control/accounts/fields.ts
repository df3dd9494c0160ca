/** What the owner of an account changes of it. */
export const ownAccountFields = {
  name: { label: "Name", max: 80, required: "Enter your name" },
  phone: { label: "Phone" },
} as const;
