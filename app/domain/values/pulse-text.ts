import type { AgreementLanguage } from "./agreement-text/catalogue.ts";

export type PulseLanguage = AgreementLanguage;

/** All words of the question to parents, its page and its emails, in English (product/reports.md#pulse). */
const en = {
  question: "How satisfied are you with the behavior on the sideline at our games?",
  scores: {
    1: "Very dissatisfied",
    2: "Dissatisfied",
    3: "Neither",
    4: "Satisfied",
    5: "Very satisfied",
  },
  form: {
    title: "One question from {club}",
    lead: "Choose a number and press the button. No account needed, and it takes half a minute.",
    sentence: "Anything you want to add?",
    optional: "optional",
    sentenceHint: "One sentence is enough. Please name nobody: the people who run the club read it.",
    submit: "Send my answer",
    change: "Change my answer",
    anonymous:
      "Your answer is anonymous. The club sees figures only after the question has closed, and only of 5 answers or more. Sentences are shown in no order, without a name or a time. When it closes, what leads from this link to your answer is deleted.",
    until: "You can change your answer until {date}.",
    saved: "Thank you. Your answer is saved.",
    savedChange: "You can change it with the same link until {date}.",
    stopLink: "Get no more emails like this",
  },
  problems: {
    heading: "There is a problem",
    score: "Choose a number from 1 to 5",
    unreadable: "Use letters that can be read and printed",
  },
  closed: {
    title: "This question is closed",
    lead: "{club} takes no more answers to it. Thank you for coming by.",
    answered:
      "Whether you answered, and what, can no longer be found: only the figures of all answers together are left.",
  },
  unlinked: {
    title: "You have answered already",
    lead: "Your answer counts. For a technical reason it can no longer be changed with this link.",
  },
  stop: {
    title: "Stop these emails",
    lead: "{club} asks parents one question now and then, and reminds them of its sideline agreement. You can stop both here. Mail that you ask for, such as a signed copy, still comes.",
    submit: "Send me no more of these",
    done: "You will get no more questions and reminders from {club}.",
    undo: "Undo: write to me again",
    back: "Answer the question",
  },
  data: {
    heading: "Questions that you were asked",
    sent: "Asked on {at}",
    open: "Not answered; open until {date}",
    answer: "Your answer: {score} ({label})",
    closed: "Closed. What was answered leads to nobody any more.",
  },
  mail: {
    greeting: "Hello {name},",
    greetingNoName: "Hello,",
    button: "Answer",
    why: "You get this because {club} has you on file as a parent or guardian of a player.",
    stop: "Get no more emails like this",
    scale: "{score}: {label}",
    privacy:
      "Your answer is anonymous: the club sees figures of 5 answers or more, after {date}, and never who said what. Please do not forward this email: the link is yours alone.",
    request: {
      subject: "One question from {club}",
      preheader: "One number from 1 to 5, half a minute, anonymous.",
      heading: "How is it on the sideline?",
      lead: "{club} would like to know how parents see the sideline at its games.",
    },
    reminder: {
      subject: "{club} would still like your answer",
      preheader: "One number from 1 to 5. This is the only reminder.",
      heading: "One number, half a minute",
      lead: "A few days ago {club} asked you one question. You have not answered it yet, and this is the only reminder.",
    },
  },
};

/** Every language has the same words. */
type PulseCatalogue = typeof en;

/** The same in Spanish. */
const es: PulseCatalogue = {
  question: "¿Qué tan satisfecho está con el comportamiento del público en nuestros partidos?",
  scores: {
    1: "Muy insatisfecho",
    2: "Insatisfecho",
    3: "Ni lo uno ni lo otro",
    4: "Satisfecho",
    5: "Muy satisfecho",
  },
  form: {
    title: "Una pregunta de {club}",
    lead: "Elija un número y pulse el botón. No necesita una cuenta y le toma medio minuto.",
    sentence: "¿Quiere añadir algo?",
    optional: "opcional",
    sentenceHint:
      "Basta una frase. Por favor, no escriba el nombre de nadie: la leen las personas que dirigen el club.",
    submit: "Enviar mi respuesta",
    change: "Cambiar mi respuesta",
    anonymous:
      "Su respuesta es anónima. El club ve cifras solo cuando la pregunta se ha cerrado, y solo de 5 respuestas o más. Las frases se muestran sin orden, sin nombre y sin hora. Al cerrarse, se borra lo que lleva de este enlace a su respuesta.",
    until: "Puede cambiar su respuesta hasta el {date}.",
    saved: "Gracias. Su respuesta está guardada.",
    savedChange: "Puede cambiarla con el mismo enlace hasta el {date}.",
    stopLink: "No recibir más correos como este",
  },
  problems: {
    heading: "Hay un problema",
    score: "Elija un número del 1 al 5",
    unreadable: "Use letras que se puedan leer e imprimir",
  },
  closed: {
    title: "Esta pregunta está cerrada",
    lead: "{club} ya no recibe respuestas. Gracias por pasar por aquí.",
    answered:
      "Ya no se puede saber si usted respondió ni qué: solo quedan las cifras de todas las respuestas juntas.",
  },
  unlinked: {
    title: "Usted ya respondió",
    lead: "Su respuesta cuenta. Por una razón técnica ya no se puede cambiar con este enlace.",
  },
  stop: {
    title: "Dejar de recibir estos correos",
    lead: "{club} hace una pregunta a los padres de vez en cuando y les recuerda su acuerdo de comportamiento. Aquí puede detener ambas cosas. Lo que usted pida, como su copia firmada, seguirá llegando.",
    submit: "No enviarme más",
    done: "No recibirá más preguntas ni recordatorios de {club}.",
    undo: "Deshacer: escríbanme otra vez",
    back: "Responder la pregunta",
  },
  data: {
    heading: "Preguntas que recibió",
    sent: "Enviada el {at}",
    open: "Sin responder; abierta hasta el {date}",
    answer: "Su respuesta: {score} ({label})",
    closed: "Cerrada. Lo que se respondió ya no lleva a nadie.",
  },
  mail: {
    greeting: "Hola, {name}:",
    greetingNoName: "Hola:",
    button: "Responder",
    why: "Recibe este correo porque {club} lo tiene registrado como padre, madre o tutor de un jugador.",
    stop: "No recibir más correos como este",
    scale: "{score}: {label}",
    privacy:
      "Su respuesta es anónima: el club ve cifras de 5 respuestas o más, después del {date}, y nunca quién dijo qué. Por favor, no reenvíe este correo: el enlace es solo suyo.",
    request: {
      subject: "Una pregunta de {club}",
      preheader: "Un número del 1 al 5, medio minuto, anónimo.",
      heading: "¿Cómo se vive el partido desde la banda?",
      lead: "{club} quiere saber cómo ven los padres el comportamiento en sus partidos.",
    },
    reminder: {
      subject: "{club} todavía espera su respuesta",
      preheader: "Un número del 1 al 5. Es el único recordatorio.",
      heading: "Un número, medio minuto",
      lead: "Hace unos días {club} le hizo una pregunta. Todavía no la ha respondido, y este es el único recordatorio.",
    },
  },
};

/** The languages are those of the agreement: one that is missing here does not compile. */
const catalogues: Record<AgreementLanguage, PulseCatalogue> = { en, es };

/** Returns all words of a pulse in a language. */
export const pulseCatalogue = (language: PulseLanguage): PulseCatalogue => catalogues[language];
