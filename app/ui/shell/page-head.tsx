import type { ReactNode } from "react";
import { useRootData } from "#app/root-data.ts";
import { Buttons } from "#app/ui/buttons.tsx";
import { Icon } from "#app/ui/icon.tsx";

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

/** The message that the last action left for the next page. */
export function FlashMessage() {
  const flash = useRootData()?.flash;
  if (!flash) return null;
  return (
    <div className={`flash flash-${flash.kind}`} role="status">
      <Icon name={flash.kind === "good" ? "done" : "alert"} />
      {flash.text}
    </div>
  );
}
