/**
 * The body of a posted form. Bodies that no browser sends (no form, truncated, malformed) are refused with 400.
 * @throws Response
 */
export async function postedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    // The platform's error for a body that is not a form; a broken connection has other errors.
    if (!(error instanceof TypeError)) throw error;
    throw new Response("This was not a form", { status: 400, statusText: "Bad Request" });
  }
}
