import { testEveryPage } from "./every-page.ts";

testEveryPage({ javaScript: false, width: 360, dark: true }, ["administrator", "manager", "coach"]);
