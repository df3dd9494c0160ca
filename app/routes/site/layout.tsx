import { Outlet } from "@remix-run/react";
import { SiteShell } from "#app/ui/site-shell.tsx";

/** Public and account pages carry the stylesheet inside and ship no script. */
export const handle = { bare: true };

export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
