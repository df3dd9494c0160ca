/** All words of the page on which parents register, and of its emails, in English (product.md#registration). */
export const en = {
  form: {
    title: "Join the parents' list of {club}",
    lead: "{club} sends its sideline agreement to the parents on its list. Tell us who you are; you need no account.",
    name: "Your full name",
    email: "Your email",
    emailHint: "We send a link there, to make sure that it is yours.",
    child: "Your child's name or initials",
    childHint: "One child. For another one, fill in this form again.",
    team: "Your child's team",
    teamEmpty: "Choose a team",
    submit: "Register",
    kept: "{club} keeps what you enter here for its sideline agreement and sees it after you have confirmed your email. What you do not confirm is erased after 7 days.",
  },
  problems: { child: "Enter your child's name or initials", team: "Choose your child's team" },
  sent: {
    title: "Check your mail",
    lead: "We have sent an email to the address that you entered.",
    next: "Open the link in it within 7 days. {club} sees your registration only after that.",
    nothing:
      "No email after a few minutes? Look into your spam folder, or register again: the address may have been mistyped.",
    again: "Register another child",
  },
  closed: {
    title: "Registration is closed",
    lead: "{club} takes no registrations on this page at the moment. Ask the club, or the team's manager.",
  },
  unknown: {
    title: "This address leads to no club",
    lead: "It may be mistyped or cut off. Scan the code once more, or ask your club for its address.",
  },
  confirm: {
    title: "Is this your email?",
    lead: "Press the button, and {club} sees your registration.",
    submit: "Yes, send my registration",
    not: "You did not register? Close this page. What is not confirmed is erased by itself.",
    doneTitle: "Thank you",
    done: "Your registration has reached {club}.",
    next: "Once the club has added you to its list, its sideline agreement comes by email.",
    goneTitle: "This link does not work",
    gone: "It is older than 7 days, cut off, or what it was for is erased. Register once more on the page of your club.",
  },
  mail: {
    why: "You get this because this address was entered on the registration page of {club}.",
    confirm: {
      subject: "Confirm your registration with {club}",
      preheader: "One button, and the club sees your registration.",
      heading: "Is this your email?",
      body: [
        "This address was entered on the registration page of {club}, for its list of parents.",
        "Was that you? Open the link and press the button. The link works for 7 days.",
        "If it was not you, do nothing: what is not confirmed is erased.",
      ],
      button: "Confirm my email",
    },
    known: {
      subject: "You are on the list of {club} already",
      preheader: "Press the button only to add another child.",
      heading: "You are on the list already",
      body: [
        "This address was entered on the registration page of {club}. It is on the club's list of parents already, and nothing was changed.",
        "Did you register another child? Open the link and press the button, and the club sees it. The link works for 7 days.",
        "To correct something, reply to this email: it reaches the club. If it was not you, do nothing: what is not confirmed is erased.",
      ],
      button: "Add another child",
    },
  },
};

/** Every language has the same words. */
export type RegistrationCatalogue = typeof en;
