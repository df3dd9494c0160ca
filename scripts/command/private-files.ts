/**
 * What this process and its children make from here on, other users of the machine cannot read. A group that the
 * operator lets in (for a backup, say) stays in, and a stricter umask stays strict.
 */
export function keepFilesPrivate(): void {
  const given = process.umask(0o077);
  process.umask(given | 0o007);
}
