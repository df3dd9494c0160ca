/** Store of continuous copies: the files of a backup, each of which appears whole or not at all. */
export interface CopyStore {
  /** The folder in which a new copy of a database is made, as `clubs/<file>` or `<file>`. */
  readonly work: string;
  /** Number of files stored at a time. */
  readonly atOnce: number;
  /** @throws where it is not there */
  reach(): Promise<void>;
  /** Makes its folders, where a place is used for the first time. */
  begin(): Promise<void>;
  /** The names of all files with their sizes, as paths; unfinished ones are removed. */
  names(): Promise<Map<string, number>>;
  /** null for none */
  read(path: string): Promise<string | null>;
  /** Replaces a small file atomically. */
  write(path: string, content: string): Promise<void>;
  /** Keeps a copy of a database that was made in `work`. */
  keep(path: string, sha256: string): Promise<void>;
  /** Copies a file that never changes. */
  put(path: string, source: string, sha256: string): Promise<void>;
  /** Makes all that was kept outlast a power cut. */
  flush(): Promise<void>;
  remove(path: string): Promise<void>;
}
