import type { ReactNode } from "react";
import { Buttons } from "#app/ui/buttons.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { menuLabelOf } from "./navigation.tsx";
import { useRootData } from "./root-data.ts";

export function PageHead(props: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  const { title, lead, actions } = props;
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
      </div>
      {actions ? <Buttons>{actions}</Buttons> : null}
    </div>
  );
}

/** Shows the message that the last action left for the next page. */
export function FlashMessage() {
  const flash = useRootData()?.flash;
  if (!flash?.text) return null;
  return (
    <div className={`flash flash-${flash.kind}`} role="status">
      <Icon name={flash.kind === "good" ? "done" : "alert"} />
      {flash.text}
    </div>
  );
}

export interface Crumb {
  label: string;
  href?: string;
}

/** Links the trail from the Dashboard to this page. `crumbs` may end with this page under a name of its own. */
export function Breadcrumbs({ path, title, crumbs }: { path: string; title: string; crumbs: Crumb[] }) {
  if (path === "/dashboard") return null;
  const last = crumbs.at(-1);
  const ended = last && (!last.href || last.href === path);
  const trail = ended ? crumbs : [...crumbs, { label: menuLabelOf(path) ?? title }];
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/dashboard">Dashboard</a>
        </li>
        {trail.map((crumb, index) => (
          <li key={crumb.label}>
            {crumb.href && index < trail.length - 1 ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span aria-current={index === trail.length - 1 ? "page" : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
