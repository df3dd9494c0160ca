import type { TemplateName, VariablesOf } from "#app/mail/templates.ts";

const appUrl = "http://127.0.0.1:3000";
const lakeside = { name: "Lakeside Futbol Club", color: "#1f4e8c" };
/** As a notification names it: with its postal address. */
const lakesideWithAddress = { ...lakeside, address: "1 Lake Road, Austin, TX 78701" };
const contact = {
  code: "lakeside7",
  name: "Lakeside Futbol Club",
  contactName: "Ada Admin",
  email: "ada@lakeside.example",
};
const invoice = { club: contact, number: "GS-0001", price: "$750", due: "Mon, Nov 30, 2026" };
const payLink = "https://invoice.stripe.example/i/in_1";
const signInLink = `${appUrl}/club/login?code=lakeside7`;

const game = {
  club: lakesideWithAddress,
  team: "Hawks U12",
  opponent: "Riverside Tigers",
  game: "Hawks U12 vs. Riverside Tigers",
  when: "Sat, Nov 21, 6:00 PM CT",
  link: `${appUrl}/rating/g1`,
};
const why = (kind: string) => `You get this because ${kind} of ${lakeside.name} are on for you.`;

const parent = {
  club: lakesideWithAddress,
  language: "en" as const,
  parentName: "Pat Parent",
  link: `${appUrl}/parent/agreement/agr_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
};

/** Variables of every template, for its page in the mailbox and for tests; a template without them does not compile. */
export const mailSamples: { [Name in TemplateName]: VariablesOf<Name> } = {
  "agreement-notice": {
    club: lakeside,
    what: "declined",
    parent: "Pat Parent",
    email: "pat@parents.example",
    reason: "I would like to talk about the part on pictures first.",
    link: `${appUrl}/agreements/a1`,
  },
  "administrator-changed": {
    club: lakeside,
    change: "added",
    name: "Nora New",
    email: "nora@lakeside.example",
    by: "Ada Admin",
    when: "Sun, Nov 22, 2026, 6:00 PM CT",
    settingsLink: `${appUrl}/club/settings?tab=users`,
  },
  "administrator-ended": {
    club: lakeside,
    name: "Nora New",
    by: "Ada Admin",
    when: "Sun, Nov 22, 2026, 6:00 PM CT",
  },
  "administrator-invitation": {
    club: lakeside,
    name: "Nora New",
    to: "nora@lakeside.example",
    invitedBy: "Ada Admin",
    validUntil: "Sun, Nov 29, 2026, 6:00 PM CT",
    link: `${appUrl}/account/administrator?token=adm_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "agreement-changed-address": { ...parent, at: "November 22, 2026 at 6:05 PM CST" },
  "agreement-copy": { ...parent, at: "November 22, 2026 at 6:05 PM CST", copy: null },
  "agreement-reminder": { ...parent, until: "December 22, 2026", wording: 0 },
  "agreement-request": { ...parent, language: "es", until: "22 de diciembre de 2026" },
  "agreement-withdrawn": { ...parent, at: "November 22, 2026 at 6:05 PM CST" },
  "club-down": {
    club: { name: contact.name, code: contact.code },
    appUrl,
    problem: "The file of LAKESIDE7 is damaged: database disk image is malformed",
    remedy: "Its file is damaged. Restore it from the last backup.",
  },
  "club-email": {
    clubName: contact.name,
    clubCode: contact.code,
    email: "office@lakeside.example",
    link: `${appUrl}/account/club-email?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
    days: 7,
  },
  "club-email-changed": {
    clubName: contact.name,
    clubCode: contact.code,
    email: "office@lakeside.example",
    takeBack: `${appUrl}/account/email/take-back?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "terms-changed": {
    name: "Ada Admin",
    changes: ["Your number of players is verified within 30 days of signing up."],
    holdsFrom: "2026-12-23",
    termsLink: `${appUrl}/terms`,
    acceptLink: `${appUrl}/account/terms`,
  },
  passkey: { what: "added", name: "Mia's phone", accountLink: `${appUrl}/account/passkeys` },
  "email-change-before": {
    before: "mia@lakeside.example",
    after: "mia.martinez@lakeside.example",
    link: `${appUrl}/account/email/confirm?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "email-change-after": {
    before: "mia@lakeside.example",
    after: "mia.martinez@lakeside.example",
    link: `${appUrl}/account/email/confirm?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "email-change-known": { email: "mia.martinez@lakeside.example", signInLink: `${appUrl}/club/login` },
  "email-change-done": {
    after: "mia.martinez@lakeside.example",
    takeBack: `${appUrl}/account/email/take-back?token=eml_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "account-deleted": {},
  "email-taken-back": { before: "mia@lakeside.example" },
  announcement: {
    club: lakesideWithAddress,
    why: why("Club Announcements"),
    subject: "Picture day is on Saturday",
    body: "Hello everybody,\n\nplease bring both shirts. All times: https://lakeside.example/pictures?day=sat\nThe small teams begin.\n\nThank you",
    by: "Ada Admin",
    link: `${appUrl}/dashboard`,
  },
  "game-reminder": {
    club: lakesideWithAddress,
    why: why("Game Reminders"),
    games: [
      { title: game.game, when: game.when, where: "Zilker Park, field 3", reason: "tomorrow" },
      { title: "Eagles U10 at Lions", when: "Sat, Nov 21, time TBD", where: "TBD", reason: "changed" },
      { title: "Hawks U12 at Owls", when: "Sun, Nov 22, 9:00 AM CT", where: "Field 1", reason: "cancelled" },
    ],
    link: `${appUrl}/schedule`,
  },
  "rate-game": {
    club: lakesideWithAddress,
    why: why("Game Reminders"),
    title: game.game,
    when: game.when,
    blindUntil: "Mon, Nov 23, 8:00 PM CT",
    link: game.link,
  },
  "rating-reminder": {
    club: lakesideWithAddress,
    why: why("Game Reminders"),
    total: 12,
    lines: [
      {
        text: `${game.game}, ${game.when}. Rate it by Mon, Nov 23, 8:00 PM CT, before the result opens`,
        link: game.link,
      },
      {
        text: "Eagles U10 at Lions, Sat, Nov 14, 9:00 AM CT. The 48 hours are over, and you can still rate it",
        link: `${appUrl}/rating/g2`,
      },
    ],
    link: `${appUrl}/rating?show=to-rate`,
  },
  "weekly-report": {
    club: lakesideWithAddress,
    why: why("Weekly Reports"),
    title: "The club's week",
    week: "Mon, Nov 16 to Sun, Nov 22",
    sentence: "7 of 9 games rated; 5 perfect.",
    stats: [
      ["Games played", "9"],
      ["Rated", "7"],
      ["Perfect Behavior", "5"],
      ["Minor Issues", "1"],
      ["Major Incident", "1"],
      ["Average", "15.7 of 20"],
    ],
    teams: [
      { name: "Eagles U10", text: "4 games, 4 rated; average 17.5" },
      { name: "Hawks U12", text: "5 games, 3 rated; average 13.3" },
    ],
    next: [
      {
        text: "1 incident note is open: read what happened and write down what was done",
        link: `${appUrl}/rating?show=incidents`,
      },
      {
        text: "2 games wait for a rating: see who can give it, and remind them",
        link: `${appUrl}/rating/waiting`,
      },
    ],
    waiting: [],
    ahead: [{ text: "Hawks U12 vs. Owls, Sat, Nov 28, 10:00 AM CT", link: `${appUrl}/rating/g3` }],
    moreAhead: 6,
    link: `${appUrl}/dashboard`,
  },
  "contact-bounced": { club: { ...contact, phone: "(555) 010-0177" }, tag: "welcome" },
  "contact-message": {
    category: "General questions",
    subject: "When does the season begin?",
    message: "Hello,\n\nwe have six teams.\nWhen does the season begin?",
    sender: { name: "Olive Outside", email: "olive@outside.example" },
  },
  incident: {
    club: lakesideWithAddress,
    game: "Hawks U12 vs. Riverside Tigers",
    when: "Sat, Nov 21, 6:00 PM CT",
    location: "Zilker Park, Field 3",
    ratedBy: "Coach",
    tags: "dissent at the referee, entering the field",
    link: `${appUrl}/rating/g1/incident`,
    why: why("Incident Alerts"),
  },
  "manager-incident": { ...game, why: why("Incident Alerts") },
  "perfect-game": { ...game, why: why("Perfect Game") },
  "rank-changed": {
    club: lakesideWithAddress,
    team: "Hawks U12",
    state: "Texas",
    from: 12,
    to: 9,
    link: `${appUrl}/leaderboard`,
    why: why("Leaderboard Updates"),
  },
  "rating-submitted": {
    ...game,
    rater: "Dana Reyes",
    as: "Coach",
    result: null,
    mayRate: true,
    why: why("Rating Submissions"),
  },
  digest: {
    club: lakesideWithAddress,
    why: `You get this because you chose to get ${lakeside.name}'s updates together.`,
    period: "Your week",
    sections: [
      {
        heading: "Hawks U12: Rating Submissions",
        lines: [
          { text: "Dana Reyes rated Hawks U12 vs. Riverside Tigers", link: `${appUrl}/rating/g1` },
          {
            text: "Mona Park rated Hawks U12 vs. Bayside Gulls: 20, Perfect Behavior",
            link: `${appUrl}/rating/g2`,
          },
        ],
      },
      {
        heading: "Lions U14: Perfect Game",
        lines: [{ text: "Lions U14 vs. Harbor City Mariners", link: `${appUrl}/rating/g3` }],
      },
    ],
    link: `${appUrl}/dashboard`,
  },
  invitation: {
    club: lakeside,
    team: { name: "Hawks", ageGroup: "U12", season: "Fall 2026" },
    role: "Head Coach",
    to: "dana@lakeside.example",
    validUntil: "Sun, Nov 29, 2026, 6:00 PM CT",
    link: `${appUrl}/contact?invite=coach&team=hawks&token=inv_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "billing-notice": {
    heading: "Stripe refused a refund",
    text: "Please refund it another way and write to the club.",
    facts: [
      ["Club", "Lakeside Futbol Club (LAKESIDE7)"],
      ["Amount", "$750"],
    ],
    link: `${appUrl}/admin/billing`,
  },
  "invoice-open": { ...invoice, payLink },
  "invoice-overdue": { ...invoice, payLink },
  "invoice-paid": {
    club: contact,
    number: "GS-0001",
    price: "$750",
    billingLink: `${appUrl}/club/billing`,
  },
  renewed: {
    club: contact,
    starts: "Mon, Nov 22, 2027",
    ends: "Wed, Nov 22, 2028",
    onItsWay: true,
    billingLink: `${appUrl}/club/billing`,
  },
  "renewal-failed": { club: contact, price: "$749", renewLink: `${appUrl}/club/billing/renew` },
  "term-notice": {
    club: contact,
    notice: 30,
    ends: "Mon, Nov 22, 2027",
    readableUntil: "Wed, Dec 22, 2027",
    price: "$749",
    renewLink: `${appUrl}/club/billing/renew`,
  },
  "account-unused": { goes: "2029-12-22", signInLink: `${appUrl}/club/login` },
  "club-cancelled": {
    club: contact,
    ends: "Mon, Nov 22, 2027",
    erased: "Sun, Feb 20, 2028",
    leaveLink: `${appUrl}/club/leave`,
  },
  "verification-decided": {
    club: contact,
    outcome: "adjusted",
    players: 640,
    notes: "",
    billing: "Your package is Standard. We refund $750 to where your payment came from.",
    link: `${appUrl}/verification`,
  },
  "verification-received": {
    club: contact,
    number: "VER-001",
    documents: 2,
    link: `${appUrl}/verification`,
  },
  "verification-reminder": {
    club: contact,
    days: 3,
    due: "Mon, Nov 30, 2026",
    link: `${appUrl}/verification`,
  },
  "verification-submitted": {
    heading: "VER-001: Lakeside Futbol Club sent its documents",
    text: "They wait for a decision. We promised it within about 24 hours.",
    club: "Lakeside Futbol Club, TX",
    documents: 2,
    link: `${appUrl}/admin/verification/lakeside7`,
  },
  "refund-sent": {
    club: contact,
    price: "$750",
    why: "settlement",
    billingLink: `${appUrl}/club/billing`,
  },
  "open-payment": { email: contact.email, paymentLink: "https://checkout.stripe.example/c/pay/cs_1" },
  "paid-twice": { club: contact, sessionId: "cs_test_a1B2c3D4" },
  "admin-recovery-code": { left: 7 },
  "admin-second-factor": { change: "on" },
  "platform-invitation": {
    role: "Moderator",
    invitedBy: "Robin Reyes",
    link: `${appUrl}/admin/invitation?token=sample`,
  },
  "password-changed": {},
  "password-exists": { club: contact, resetLink: `${appUrl}/contact?forgot=club` },
  "password-reset": {
    account: "Lakeside Futbol Club (LAKESIDE7)",
    link: `${appUrl}/contact?reset=rst_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "password-set": { club: contact, signInLink },
  "payment-failed": { club: contact, price: "$1,500.00", paymentLink: `${appUrl}/pay?token=pay_1` },
  "payment-received": { club: contact, paidUntil: "Mon, Nov 22, 2027", signInLink },
  "payment-refunded": { club: contact, price: "$1,500.00", signInLink },
  registration: {
    club: lakeside,
    language: "es",
    link: `${appUrl}/register/confirm/2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
  "registration-known": { club: lakeside, language: "en", link: `${appUrl}/register/confirm/sample` },
  "setup-link": { club: contact, setupLink: `${appUrl}/contact?setup=LAKESIDE7&token=set_1` },
  "staff-welcome": {
    club: lakeside,
    clubCode: contact.code,
    name: "Dana Reyes",
    email: "dana@lakeside.example",
    places: [
      { role: "Head Coach", team: "Hawks, U12" },
      { role: "Team Manager", team: "Lions, U14" },
    ],
    signInLink,
  },
  "way-in": { club: contact, signInLink, resetLink: `${appUrl}/contact?forgot=club` },
  welcome: {
    club: contact,
    plan: "Large, up to 1,000 players",
    paidUntil: "Mon, Nov 22, 2027",
    signInLink: `${appUrl}/club/login`,
    setupLink: `${appUrl}/contact?setup=LAKESIDE7&token=set_2nX5c0Zz8hU0tN1q4Rk9w7vB3yM6pLsD`,
  },
};
