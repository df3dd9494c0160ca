import { href } from "#app/config/addresses.ts";
import type { Crumb } from "#app/ui/shell/page-head.tsx";

/** The pages above a page of a case. */
export const caseCrumbs = ({ id, title }: { id: string; title: string }): Crumb[] => [
  { label: "Incidents", href: href("/incidents") },
  { label: title, href: href("/incidents/:incidentId", { incidentId: id }) },
];
