/** An email address, in any case. Runs in linear time: no nested repetition. */
export const EMAIL = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/iu;

/** In characters. */
export const EMAIL_MAX = 254;
