import { useContext } from "react";
import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import { Reply } from "#app/ui/field.tsx";

const groups = [...new Set(Object.values(notificationKinds).map(({ group }) => group))];

/** A switch for each kind of mail, in groups; a refused form shows them as they were sent. */
export function KindSwitches({
  kinds,
  on,
}: {
  kinds: readonly NotificationKind[];
  on: readonly NotificationKind[];
}) {
  const sent = useContext(Reply)?.values.kinds;
  const ticked: readonly string[] = Array.isArray(sent) ? sent : on;
  return groups.map((group) => {
    const own = kinds.filter((kind) => notificationKinds[kind].group === group);
    if (own.length === 0) return null;
    return (
      <fieldset className="field" key={group}>
        <legend>{group}</legend>
        <div className="choices">
          {own.map((kind) => (
            <div key={kind}>
              <label className="choice">
                <input type="checkbox" name="kinds" value={kind} defaultChecked={ticked.includes(kind)} />{" "}
                <span>
                  <span className="choice-label">{notificationKinds[kind].label}</span>{" "}
                  <span className="choice-hint">{notificationKinds[kind].description}</span>
                </span>
              </label>
            </div>
          ))}
        </div>
      </fieldset>
    );
  });
}
