import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { preferencesOf, storePreferences } from "#app/domain/control/notifications/preferences.server.ts";
import { isOn, type NotificationPreferences } from "#app/domain/control/notifications/preferences.ts";
import type { MailStop, Stoppable } from "#app/domain/control/notifications/stop-links.server.ts";
import {
  allNotificationKinds,
  type NotificationKind,
  notificationKinds,
} from "#app/domain/values/notification-kinds.ts";

/** What a link's page can do, both ways. */
export type StopChange = "stop-kind" | "stop-all" | "undo-kind" | "undo-all";

/** Whether what a link is for is stopped, and whether all mail of the club is. */
export async function stopState(
  control: ControlDb,
  stop: MailStop,
): Promise<{ kind: boolean; all: boolean }> {
  const preferences = await preferencesOf(control, stop);
  return {
    kind: !kindsOf(stop.kind).some((kind) => isOn(preferences, kind)),
    all: !preferences.emailOn,
  };
}

/** Stops a link's kind of mail or all mail of its club, or undoes it. Twice is once (product.md#stopping-mail). */
export async function changeStop(control: ControlDb, stop: MailStop, change: StopChange): Promise<void> {
  await inTransaction(control, async (tx) => {
    const stored = await preferencesOf(tx, stop);
    await storePreferences(tx, stop, changed(stored, stop.kind, change));
  });
}

function changed(
  stored: NotificationPreferences,
  kind: Stoppable,
  change: StopChange,
): NotificationPreferences {
  if (change === "stop-all" || change === "undo-all") return { ...stored, emailOn: change === "undo-all" };
  const switches = Object.fromEntries(kindsOf(kind).map((own) => [own, change === "undo-kind"]));
  return { ...stored, switches: { ...stored.switches, ...switches } };
}

/** The kinds that a link stops: its own, or all that come in digests. */
const kindsOf = (kind: Stoppable): NotificationKind[] =>
  kind === "digest" ? allNotificationKinds.filter((own) => notificationKinds[own].followsFrequency) : [kind];
