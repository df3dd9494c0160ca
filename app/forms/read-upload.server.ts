import {
  FormDataParseError,
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from "@remix-run/form-data-parser";

const AROUND_THE_FILE = 16 * 1024 * 1024;
/** Names of an empty file field: browsers send an empty part without a name, which the parser may replace. */
const NAMELESS = ["", "file-upload"];

export type Upload =
  | { ok: true; form: FormData; file: { name: string; bytes: Uint8Array } | null }
  | { ok: false; problem: "too-large" | "broken" };

/**
 * Reads a posted form with one file and stops reading at the limit. The file is kept in memory, for the request only.
 * @param name the file's field; null is returned for a missing or empty file.
 */
export async function readUpload(
  request: Request,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Upload> {
  let file: { name: string; bytes: Uint8Array } | null = null;
  try {
    const form = await parseFormData(
      request,
      { maxFiles: 4, maxParts: 100, maxFileSize: maxBytes, maxTotalSize: maxBytes + AROUND_THE_FILE },
      async (upload) => {
        if (upload.fieldName !== name || (upload.size === 0 && NAMELESS.includes(upload.name))) return null;
        file ??= { name: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()) };
        return null;
      },
    );
    return { ok: true, form, file };
  } catch (error) {
    if (isLimit(error)) return { ok: false, problem: "too-large" };
    if (error instanceof FormDataParseError) return { ok: false, problem: "broken" };
    throw error;
  }
}

const limits = [
  MaxFileSizeExceededError,
  MaxFilesExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
];
const isLimit = (error: unknown) => limits.some((limit) => error instanceof limit);
