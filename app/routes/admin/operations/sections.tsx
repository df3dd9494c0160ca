import { href } from "#app/config/addresses.ts";
import { Segments } from "#app/ui/shell/segments.tsx";

const sections = {
  monitoring: { href: href("/admin/monitoring"), label: "Monitoring" },
  console: { href: href("/admin/console"), label: "Console" },
  sessions: { href: href("/admin/sessions"), label: "Sessions" },
} as const;

/** Links the staff pages about the running platform to each other. */
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
