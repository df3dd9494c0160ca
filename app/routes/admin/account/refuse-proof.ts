import { adminLabels } from "#app/domain/control/platform/labels.ts";
import type { Reading } from "#app/forms/read-form.server.ts";

type Refuse = Extract<Reading<unknown>, { ok: true }>["refuse"];

/** Answers a wrong password or code on its form. */
export function refuseProof(refuse: Refuse, problem: "wrong-code" | "wrong-password" | "locked"): Response {
  if (problem === "locked") return refuse({ "": adminLabels.codesLocked }, 429);
  if (problem === "wrong-password") return refuse({ password: adminLabels.wrongPassword });
  return refuse({ code: adminLabels.wrongProof });
}
