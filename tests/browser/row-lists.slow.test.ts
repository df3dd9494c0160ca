import { testRowLists } from "./row-lists.ts";

testRowLists(true);
