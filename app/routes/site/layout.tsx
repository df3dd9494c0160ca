import { Outlet } from "@remix-run/react";
import { SiteShell } from "#app/ui/shell/site-shell.tsx";

/** Public and account pages inline the stylesheet and ship no script. */
export const handle = { bare: true };

export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
