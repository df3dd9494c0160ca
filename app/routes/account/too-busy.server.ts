import { TOO_BUSY } from "#app/domain/control/passwords/labels.ts";
import { TooBusy } from "#app/domain/control/passwords/password.server.ts";

/** Runs what hashes a password; while the queue for that is full, the form is refused with what was typed in it. */
export async function orTooBusy(
  work: () => Promise<Response>,
  refuse: (errors: Record<string, string>, status: 503) => Response,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return refuse({ "": TOO_BUSY }, 503);
  }
}
