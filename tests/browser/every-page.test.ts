import { testEveryPage } from "./every-page.ts";

// Its scripts only add to a page, and axe needs a second one without scripts: every-page.slow.test.ts.
testEveryPage({ javaScript: true, width: 360, dark: true }, ["administrator", "manager", "coach"]);
