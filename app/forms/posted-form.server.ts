/**
 * The body of a posted form. What no browser sends (another kind of body, one that is cut off or malformed) is
 * refused with 400.
 * @throws Response
 */
export async function postedForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    // The platform's word for a body that is not a form; a line that breaks off has other names.
    if (!(error instanceof TypeError)) throw error;
    throw new Response("This was not a form", { status: 400, statusText: "Bad Request" });
  }
}
