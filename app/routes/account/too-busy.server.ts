import { TOO_BUSY } from "#app/domain/control/passwords/labels.ts";
import { TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { log } from "#app/observability/log.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";

type Refuse = (errors: Record<string, string>, status: 503) => Response;

/** Runs work that hashes a password; while the queue for that is full, refuses the form with the typed values. */
export async function orTooBusy(work: () => Promise<Response>, refuse: Refuse): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return refuse({ "": TOO_BUSY }, 503);
  }
}

/**
 * Does the same for a form with its own text for an unexpected failure, which is logged with its stack. Out of disk or
 * file handles has its own page.
 */
export async function orFailed(
  label: string,
  requestId: string,
  work: () => Promise<Response>,
  refuse: Refuse,
): Promise<Response> {
  try {
    return await orTooBusy(work, refuse);
  } catch (error) {
    if (error instanceof Response || outOfResourcesStatus(error)) throw error;
    log.error({ requestId, err: error }, "a form failed");
    return refuse({ "": label }, 503);
  }
}
