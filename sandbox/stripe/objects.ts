import type Stripe from "stripe";
import type { Payment } from "./payments.ts";
import { asStripePrice } from "./prices.ts";

/**
 * Converts a payment to Stripe's Checkout session.
 * @param pageUrl the address of its payment page
 */
export function asStripeSession(
  payment: Payment,
  pageUrl: string,
  expand: string[] = [],
): Stripe.Checkout.Session {
  const { order, attempt, payer } = payment;
  const own = order.uiMode === "elements";
  return {
    id: payment.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: order.methods,
    amount_subtotal: payment.amountCents,
    amount_total: payment.amountCents,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: order.cancelUrl,
    client_reference_id: order.clientReferenceId,
    client_secret: own ? `${payment.id}_secret_${payment.created}` : null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: payment.created,
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: payment.customerId,
    customer_account: null,
    customer_creation: order.createsCustomer ? "always" : "if_required",
    customer_details: payer && {
      address: null,
      business_name: null,
      email: payer.email,
      individual_name: null,
      name: payer.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    customer_email: order.email,
    discounts: [],
    expires_at: payment.expiresAt,
    integration_identifier: null,
    invoice: payment.invoiceId,
    invoice_creation: {
      enabled: order.createsInvoice,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: order.invoiceDescription,
        footer: null,
        issuer: null,
        metadata: order.invoiceMetadata ?? {},
        rendering_options: null,
      },
    },
    ...(expand.includes("line_items") ? { line_items: lineItems(payment) } : {}),
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: order.metadata,
    mode: "payment",
    origin_context: null,
    payment_intent: expand.includes("payment_intent") ? asStripeIntent(payment) : (attempt?.intentId ?? null),
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: order.methods,
    payment_status: payment.paymentStatus,
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: payment.status,
    submit_type: null,
    subscription: null,
    ...(own ? { return_url: order.successUrl } : {}),
    success_url: own ? null : order.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: own ? "elements" : "hosted_page",
    url: payment.status === "open" && !own ? pageUrl : null,
    wallet_options: null,
  };
}

/** Returns the payment's intent; null before the first attempt. */
export function asStripeIntent(payment: Payment): Stripe.PaymentIntent | null {
  const { attempt, order } = payment;
  if (!attempt) return null;
  return asIntent({
    id: attempt.intentId,
    amountCents: payment.amountCents,
    chargeId: attempt.chargeId,
    created: payment.created,
    customerId: payment.customerId,
    email: payment.payer?.email ?? null,
    error: attempt.error,
    metadata: order.intentMetadata,
    method: attempt.method,
    methods: order.methods,
    status: attempt.status,
  });
}

/** Differences between a payment of a Checkout session and one of an invoice. */
interface Intent {
  id: string;
  amountCents: number;
  chargeId: string | null;
  created: number;
  customerId: string | null;
  email: string | null;
  error: { code: string; message: string } | null;
  metadata: Record<string, string>;
  method: string;
  methods: string[];
  status: Stripe.PaymentIntent.Status;
}

export function asIntent(intent: Intent): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: "payment_intent",
    allowed_payment_method_types: intent.methods,
    amount: intent.amountCents,
    amount_capturable: 0,
    amount_received: intent.status === "succeeded" ? intent.amountCents : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${intent.id}_secret_sandbox`,
    confirmation_method: "automatic",
    created: intent.created,
    currency: "usd",
    customer: intent.customerId,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.error && {
      type: "card_error",
      code: intent.error.code,
      message: intent.error.message,
      payment_method_type: intent.method,
    },
    latest_charge: intent.chargeId,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: intent.methods,
    payment_record: null,
    processing: null,
    receipt_email: intent.email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_group: null,
  };
}

function lineItems({ order, amountCents, id }: Payment): Stripe.ApiList<Stripe.LineItem> {
  return {
    object: "list",
    data: [
      {
        id: `li_${id.slice(-24)}`,
        object: "item",
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: amountCents,
        amount_tax: 0,
        amount_total: amountCents,
        currency: "usd",
        description: order.price.name,
        metadata: {},
        price: asStripePrice(order.price),
        quantity: order.quantity,
      },
    ],
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  };
}
