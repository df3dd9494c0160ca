import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit, recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mayRecordRefusal } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { log } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

type Answering = Pick<PublicContext, "control" | "onFinish">;

/**
 * Records a refused sign-in for the accounts of a known name, at most 20 an hour each, and that it is locked once in 15
 * minutes. After the answer: the time that it takes must not tell that the name is known (product/security.md#audit).
 */
export function auditRefusedSignIn(
  { control, onFinish }: Answering,
  reason: "wrong" | "throttled",
  who: { kind: "account" | "staff"; ids: readonly string[] },
): void {
  const kind = reason === "wrong" ? "sign-in.refused" : "sign-in.locked";
  const at = now();
  for (const id of who.ids)
    afterwards(onFinish, async () => {
      if (!(await mayRecordRefusal(kind, id))) return;
      const entry = { kind, actor: { kind: who.kind, id }, at } as const;
      await inTransaction(control, (tx) =>
        who.kind === "account" ? recordAccountAudit(tx, id, entry) : recordAudit(tx, entry),
      );
    });
}

interface SignedIn {
  control: ControlDb;
  onFinish: RequestContext["onFinish"];
  actor: { kind: "account" | "staff"; id: string };
  clubCode: string | null;
  /** Names the session in the limiter's counter. */
  session: string;
  request: Request;
}

/** User by the request's log, which is all that some guards have. */
const signedIn = new WeakMap<RequestContext["note"], SignedIn>();

export const rememberSignedIn = (note: RequestContext["note"], who: SignedIn) => void signedIn.set(note, who);

/** Records that somebody signed in was refused a page: once for a session, page and hour, after the answer. */
export function auditRefusedPage(note: RequestContext["note"], reason: "role" | "other team"): void {
  const who = signedIn.get(note);
  if (!who) return;
  const { control, onFinish, actor, clubCode, session, request } = who;
  const page = pageOf(new URL(request.url).pathname);
  const at = now();
  afterwards(onFinish, async () => {
    if (!(await mayRecordRefusal("access.refused", `${session} ${page}`))) return;
    const entry = { kind: "access.refused", actor, detail: { page, reason }, at } as const;
    await inTransaction(control, (tx) => recordAudit(tx, { ...entry, ...(clubCode ? { clubCode } : {}) }));
  });
}

/** Returns an address's fixed words, as in '/teams/:id/edit', without its other parts. */
const pageOf = (path: string): string =>
  path
    .split("/")
    .slice(0, 6)
    .map((part) => (part === "" || /^[a-z]{1,20}(-[a-z]{1,20}){0,2}$/.test(part) ? part : ":id"))
    .join("/");

function afterwards(onFinish: RequestContext["onFinish"], work: () => Promise<void>): void {
  onFinish(() => {
    work().catch((err: unknown) =>
      log.error({ event: "refusal not recorded", err }, "a refusal is not in the audit log"),
    );
  });
}
