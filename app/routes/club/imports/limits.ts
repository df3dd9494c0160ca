/** The server's own limit for these addresses is a little higher (product/imports.md#imports). */
export const MAX_MB = 50;
export const MAX_BYTES = MAX_MB * 1024 * 1024;
