import { testJoining } from "./join.ts";

testJoining({ javaScript: false, width: 360 });
