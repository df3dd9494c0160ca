import type { Platform } from "#app/db/storage/platform.server.ts";
import { receiveWebhookEvent } from "#app/journeys/billing/webhook-event.server.ts";
import type { WebhookEvent } from "#app/payments/stripe.server.ts";
import { takeJob } from "#app/queue/queue.server.ts";

// Work that the processes of machine.ts do besides requests.

export const receiveEvent = ({ control }: Platform, event: WebhookEvent): Promise<boolean> =>
  receiveWebhookEvent(control, event);

/**
 * Takes one job after the other until there is none.
 * @returns their payloads
 */
export async function takeAllJobs({ control }: Platform): Promise<unknown[]> {
  const payloads: unknown[] = [];
  for (let done: string[] = []; ; ) {
    const job = await takeJob(control, done);
    if (!job) return payloads;
    payloads.push(job.payload);
    done = [job.id];
  }
}
