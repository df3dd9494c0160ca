import { testEveryPage } from "./every-page.ts";

// Managers and coaches use a phone; on a desktop they see a subset of an administrator's pages.
testEveryPage({ javaScript: true, width: 1280, dark: false }, ["administrator"]);
testEveryPage({ javaScript: false, width: 360, dark: true }, ["administrator", "manager", "coach"]);
