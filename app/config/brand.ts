/** The product's name, addresses and colors. */
export const brand = {
  name: "Goodside",
  tagline: "A better sideline, game by game.",
  domain: "goodside.example",
  mail: {
    sales: "sales@goodside.example",
    support: "support@goodside.example",
    billing: "billing@goodside.example",
    general: "hello@goodside.example",
    privacy: "privacy@goodside.example",
    legal: "legal@goodside.example",
  },
  phone: "(555) 010-0142",
  location: "Los Angeles, California",
  colors: { ink: "#14212b", paper: "#fbfaf7", pitch: "#0d6e45", night: "#0f1613" },
} as const;
