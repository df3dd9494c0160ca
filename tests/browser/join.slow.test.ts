import { testJoining } from "./join.ts";

testJoining({ javaScript: true, width: 1280 });
