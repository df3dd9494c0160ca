/** The systems and browsers that people name, most telling first: Edge says Chrome too, and Chrome says Safari. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "Chromebook"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/Linux/, "Linux"],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^(?:Lynx|w3m|ELinks|Links)\b/i, "Text browser"],
];

/** Returns 'Chrome on Android' from a browser's user agent, or 'Unknown browser'. */
export function deviceName(userAgent: string): string {
  const first = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [first(browsers), first(systems)];
  if (!browser) return system ? `Browser on ${system}` : "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}

/** Returns the program that calls itself that: 'curl' of 'curl/8.5.0'; of a browser's own name, the browser. */
export function programName(userAgent: string): string {
  const device = deviceName(userAgent);
  if (device !== "Unknown browser") return device;
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown program";
}
