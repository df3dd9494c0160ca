import { invalid, missing } from "./errors.ts";
import type { FormObject, FormValue } from "./form.ts";
import type { CataloguePrice } from "./prices.ts";

/** The validated request for a payment page. */
export interface Order {
  price: CataloguePrice;
  quantity: number;
  methods: ("card" | "us_bank_account")[];
  email: string | null;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  createsCustomer: boolean;
  createsInvoice: boolean;
  invoiceDescription: string | null;
  invoiceMetadata?: Record<string, string>;
  /** Stripe's page, or the fields in a page of the shop's own. */
  uiMode: "hosted_page" | "elements";
  /** For embedded fields on a page of ours: its return_url. */
  successUrl: string;
  cancelUrl: string | null;
}

const KNOWN = new Set([
  "mode",
  "ui_mode",
  "line_items",
  "allowed_payment_method_types",
  "customer_creation",
  "customer_email",
  "client_reference_id",
  "metadata",
  "payment_intent_data",
  "invoice_creation",
  "success_url",
  "cancel_url",
  "return_url",
  "submit_type",
  "locale",
]);

/** @throws StripeRefusal with Stripe's message, and for valid requests that the stub does not support */
export function readOrder(form: FormObject, prices: CataloguePrice[]): Order {
  for (const name of Object.keys(form)) {
    if (!KNOWN.has(name)) throw invalid(`Received unknown parameter: ${name}`, name, "parameter_unknown");
  }
  const mode = required(form, "mode");
  if (mode !== "payment") throw invalid(`The stand-in knows only the mode payment, not ${mode}`, "mode");
  const uiMode = text(form.ui_mode) ?? "hosted_page";
  if (uiMode !== "hosted_page" && uiMode !== "elements")
    throw invalid(`The stand-in knows the ui_mode hosted_page and elements, not ${uiMode}`, "ui_mode");
  const [back, other] = uiMode === "elements" ? ["return_url", "success_url"] : ["success_url", "return_url"];
  if (form[other] !== undefined)
    throw invalid(`\`${other}\` cannot be used with \`ui_mode: ${uiMode}\`.`, other);
  const email = text(form.customer_email);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, "customer_email", "email_invalid");
  const successUrl = webAddress(required(form, back), back);
  const cancelUrl = text(form.cancel_url);
  const invoice = object(form.invoice_creation);
  return {
    ...readLine(form.line_items, prices),
    methods: readMethods(form.allowed_payment_method_types),
    email,
    clientReferenceId: text(form.client_reference_id),
    metadata: readMetadata(form.metadata),
    intentMetadata: readMetadata(object(form.payment_intent_data).metadata),
    createsCustomer: text(form.customer_creation) === "always",
    createsInvoice: text(invoice.enabled) === "true",
    invoiceDescription: text(object(invoice.invoice_data).description),
    invoiceMetadata: readMetadata(object(invoice.invoice_data).metadata),
    uiMode,
    successUrl,
    cancelUrl: cancelUrl === null ? null : webAddress(cancelUrl, "cancel_url"),
  };
}

function readLine(
  given: FormValue | undefined,
  prices: CataloguePrice[],
): { price: CataloguePrice; quantity: number } {
  const items = Array.isArray(given) ? given : [];
  if (items.length === 0)
    throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  if (items.length > 1) throw invalid("The stand-in sells one thing at a time", "line_items");
  const item = object(items[0]);
  const id = text(item.price);
  if (!id) throw invalid("Missing required param: line_items[0][price].", "line_items[0][price]");
  const price = prices.find((candidate) => candidate.id === id);
  if (!price) throw missing("price", id, "line_items[0][price]", 400);
  const quantity = Number(text(item.quantity) ?? "1");
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 999_999)
    throw invalid("This value must be greater than or equal to 1.", "line_items[0][quantity]");
  return { price, quantity };
}

function readMethods(given: FormValue | undefined): Order["methods"] {
  const wanted = Array.isArray(given) ? given.map(String) : ["card", "us_bank_account"];
  const methods = (["card", "us_bank_account"] as const).filter((method) => wanted.includes(method));
  if (methods.length === 0)
    throw invalid("No valid payment method types for this Checkout Session.", "allowed_payment_method_types");
  return methods.sort((a, b) => wanted.indexOf(a) - wanted.indexOf(b));
}

function readMetadata(given: FormValue | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(object(given)).map(([name, value]) => [name, String(value)]));
}

function webAddress(address: string, param: string): string {
  if (!/^https?:\/\/\S+$/.test(address)) throw invalid("Not a valid URL", param, "url_invalid");
  return address;
}

function required(form: FormObject, name: string): string {
  const value = text(form[name]);
  if (value === null) throw invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  return value;
}

const text = (value: FormValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

const object = (value: FormValue | undefined): FormObject =>
  typeof value === "object" && !Array.isArray(value) ? value : {};
