/**
 * An email address, in any case. Characters that turn, hide or stack on others are refused: lists and mails would show
 * another address than the real one. The last label of a domain has a letter, so that no network address passes. Runs
 * in linear time: no nested repetition.
 */
export const EMAIL =
  /^(?!.*\p{M}\p{M})[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,7}\.(?!\d+$)[a-z0-9-]{1,63}$/iu;

/** Longest address, in characters. */
export const EMAIL_MAX = 254;
