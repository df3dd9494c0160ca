import { testFirstPages } from "./first-page.ts";

testFirstPages({ javaScript: true, width: 1280, dark: true });
testFirstPages({ javaScript: false, width: 360, dark: false });
