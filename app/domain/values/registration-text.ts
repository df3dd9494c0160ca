import type { AgreementLanguage } from "./agreement-text/catalogue.ts";

/** All words of the page on which parents register, and of its emails, in English (product/parents.md#registration). */
const en = {
  form: {
    title: "Join the parents' list of {club}",
    lead: "{club} sends its sideline agreement to the parents on its list. Tell us who you are; you need no account.",
    name: "Your full name",
    email: "Your email",
    emailHint: "We send a link there, to make sure that it is yours.",
    child: "Your child's name or initials",
    childHint: "Brothers and sisters have fields of their own below.",
    more: "Register more children",
    moreOf: "Child {number}",
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
    lead: "Press the button, and {club} sees your registration of these children. If one is not yours, close this page and register again.",
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
type RegistrationCatalogue = typeof en;

/** The same in Spanish. */
const es: RegistrationCatalogue = {
  form: {
    title: "Apúntese a la lista de padres de {club}",
    lead: "{club} envía su acuerdo de comportamiento a los padres de su lista. Díganos quién es; no necesita una cuenta.",
    name: "Su nombre completo",
    email: "Su correo electrónico",
    emailHint: "Le enviamos un enlace para comprobar que es suyo.",
    child: "Nombre o iniciales de su hijo o hija",
    childHint: "Los hermanos tienen sus propios campos más abajo.",
    more: "Registrar a más hijos",
    moreOf: "Hijo o hija {number}",
    team: "Equipo de su hijo o hija",
    teamEmpty: "Elija un equipo",
    submit: "Registrarme",
    kept: "{club} guarda estos datos para su acuerdo y los ve cuando usted confirme su correo. Lo que no se confirma se borra después de 7 días.",
  },
  problems: { child: "Escriba el nombre o las iniciales", team: "Elija el equipo" },
  sent: {
    title: "Revise su correo",
    lead: "Enviamos un correo a la dirección que usted escribió.",
    next: "Abra el enlace en los próximos 7 días. {club} ve su registro solo después.",
    nothing:
      "¿No llega nada en unos minutos? Mire en el correo no deseado o regístrese otra vez: quizás la dirección tenía un error.",
    again: "Registrar a otro hijo o hija",
  },
  closed: {
    title: "El registro está cerrado",
    lead: "{club} no recibe registros en esta página por ahora. Pregunte al club o al encargado del equipo.",
  },
  unknown: {
    title: "Esta dirección no lleva a ningún club",
    lead: "Quizás tiene un error o está incompleta. Escanee el código otra vez o pida la dirección a su club.",
  },
  confirm: {
    title: "¿Es este su correo?",
    lead: "Pulse el botón y {club} verá su registro de estos niños. Si alguno no es suyo, cierre esta página y regístrese otra vez.",
    submit: "Sí, enviar mi registro",
    not: "¿No se registró usted? Cierre esta página. Lo que no se confirma se borra solo.",
    doneTitle: "Gracias",
    done: "Su registro llegó a {club}.",
    next: "Cuando el club lo haya añadido a su lista, recibirá por correo su acuerdo de comportamiento.",
    goneTitle: "Este enlace no funciona",
    gone: "Tiene más de 7 días, está incompleto o lo que confirmaba fue borrado. Regístrese otra vez en la página de su club.",
  },
  mail: {
    why: "Recibe este correo porque esta dirección se escribió en la página de registro de {club}.",
    confirm: {
      subject: "Confirme su registro en {club}",
      preheader: "Un botón, y el club ve su registro.",
      heading: "¿Es este su correo?",
      body: [
        "Esta dirección se escribió en la página de registro de {club}, para su lista de padres.",
        "¿Fue usted? Abra el enlace y pulse el botón. El enlace funciona durante 7 días.",
        "Si no fue usted, no haga nada: lo que no se confirma se borra.",
      ],
      button: "Confirmar mi correo",
    },
    known: {
      subject: "Usted ya está en la lista de {club}",
      preheader: "Presione el botón solo para añadir a otro hijo o hija.",
      heading: "Usted ya está en la lista",
      body: [
        "Esta dirección se escribió en la página de registro de {club}. Ya está en la lista de padres del club, y no cambió nada.",
        "¿Registró a otro hijo o hija? Abra el enlace y presione el botón, y el club lo verá. El enlace funciona durante 7 días.",
        "Para corregir algo, responda a este correo: llega al club. Si no fue usted, no haga nada: lo que no se confirma se borra.",
      ],
      button: "Añadir a otro hijo o hija",
    },
  },
};

/** The languages are those of the agreement: one that is missing here does not compile. */
const catalogues: Record<AgreementLanguage, RegistrationCatalogue> = { en, es };

/** Returns all words of registering in a language. */
export const registrationCatalogue = (language: AgreementLanguage): RegistrationCatalogue =>
  catalogues[language];
