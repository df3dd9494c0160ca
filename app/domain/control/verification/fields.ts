/** Fields of the form that extends a deadline. */
export const deadlineFields = {
  due: { label: "Deadline", max: 20, required: "Enter the day until which the club can send documents" },
  note: { label: "Reason", max: 500, required: "Say why, for the club’s activity" },
} as const;
