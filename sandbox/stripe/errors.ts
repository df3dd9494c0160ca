/** A refusal in the shape of Stripe's errors. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
      message: string;
      code?: string;
      param?: string;
    },
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeRefusal(400, { type: "invalid_request_error", message, param, code });

export const missing = (what: string, id: string, param: string, status = 404) =>
  new StripeRefusal(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
