import { testFirstPages } from "./first-page.ts";

testFirstPages({ javaScript: true, width: 360, dark: false });
