import { ON_A_DESKTOP, ON_A_PHONE_WITHOUT_SCRIPTS, testReward, testSeason } from "./seasons-and-rewards.ts";

testSeason(ON_A_PHONE_WITHOUT_SCRIPTS);
testReward(ON_A_DESKTOP);
