import { z } from "zod";
import { optionalLine } from "#app/forms/fields.server.ts";

/** The filters of a report that becomes a PDF; what is not understood falls back as in an address. */
export const pdfForm = z.object({
  ...{ tab: optionalLine(), team: optionalLine(), range: optionalLine(), from: optionalLine() },
  ...{ to: optionalLine(), type: optionalLine(), season: optionalLine(), compare: optionalLine() },
});
