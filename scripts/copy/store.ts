/** Store of continuous copies: the files of a backup, each of which appears whole or not at all. */
export interface CopyStore {
  /** Folder in which a new copy of a database is made, as `clubs/<file>` or `<file>`. */
  readonly work: string;
  /** Number of files stored at a time. */
  readonly atOnce: number;
  /** @throws if it cannot be reached */
  reach(): Promise<void>;
  /** Creates its folders, at the first use of a target. */
  begin(): Promise<void>;
  /** Lists all files with their sizes, as paths; removes unfinished ones. */
  names(): Promise<Map<string, number>>;
  /** @returns null for none */
  read(path: string): Promise<string | null>;
  /** Replaces a small file atomically. */
  write(path: string, content: string): Promise<void>;
  /** Stores a copy of a database that was made in `work`. */
  keep(path: string, sha256: string): Promise<void>;
  /** Copies a file that never changes. */
  put(path: string, source: string, sha256: string): Promise<void>;
  /** Syncs all stored files to disk. */
  flush(): Promise<void>;
  remove(path: string): Promise<void>;
}
