/**
 * Makes files that this process and its children create unreadable for other users. A group that the operator allows
 * (for backups, say) keeps its access, and a stricter umask stays strict.
 */
export function keepFilesPrivate(): void {
  const given = process.umask(0o077);
  process.umask(given | 0o007);
}
