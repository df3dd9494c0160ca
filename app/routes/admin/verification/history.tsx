import { href } from "#app/config/addresses.ts";
import { invoiceKind, invoiceState, refundStateLabels } from "#app/domain/control/billing/labels.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import type { VerificationStep } from "#app/domain/control/verification/staff-verifications.server.ts";
import { verificationNumber } from "#app/domain/control/verification/verification.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";

interface ShownStep {
  key: string;
  what: string;
  money: { kind: StatusKind; text: string } | null;
  when: string;
  package: string;
  by: string;
  number: string;
  /** Address of its invoice, for users who manage money. */
  href?: string;
}

const WHAT: Record<VerificationStep["kind"], string> = {
  "verification.submitted": "Documents sent",
  "verification.asked-again": "Asked again",
  "verification.approved": "Approved",
  "verification.adjusted": "Adjusted",
  "verification.rejected": "Rejected",
};

/**
 * Formats the steps of a club's verifications as rows.
 * @param opensMoney whether the reader opens pages of money
 */
export function shownSteps(steps: readonly VerificationStep[], at: Date, opensMoney: boolean): ShownStep[] {
  return steps.map((step, index) => {
    const { players, package: packages, amount } = detailOf(step);
    return {
      key: `${step.seq} ${index}`,
      what: players ? `${WHAT[step.kind]}: ${count(players)} players` : WHAT[step.kind],
      money: moneyOf(step),
      when: formatRowMoment(step.at, "UTC", at),
      package: [packages, amount].filter(Boolean).join(", "),
      by: step.by ?? "The club",
      number: step.number === null ? "" : verificationNumber(step.number),
      href:
        step.invoice && opensMoney
          ? href("/admin/billing/invoices/:invoiceId", { invoiceId: step.invoice.id })
          : undefined,
    };
  });
}

/** Returns the audit log's detail of a decision: never a name, an address or typed text. */
const detailOf = ({ detail }: VerificationStep) =>
  JSON.parse(detail) as { players?: number; package?: string; amount?: string };

/** Describes the money that a decision moved. */
function moneyOf({ invoice, withdrawn, refund }: VerificationStep): ShownStep["money"] {
  if (invoice) {
    const state = { ...invoice, withdrawn };
    return { kind: invoiceKind(state), text: `${invoice.number}: ${invoiceState(state)}` };
  }
  if (!refund) return null;
  const kind = refund.state === "refused" ? "act" : refund.state === "due" ? "plain" : "done";
  return { kind, text: `${formatPrice(refund.amount_cents)}: ${refundStateLabels[refund.state]}` };
}

/**
 * Lists requests and decisions of a club's verifications, with the money that moved
 * (product/verification.md#verification-center).
 */
export function VerificationHistory({ steps }: { steps: readonly ShownStep[] }) {
  return (
    <section>
      <h2>History of the verification</h2>
      {steps.length === 0 ? (
        <p className="muted">Nothing was sent or decided yet.</p>
      ) : (
        <RowTable
          caption="What was sent and decided, newest first"
          columns={[
            { name: "What", place: "name" },
            { name: "Invoice or refund", place: "state" },
            { name: "When", place: "left" },
            { name: "Package", place: "line" },
            { name: "By", place: "more" },
            { name: "Number", place: "more" },
          ]}
          rows={steps.map(({ key, what, money, when, package: packages, by, number, href: opens }) => ({
            key,
            href: opens,
            cells: [
              what,
              money && (
                <Status key="money" kind={money.kind}>
                  {money.text}
                </Status>
              ),
              when,
              packages,
              by,
              number,
            ],
          }))}
        />
      )}
    </section>
  );
}
