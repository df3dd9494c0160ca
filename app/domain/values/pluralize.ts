/** Returns '12,345'. */
export const count = (number: number): string => number.toLocaleString("en-US");

/** Returns '1 game', '1,001 games'. */
export const pluralize = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
