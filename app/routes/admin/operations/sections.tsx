import { href } from "#app/config/addresses.ts";
import { Segments } from "#app/ui/shell/segments.tsx";

const sections = {
  monitoring: { href: href("/admin/monitoring"), label: "Monitoring" },
  console: { href: href("/admin/console"), label: "Console" },
  sessions: { href: href("/admin/sessions"), label: "Sessions" },
} as const;

/** The pages of staff about the running platform, with links from each to the others. */
export const OperationsSections = ({ current }: { current: keyof typeof sections }) => (
  <div>
    <Segments
      label="The running platform"
      links={Object.entries(sections).map(([key, section]) => ({
        key,
        ...section,
        current: key === current,
      }))}
    />
  </div>
);
