/** Returns a request's own address on this site, to redirect back to. */
export function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/**
 * Returns a path on this site from an address's `redirectTo`, or the fallback. Anything that could leave the site
 * (`//host`, `/\host`, `/teams/..//host`, another scheme, control characters) gives the fallback.
 */
export function safeRedirect(target: FormDataEntryValue | null | undefined, fallback: string): string {
  if (typeof target !== "string" || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target)) return fallback;
  const here = "http://here.invalid";
  const parsed = new URL(target, here);
  // Resolving `..` can leave a path that starts with two slashes, which a browser takes for a host.
  if (parsed.origin !== here || parsed.pathname.startsWith("//")) return fallback;
  return parsed.pathname + parsed.search + parsed.hash;
}
