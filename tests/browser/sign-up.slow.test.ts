import { testSignUp } from "./sign-up.ts";

testSignUp({ javaScript: true, width: 1280 });
