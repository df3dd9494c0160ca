import { href } from "#app/config/addresses.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import type { Need } from "#app/domain/control/platform/needs.server.ts";
import { durationText, promisedBy, promiseText } from "#app/domain/values/day-promise.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay } from "#app/domain/values/times.ts";
import type { StatusKind } from "#app/ui/status.tsx";

/** A need as its row shows it: subject, action, and urgency. */
interface ShownNeed {
  id: string;
  about: string;
  area: string;
  task: string;
  state: { kind: StatusKind; text: string };
  href: string;
}

/** Page of each area's full list. */
const AREAS = {
  Verification: href("/admin/verification", { status: "in_review" }),
  Clubs: href("/admin/clubs"),
  Billing: href("/admin/billing"),
  Messages: href("/admin/messages", { state: "new" }),
  Email: href("/admin/mails"),
  Work: href("/admin/jobs"),
} as const;

interface Shape {
  area: keyof typeof AREAS;
  about?: string | ((need: Need) => string);
  task: (need: Need) => string;
  href?: (need: Need) => string;
  /** Due within a day of its first moment. */
  promised?: true;
}

const price = ({ cents }: Need) => formatPrice(cents ?? 0);
const named = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll("-", " ");

const shapes: Record<Need["kind"], Shape> = {
  verification: {
    area: "Verification",
    task: ({ n }) => `Read ${pluralize(n ?? 0, "document")}, decide`,
    href: ({ id }) => href("/admin/verification/:clubCode", { clubCode: id }),
    promised: true,
  },
  overdue: {
    area: "Verification",
    task: () => "Missed its deadline: remind it, or extend the deadline",
    href: ({ id }) => href("/admin/verification/:clubCode", { clubCode: id }),
  },
  "club-down": {
    area: "Clubs",
    task: () => "Restore its file from a backup",
    href: ({ id }) => href("/admin/clubs/:clubCode", { clubCode: id }),
  },
  held: {
    area: "Billing",
    task: (need) => `Accept or refund ${price(need)}`,
    href: ({ id }) => href("/admin/billing/held/:sessionId", { sessionId: id }),
  },
  payment: {
    area: "Billing",
    task: (need) => `Help it pay ${price(need)} again`,
    href: ({ clubCode }) => href("/admin/clubs/:clubCode/money", { clubCode: clubCode ?? "" }),
  },
  invoice: {
    area: "Billing",
    task: (need) => `Resend or void ${price(need)}, overdue`,
    href: ({ id }) => href("/admin/billing/invoices/:invoiceId", { invoiceId: id }),
  },
  refund: {
    area: "Billing",
    task: (need) => `Retry or close a refund of ${price(need)}`,
    href: ({ id }) => href("/admin/billing/refunds/:orderId", { orderId: id }),
  },
  dispute: {
    area: "Billing",
    task: (need) => `Answer at Stripe: ${price(need)} contested`,
    href: () => `${href("/admin/billing")}#disputes`,
  },
  ledger: {
    area: "Billing",
    about: "Our ledger and Stripe",
    task: ({ n }) => `Look at ${pluralize(n ?? 0, "difference")}`,
    href: () => `${href("/admin/billing")}#ledger`,
  },
  message: {
    area: "Messages",
    task: () => "Read it and answer",
    href: ({ id }) => href("/admin/messages/:messageId", { messageId: id }),
    promised: true,
  },
  mail: {
    area: "Email",
    about: ({ about }) => `Email “${named(about)}”`,
    task: ({ n }) => `See why: ${count(n ?? 0)} not sent`,
    href: ({ id }) => href("/admin/mails", { template: id }),
  },
  words: {
    area: "Email",
    about: ({ about }) => `Email “${named(about)}”`,
    task: () => "Mend its edited words: the built-in ones are sent",
    href: ({ id }) => href("/admin/email-templates/:template", { template: id }),
  },
  job: {
    area: "Work",
    about: ({ about }) => named(about.replaceAll(".", ": ")),
    task: ({ n }) => `Try again: ${count(n ?? 0)} given up`,
  },
  behind: {
    area: "Work",
    about: "Background work is behind",
    task: ({ n }) => `Start the jobs process: ${count(n ?? 0)} wait`,
  },
  retention: {
    area: "Work",
    about: ({ about }) => `Erasing is late: ${about}`,
    task: ({ n }) => `Run “npm run retention”: ${count(n ?? 0)} due`,
  },
};

/** Lists what needs a person, and how much more each area has. */
export function showNeeds(needs: readonly Need[], at: Date) {
  const rows = needs.map((need): ShownNeed => {
    const shape = shapes[need.kind];
    const about = typeof shape.about === "function" ? shape.about(need) : (shape.about ?? need.about);
    return {
      id: `${need.kind} ${need.id}`,
      about,
      area: shape.area,
      task: shape.task(need),
      state: stateOf(need, shape, at),
      href: shape.href?.(need) ?? AREAS[shape.area],
    };
  });
  const totals = new Map(needs.map(({ kind, total }) => [kind, total]));
  const areas = Object.entries(AREAS).map(([name, to]) => ({
    name,
    href: name === "Verification" ? verificationHref(totals) : to,
    count: [...totals].reduce((sum, [kind, total]) => sum + (shapes[kind].area === name ? total : 0), 0),
  }));
  return { rows, areas: areas.filter(({ count: waiting }) => waiting > 0) };
}

/** Returns the list with the counted clubs: one kind, or all clubs with both kinds first. */
function verificationHref(totals: ReadonlyMap<string, number>): string {
  const [waiting, overdue] = [totals.has("verification"), totals.has("overdue")];
  if (waiting && overdue) return href("/admin/verification");
  return href("/admin/verification", { status: overdue ? "overdue" : "in_review" });
}

function stateOf(need: Need, { promised }: Shape, at: Date): ShownNeed["state"] {
  if (promised) {
    const { late, text } = promiseText(promisedBy(need.at), at);
    return { kind: late ? "act" : "plain", text };
  }
  if (need.kind === "dispute" && need.due)
    return {
      kind: "act",
      text: `until ${formatMonthDay(need.due.slice(0, 10), at.toISOString().slice(0, 10))}`,
    };
  return { kind: "plain", text: `for ${durationText(at.getTime() - Date.parse(need.at))}` };
}
