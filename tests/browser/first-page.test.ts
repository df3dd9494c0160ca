import { testFirstPages } from "./first-page.ts";

testFirstPages({ javaScript: false, width: 360, dark: false });
