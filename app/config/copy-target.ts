import { resolve } from "node:path";

/** Where a site copies its data to continuously. */
export interface CopyTarget {
  kind: "folder";
  path: string;
}

interface Given {
  COPY_TO?: string | undefined;
  DATA_DIR?: string | undefined;
  DATA_VOLUME?: string | undefined;
}

/** @throws for a place that could not save the data, such as one among them */
export function copyTarget({ COPY_TO, DATA_DIR, DATA_VOLUME }: Given): CopyTarget | null {
  if (!COPY_TO) return null;
  const path = resolve(COPY_TO);
  const data = resolve(DATA_DIR ?? DATA_VOLUME ?? "data");
  if (`${path}/`.startsWith(`${data}/`) || `${data}/`.startsWith(`${path}/`))
    throw new Error(`COPY_TO is ${COPY_TO}: it has to be a folder apart from the data, on another disk`);
  return { kind: "folder", path };
}

/** As the operator wrote it: it names no secret. */
export const copyTargetName = (target: CopyTarget): string => target.path;
