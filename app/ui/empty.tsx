import type { ReactNode } from "react";

/** Explains an empty list, with the one action that fills it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {action ? <div className="buttons">{action}</div> : null}
    </div>
  );
}
