import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { addressOf } from "#app/auth/redirect-target.ts";
import { stopRemindersSchema } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { stopParentMails } from "#app/journeys/pulse/stop-mails.server.ts";
import { mayPost, tooMany } from "./open-link.server.ts";

/** Emails that stop, and their recipient. */
interface Stopped {
  /** 'agreement reminders': name in the log. */
  what: string;
  /** Agreement or invitation of the link. */
  about: string;
  club: Parameters<typeof stopParentMails>[0];
  parent: Parameters<typeof stopParentMails>[1];
  /** Called after a button of the page, not after a mail program's post. */
  noteUse?: () => Promise<void>;
}

/**
 * Stops emails or undoes that, from the page's button or the mail program's own 'Unsubscribe' (RFC 8058), which sends
 * no cookie and expects no redirect. The token alone is the authority.
 * @param opened null for a dead link, which the page explains
 */
export async function stopOrUndo(
  { request }: ActionFunctionArgs,
  ctx: PublicContext,
  opened: Stopped | null,
): Promise<Response> {
  const again = redirect(addressOf(request), 303);
  if (!opened) return again;
  const reading = await readForm(request, stopRemindersSchema);
  if (!reading.ok) return again;
  const { do: change, "List-Unsubscribe": oneClick } = reading.value;
  if (!change && oneClick !== "One-Click") return again;
  const { what, about, club, parent, noteUse } = opened;
  if (!(await mayPost(ctx, about))) throw tooMany(ctx);
  const stopped = change !== "undo";
  await stopParentMails(club, parent, stopped);
  if (change) await noteUse?.();
  ctx.note({ event: what, stopped });
  return change ? again : new Response("Stopped", { status: 200 });
}
