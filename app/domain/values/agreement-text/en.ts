/**
 * All words of the agreement in English: the text, the parent's pages, the emails and the PDF
 * (product/agreements.md#agreement-text).
 */
export const en = {
  name: "English",
  htmlLang: "en-US",
  switchTo: "Read in English",

  text: {
    title: "Sideline agreement",
    lead: "This is how we, the families of {club}, want to be at our children's games. It takes about four minutes to read, and you sign once for all your children.",
    sections: [
      {
        heading: "Why we ask",
        paragraphs: [
          "Children play to have fun, to learn, and to be with their friends. What they hear from the sideline is part of their game. A kind sideline makes mistakes safe, and mistakes are how children learn.",
          "Referees hear it too. Many are young, and some have their first games this season. They come back when they are treated well.",
          "None of this asks you to be silent. Cheer as loudly as you like. It asks that nobody on the field ever plays worse, or goes home sad, because of what an adult said.",
        ],
        list: [],
        steps: [],
      },
      {
        heading: "What we do",
        paragraphs: [],
        list: [
          "We cheer for effort: a good try, a good pass, a good save, for both teams.",
          "We let the players play. They decide on the field, and they are allowed to get it wrong.",
          "We let the coach coach. If we have a question, we wait a day and ask it in private.",
          "We thank the referee after the game, whatever the score.",
          "We welcome the other team and their families. Without them there is no game.",
          "We stay calm when a call goes against us. Our children learn from us how to lose and how to win.",
          "We look out for each other. If a friend goes too far, a quiet word from us helps more than a rule.",
          "After the game we start with one sentence: I love watching you play.",
        ],
        steps: [],
      },
      {
        heading: "What we leave out",
        paragraphs: [],
        list: [
          "Shouting at, mocking or insulting referees, players, coaches or other families.",
          "Arguing about a call, on the field, in the parking lot, or online.",
          "Telling players from the sideline what to do.",
          "Stepping onto the field, unless the referee or a coach asks us to.",
          "Pictures, videos or posts that embarrass a child, a referee or a coach.",
          "Alcohol, drugs and smoking at children's games.",
          "Threats, violence, and insults about who somebody is: skin color, origin, language, religion, body, disability, gender, or whom they love. There is no second chance for these: whoever does this is asked to leave that day.",
        ],
        steps: [],
      },
      {
        heading: "How the sideline is rated",
        paragraphs: [
          "After a game, the team's coach and manager each rate the team's whole sideline: 20 points for a good one, 10 where something small went wrong, 0 where something serious happened. The rating is about the team's sideline together. It names no parent and no child.",
        ],
        list: [],
        steps: [],
      },
      {
        heading: "If it goes wrong",
        paragraphs: [
          "Everybody can have a bad day. We would rather talk than punish, and no child pays for what an adult did: your child still plays.",
        ],
        list: [],
        steps: [
          "A conversation. Somebody from the club talks with you in private and hears your side.",
          "A game away. If it happens again, you stay away from the next game.",
          "The club's decision. If it goes on, or if it was serious the first time, the club decides what follows; that may be a longer time away from games. You are heard before the decision and you get it in writing, with the reason.",
        ],
      },
    ],
    ownHeading: "From {club}",
    agreeHeading: "What you agree to",
    affirmations: {
      positiveSupport:
        "I will cheer for effort and fair play on both teams, and leave the coaching to the coaches.",
      respectReferees:
        "I will treat referees with respect, accept their calls, and thank them after the game.",
      followClubCode:
        "I will follow this agreement and the club's rules at games and practices, and ask the guests I bring to do the same.",
      reportIncidents:
        "If I see something that hurts or threatens somebody, I will tell the coach, the team manager or the club, and not settle it myself or online.",
      modelBehavior:
        "I know that my children watch me. I will be the example I want them to follow, when we win and when we lose.",
    },
    keptHeading: "What is kept about you, and why",
    kept: [
      "{club} keeps what you type here (your name, your email, your players' names or initials, your teams, your signature and its date), the sentences you agreed to, this text, the time, and the internet address and browser you signed with. Together they prove that you signed what you read, for you as much as for the club. Goodside stores them for the club.",
      "The people who run {club} can see all of it. Your team's manager sees your name, your email, your players, whether you signed, and your reason if you do not sign or withdraw. Coaches see your name, your players and whether you signed. None of it is public, sold, or used for advertising, and nothing is asked of your child.",
      "With your link you can see and correct what is kept about you, withdraw your signature, or have your data erased. After erasing, only a proof without your name stays.",
    ],
    electronicHeading: "Signing electronically",
    electronic: [
      "You sign here by typing your name; that counts the same as a signature on paper. Your consent covers this agreement and its copy, nothing else.",
      "You may sign on paper instead, or get a paper copy: ask {club}. Neither costs you anything.",
      "You may withdraw your consent at any time with your link, or by writing to the club. From that day on it no longer counts; the record that you had signed until then stays.",
      "You need a device with a web browser, an email address that you read, and a program that opens PDF files, so that you can read and keep your copy. If your email changes, correct it with your link.",
    ],
    consent:
      "I agree to sign electronically and to get my copy by email. I can open this page and PDF files on my device.",
    version: "Text version {version}, English",
  },

  form: {
    heading: "Sign",
    lead: "Every adult signs for themselves, once for all their children. All fields are needed.",
    parentName: "Your full name",
    notMe: "I am not {name}. I sign for myself, with my own name and email.",
    parentEmail: "Your email",
    parentEmailHint: "Your signed copy is sent here.",
    childName: "Your players' names or initials",
    childNameHint: "All your children at {club}, with commas between them: 'Sam, Lucy' or 'S. R., L. R.'",
    teams: "Your players' teams",
    teamsHint: "Check each team that your children play for.",
    noTeams: "{club} has no teams listed yet. You can sign without.",
    agreeHint: "Check all five.",
    consent: "Electronic signature",
    signature: "Your signature",
    signatureHint: "Type your full name. It counts as your signature.",
    signatureDate: "Date",
    submit: "Sign the agreement",
    declineLink: "I do not want to sign",
    dataLink: "See and correct what is kept about you",
    languages: "Language",
    skip: "Skip to content",
    toForm: "Go to the signature",
    otherTeams: "All other teams of {club}",
    contents: "On this page",
    change: "Change this, or sign as somebody else",
    privacy: "Privacy Policy of Goodside",
  },

  problems: {
    heading: "There is a problem",
    error: "Error",
    incomplete: "Please complete all required fields and check all agreement boxes to submit",
    parentName: "Enter your full name",
    parentEmail: "Enter your email",
    ownName: "Enter your own name, not the one of the person whose link this is",
    ownEmail: "Enter your own email, not the one of the person whose link this is",
    emailFormat: "Enter an email address in the format name@example.com",
    childName: "Enter the names or initials of your players",
    teams: "Check at least one team",
    affirmation: "Check this box to agree",
    consent: "Check this box to sign electronically, or ask the club for a paper copy",
    signature: "Type your full name as your signature",
    signatureDate: "Enter today's date",
    tooLong: "Use at most {max} characters",
    plainText: "Use one line of plain text",
    unreadable: "Use letters that can be read and printed",
    reason: "Say in a few words why",
    erase: "Check this box if you want your data erased",
    textChanged:
      "{club} changed the text after you opened this page. Please read it once more, check the boxes again and type your signature. Your other answers are still here.",
    throttled:
      "This was sent many times in a short while. Please wait an hour and send it again. What you typed is still here.",
  },

  signed: {
    title: "Signed. Thank you!",
    alreadyTitle: "Already signed",
    at: "Signed on {at}.",
    already:
      "This agreement was already signed, so nothing was stored a second time. Another parent or guardian needs a link of their own: ask the club for it.",
    paper: "Signed on paper and entered by {club} on {at}.",
    copyMailed: "A copy is sent to the email you typed. You can also open it here.",
    copyLink: "Open your signed copy (PDF)",
    others:
      "Another parent or guardian of your children signs for themselves, with a link of their own. If none has come, ask the club for one.",
    dataLink: "See and correct what is kept about you",
    withdrawLink: "Withdraw your signature",
    copyMissing: "The PDF has an empty box for these letters: {letters}. Your record keeps them.",
    laterHeading: "Added after you signed",
    laterLead: "{club} asks you to confirm that your signature holds for what was added since:",
    laterChild: "{child}, added {at}",
    laterSubmit: "Confirm",
    laterConfirmed: "{child}, confirmed {at}",
    textHeading: "The text you signed",
  },

  expired: {
    title: "This link has expired",
    since: "It worked until {at}.",
    replaced: "A newer email has a newer link. Please open that one: it is the one you can sign with.",
    ask: "Ask {club} for a new link",
    asked:
      "{club} knows that you would like a new link. It will come by email once somebody there has sent it.",
    kept: "Nothing was signed with this link.",
  },

  decline: {
    title: "I do not want to sign",
    lead: "You are free not to sign. {club} is told, with your reason, and may talk with you about it. You will get no more reminders.",
    reason: "Why do you not want to sign?",
    reasonHint: "A sentence is enough. The people who run {club} and your team's manager can read it.",
    submit: "Tell {club} that I will not sign",
    back: "Back to the agreement",
  },

  declined: {
    title: "You have not signed",
    at: "You told {club} on {at} that you do not want to sign.",
    next: "You will get no more reminders.",
    change: "You may change your mind until {until}, with this same link.",
    reopen: "Read it again and sign",
  },

  withdraw: {
    title: "Withdraw your signature",
    lead: "Once you withdraw it, your signature no longer counts. The record that you had signed until then stays. {club} is told, with your reason, and will tell you what comes next, such as signing on paper.",
    reason: "Why do you want to withdraw it?",
    reasonHint: "A sentence is enough. The people who run {club} and your team's manager can read it.",
    submit: "Withdraw my signature",
    back: "Back, and leave it as it is",
  },

  withdrawn: {
    title: "Your signature is withdrawn",
    at: "You withdrew it on {at}. {club} has been told.",
    next: "If you want to sign again, ask for a new link.",
  },

  unknown: {
    title: "This link does not work",
    reasons:
      "It may have been cut off when it was copied, or replaced by a newer one, or its data was erased.",
    next: "Open the link in the newest email of your club once more, or copy all of it into the browser's address bar. If that does not help, ask your club for a new one.",
  },

  closed: {
    title: "{club} takes no signatures right now",
    next: "The club's account is on hold. Your link stays valid: please try again in a few days, or ask the club.",
  },

  data: {
    title: "What is kept about you",
    lead: "This is everything that {club} keeps about you here. Whoever has your link can see it; so can the people who run the club.",
    contact: "At the club",
    name: "Name",
    email: "Email",
    language: "Language of your emails",
    players: "Players",
    source: "Where it comes from",
    sources: {
      import: "A list that the club imported on {at}",
      manual: "Entered by the club on {at}",
      registered: "You registered yourself on {at}",
    },
    noName: "Not known",
    noPlayers: "None",
    reminders: "Reminders",
    remindersOn: "On",
    remindersNone: "None: there is nothing to sign",
    remindersOff: "Stopped by you on {at}",
    mails: "Emails about the agreement",
    mailsCount: "Sent {sent}; reminders so far: {reminders}",
    mailsNone: "None yet",
    evidence: "With your signature",
    kinds: {
      signed: "Signed",
      paper: "Signed on paper, entered by the club",
      confirmed: "Confirmed for what was added later",
      declined: "Not signed",
      withdrawn: "Withdrawn",
      reassigned: "Recorded as somebody else's",
      erased: "Erased",
    },
    at: "Time",
    teams: "Teams",
    signature: "Signature",
    signatureDate: "Date with the signature",
    ip: "Internet address",
    browser: "Browser",
    reason: "Reason",
    text: "Text",
    textLine: "Version {version}, SHA-256 {hash}",
    enteredBy: "Entered by",
    evidenceNone: "Nothing: you have not signed.",
    immutable:
      "What you signed is never changed afterwards; that is what makes it proof. A correction changes what the club uses from now on.",
    correct: "Correct it",
    correctLead: "Change what is wrong and save. The club sees that you changed something, and when.",
    correctName: "Your full name",
    correctEmail: "Your email",
    correctPlayers: "Your players' names or initials",
    correctPlayersHint: "Leave a field empty to remove a player.",
    playerOf: "{player} ({team})",
    player: "Player {number}",
    optional: "optional",
    addPlayer: "Another player, if one is missing",
    save: "Save",
    saved: "Saved. The club uses this from now on.",
    taken: "This email already belongs to another parent of the club. Ask the club to sort it out.",
    stale: "This was changed in the meantime. Look at it again, then save.",
    erase: "Erase your data",
    eraseLead:
      "Your name, your email, your players' names, your signature, internet address and browser are deleted, here and in the club's records. You will get no more emails, and this link will stop working.",
    eraseStays:
      "What stays, if you had signed: that somebody signed this text on that day, as a record without a name. It keeps the other parents' signatures provable, and nobody can be found by it. Copies that were already mailed or downloaded cannot be called back; the list of emails that were sent is deleted after 90 days, and backups when their time is over.",
    eraseConfirm: "I want my data erased. I know that this cannot be undone.",
    eraseSubmit: "Erase my data",
    erasedTitle: "Your data is erased",
    erased: "Your club no longer keeps anything here that names you. You can close this page.",
    back: "Back to the agreement",
  },

  mail: {
    greeting: "Hello {name},",
    greetingNoName: "Hello,",
    button: "Read and sign",
    why: "You get this because {club} has you on file as a parent or guardian of a player.",
    stop: "Get no more reminders",
    noButton: "The button does not work? Use this link",
    tagline: "A better sideline, game by game.",
    until:
      "The link is yours alone and works until {date}. Please do not forward it: another parent gets one of their own.",
    request: {
      subject: "{club} asks you to sign its sideline agreement",
      preheader: "Four minutes, one signature for all your children. No account needed.",
      heading: "How we want to be at our children's games",
      body: [
        "{club} asks every parent and guardian to read and sign one page: what we do on the sideline, what we leave out, and what happens if it goes wrong.",
        "You need no account and no app. You sign once for all your children, and your signed copy comes by email.",
      ],
    },
    reminders: [
      {
        subject: "A reminder: the sideline agreement of {club}",
        preheader: "You have not signed yet. It takes about four minutes.",
        heading: "Still waiting for your signature",
        body: [
          "A few days ago {club} sent you its sideline agreement. You have not signed it yet.",
          "It is one page. Read it, check five boxes, type your name, done.",
        ],
      },
      {
        subject: "{club} still needs your signature",
        preheader: "One page, one signature for all your children.",
        heading: "One page for a good season",
        body: [
          "{club} wants every family behind its sideline agreement. Yours is still open.",
          "If something in it keeps you from signing, open the page and say so there. The club reads it.",
        ],
      },
      {
        subject: "Last reminder: sign the sideline agreement of {club}",
        preheader: "After this one, no more reminders come by themselves.",
        heading: "The last reminder",
        body: [
          "This is the last reminder that comes by itself. Your agreement with {club} is still open.",
          "Sign it, or say on the page that you do not want to. Either way the club knows where it stands.",
        ],
      },
    ],
    copy: {
      subject: "Your signed copy: the sideline agreement of {club}",
      preheader: "Keep this email: your signed agreement is attached as a PDF.",
      heading: "Thank you for signing",
      body: [
        "You signed the sideline agreement of {club} on {at}. Your copy is attached as a PDF; please keep it.",
        "With your link you can open the copy again, see and correct what is kept about you, or withdraw your signature.",
      ],
      button: "Open your agreement",
      why: "You get this because this address was typed when the agreement was signed.",
    },
    changedAddress: {
      subject: "Your agreement with {club} was signed with another email",
      preheader: "If that was you, there is nothing to do.",
      heading: "Signed with another email",
      body: [
        "The sideline agreement that {club} sent to this address was signed on {at}. The email typed there is not the one that the club has on file.",
        "If that was you, there is nothing to do. If it was not, open your agreement, see what was typed, and write to the club.",
      ],
      button: "See your agreement",
      why: "You get this because {club} has this address on file for the agreement.",
    },
    confirm: {
      subject: "{club} asks you to confirm your sideline agreement",
      preheader: "Something was added after you signed. One tap is enough.",
      heading: "Does your signature still hold?",
      body: [
        "You signed the sideline agreement of {club} on {at}. The club has added a child or a team to your family since then.",
        "Open your agreement, see what was added, and confirm it with one tap. There is nothing to sign again.",
      ],
      button: "See and confirm",
      why: "You get this because {club} has this address on file for the agreement.",
    },
    addressLeft: {
      subject: "{club} has another email address for you now",
      preheader: "If that is right, there is nothing to do.",
      heading: "Your email address was changed",
      body: [
        "{club} asks parents to sign its sideline agreement. Until now it had this address on file for you; somebody has just changed it, so emails about the agreement go to another address.",
        "If that is right, or if you are no parent there, there is nothing to do. If it is not, open the link and press the button: {club} gets this address back. The link works for 7 days.",
      ],
      button: "Take my address back",
      why: "You get this because {club} had this address on file for the agreement.",
    },
    withdrawn: {
      subject: "Your signature for {club} is withdrawn",
      preheader: "From now on it no longer counts.",
      heading: "Your signature is withdrawn",
      body: [
        "You withdrew your signature under the sideline agreement of {club} on {at}. From now on it no longer counts; the club has been told.",
        "If that was not you, write to the club.",
      ],
      why: "You get this because this address was typed when the agreement was signed.",
    },
  },

  addressBack: {
    title: "Take your address back?",
    lead: "{club} changed the email address that it has for you. Press the button, and it has this one again:",
    after: "Links in emails that went to the other address stop working. {club} is told.",
    submit: "Take my address back",
    not: "The change is right? Then close this page.",
    someClub: "The club",
    doneTitle: "Your address is back",
    done: "{club} has your address again. Emails about the agreement come there.",
    takenTitle: "That did not work",
    taken: "Another parent of {club} has this address by now. Please write to the club.",
    goneTitle: "This link does not work",
    gone: "It is older than 7 days, was used before, or is cut off. Please write to your club.",
  },

  stop: {
    title: "Stop reminders",
    lead: "{club} reminds you of its sideline agreement by email. You can stop that here. The link to sign keeps working, and mail that you ask for, such as your signed copy, still comes.",
    submit: "Send me no more reminders",
    done: "You will get no more reminders from {club}.",
    undo: "Undo: remind me again",
    sign: "Read and sign the agreement",
  },

  pdf: {
    title: "Sideline agreement of {club}, signed",
    titlePaper: "Sideline agreement of {club}, signed on paper",
    signature: "Signature",
    name: "Name",
    email: "Email",
    players: "Players",
    teams: "Teams",
    agreed: "Agreed to",
    consent: "Consent",
    signed: "Signature",
    signatureDate: "Date with the signature",
    at: "Time of signing",
    ip: "Internet address",
    browser: "Browser",
    enteredBy: "Entered by",
    withdrawn: "Withdrawn",
    missing: "Letters of '{label}' that cannot be printed: {count}. The record in this file keeps them.",
    erased: "The person who signed was erased on their request; the record stays without them.",
    proof: "Proof",
    text: "Text",
    textHash: "SHA-256 of the text",
    record: "Record",
    recordHash: "SHA-256 of the record",
    previousHash: "SHA-256 of the record before",
    verify: "How to check this copy",
    verifySteps: [
      "Open {link} and drop this file there. The page says whether it is whole; it stores nothing.",
      "Without Goodside: ask the club for the exported record. It carries the steps, and the program sha256sum is enough.",
    ],
    page: "Page {page} of {pages}",
  },
};

/** English is the model: another language has the same keys, with its own words. */
export type AgreementCatalogue = Translated<typeof en>;

type Translated<Words> = Words extends string
  ? string
  : Words extends readonly (infer Item)[]
    ? readonly Translated<Item>[]
    : { readonly [Key in keyof Words]: Translated<Words[Key]> };
