/** Settings that production accepts. */
export const PRODUCTION = {
  APP_MODE: "production",
  APP_URL: "https://goodside.example",
  SESSION_SECRET: "k3Jd93kfUe02mAlq83nDz71pQx55vBt0",
  STRIPE_SECRET_KEY: "sk_live_51Nothing",
  STRIPE_WEBHOOK_SECRET: "whsec_9fJ2mKq7",
  STRIPE_PRICE_STANDARD: "price_1",
  STRIPE_PRICE_LARGE: "price_2",
  STRIPE_PRICE_ENTERPRISE: "price_3",
  POSTMARK_SERVER_TOKEN: "b2c9e1f0-4f6a-4c1e-9d3b-0a1b2c3d4e5f",
  POSTMARK_WEBHOOK_SECRET: "q8Rk2mVz71pLx55vBt0nDf93kUe02mAl",
  MAIL_FROM: "hello@goodside.example",
};
