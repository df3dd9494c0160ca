import { brand } from "#app/config/brand.ts";

/** Announces maintenance to users who are signed in, or sign in (product/operations.md#system-maintenance). */
export function MaintenanceBar(props: {
  maintenance: { begun: boolean; from: string; to: string; words: string };
}) {
  const { begun, from, to, words } = props.maintenance;
  return (
    <aside className="demo-bar" aria-label="System Maintenance">
      <p lang="en">
        <strong>System Maintenance</strong>{" "}
        {begun
          ? `until ${to}: ${brand.name} may not answer for a while.`
          : `from ${from} to ${to}: ${brand.name} may not answer in this time.`}{" "}
        {words}
      </p>
    </aside>
  );
}
