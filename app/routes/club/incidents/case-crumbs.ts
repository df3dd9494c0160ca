import { href } from "#app/config/addresses.ts";
import type { Crumb } from "#app/ui/shell/breadcrumbs.tsx";

/** The pages above a page of a case. */
export const caseCrumbs = ({ id, title }: { id: string; title: string }): Crumb[] => [
  { label: "Incidents", href: href("/incidents") },
  { label: title, href: href("/incidents/:incidentId", { incidentId: id }) },
];
