/** Why a JSON call sent no mail, in words (product.md#json-calls). */
export const teamEmailLabels = {
  "not-found":
    "Nobody with this address is invited, a member or a parent of your club whom you may write to.",
  "joined-already": "This person has joined already, so there is no invitation to send.",
  "already-reminded":
    "Nothing was sent: no game waits for this person's rating, or they were reminded today.",
} as const;
export const TOO_MANY_TEAM_EMAILS = "Too many emails were asked for. Please wait an hour.";
