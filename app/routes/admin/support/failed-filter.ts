/** Returns 'Agreement request' for agreement-request. */
export const emailLabel = (tag: string) =>
  `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`.replaceAll("-", " ");

/** Reads the filter of failed emails; null for absent or unknown values. */
export const failedFilter = (query: URLSearchParams) => ({
  template: /^[a-z][a-z-]{0,63}$/.exec(query.get("template") ?? "")?.[0] ?? null,
  clubCode: /^[a-z0-9]{1,80}$/.exec((query.get("club") ?? "").trim().toLowerCase())?.[0] ?? null,
});
