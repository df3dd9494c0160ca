import type { PrintableLanguage } from "#app/domain/club/printables/printables.ts";

/** The words of the sheets that families read. Spanish is that of the United States; the reader is 'usted'. */
interface Words {
  banner: { big: string; small: string };
  sign: { title: string; big: readonly [string, string]; small: string };
  card: {
    title: string;
    say: readonly string[];
    backTitle: string;
    others: readonly (readonly [whose: string, what: string])[];
    ask: string;
  };
  certificate: {
    title: string;
    lead: string;
    team: string;
    game: string;
    date: string;
    why: string;
    thanks: string;
    coach: string;
    club: string;
    points: string;
  };
  agreement: {
    signHeading: string;
    signLead: string;
    keptHeading: string;
    kept: readonly string[];
    name: string;
    email: string;
    players: string;
    teams: string;
    signature: string;
    date: string;
    handIn: string;
    online: string;
    page: string;
  };
  /** Text beside the code, by its target. */
  scan: { register: string; website: string };
}

const en: Words = {
  banner: { big: "Let them play.", small: "We cheer for effort, for both teams." },
  sign: {
    title: "Respect the referee",
    big: ["Respect", "the referee"],
    small: "Thank them, whatever the score.",
  },
  card: {
    title: "What we say",
    say: [
      "“Good try!”",
      "“Great save!” To both teams.",
      "“Keep going!”",
      "“Thank you, ref.”",
      "“I love watching you play.”",
    ],
    backTitle: "What we leave to others",
    others: [
      ["The calls:", "the referee"],
      ["The tactics:", "the coach"],
      ["The game:", "the players"],
    ],
    ask: "Questions? Ask tomorrow, in private.",
  },
  certificate: {
    title: "Perfect game",
    lead: "Thank you to the families of",
    team: "Team",
    game: "Against",
    date: "Date",
    why: "Your sideline was rated 20 of 20.",
    thanks:
      "You made it a good game for everybody on the field: your own team, the other team and the referee.",
    coach: "For the team",
    club: "For the club",
    points: "20 of 20",
  },
  agreement: {
    signHeading: "Signature",
    signLead: "I have read this agreement and agree to it.",
    keptHeading: "What is kept about you, and why",
    kept: [
      "{club} keeps this sheet, and notes on Goodside that you signed it: your name, your email, your players and their teams. It proves that you signed what you read, for you as much as for the club.",
      "The people who run {club} can see it, and your team's manager and coaches whether you signed. None of it is public, sold, or used for advertising. Ask {club} to see it, correct it, withdraw your signature or have it erased.",
    ],
    name: "Your full name",
    email: "Your email, if you have one",
    players: "Your players' names or initials",
    teams: "Their teams",
    signature: "Signature",
    date: "Date",
    handIn: "Hand this page to your team's manager or coach, and keep the other.",
    online: "Rather sign on your phone? Register here, and the agreement comes by email.",
    page: "Page {page} of {pages}",
  },
  scan: { register: "Parents: register here", website: "More about us" },
};

const es: Words = {
  banner: { big: "Déjelos jugar.", small: "Aplaudimos el esfuerzo de los dos equipos." },
  sign: {
    title: "Respete al árbitro",
    big: ["Respete", "al árbitro"],
    small: "Dele las gracias, gane quien gane.",
  },
  card: {
    title: "Lo que decimos",
    say: [
      "«¡Buen intento!»",
      "«¡Qué atajada!» A los dos equipos.",
      "«¡Sigue, tú puedes!»",
      "«Gracias, árbitro.»",
      "«Me encanta verte jugar.»",
    ],
    backTitle: "Lo que dejamos a otros",
    others: [
      ["Las decisiones:", "al árbitro"],
      ["La táctica:", "al entrenador"],
      ["El juego:", "a los jugadores"],
    ],
    ask: "¿Preguntas? Mañana y en privado.",
  },
  certificate: {
    title: "Partido perfecto",
    lead: "Gracias a las familias de",
    team: "Equipo",
    game: "Contra",
    date: "Fecha",
    why: "Su grupo fue calificado con 20 de 20.",
    thanks:
      "Hicieron de este un buen partido para todos en la cancha: su equipo, el otro equipo y el árbitro.",
    coach: "Por el equipo",
    club: "Por el club",
    points: "20 de 20",
  },
  agreement: {
    signHeading: "Firma",
    signLead: "He leído este acuerdo y lo acepto.",
    keptHeading: "Qué se guarda de usted y para qué",
    kept: [
      "{club} guarda esta hoja y anota en Goodside que usted la firmó: su nombre, su correo electrónico, sus jugadores y los equipos de ellos. Es la prueba de que usted firmó lo que leyó, tanto para usted como para el club.",
      "Las personas que dirigen {club} pueden verla, y el encargado y los entrenadores de su equipo, si usted firmó. Nada de esto es público, ni se vende, ni se usa para publicidad. Pida a {club} verla, corregirla, retirar su firma o borrar sus datos.",
    ],
    name: "Su nombre completo",
    email: "Su correo electrónico, si tiene",
    players: "Nombres o iniciales de sus jugadores",
    teams: "Sus equipos",
    signature: "Firma",
    date: "Fecha",
    handIn: "Entregue esta página al encargado o al entrenador de su equipo y guarde la otra.",
    online: "¿Prefiere firmar en su teléfono? Regístrese aquí y el acuerdo le llega por correo.",
    page: "Página {page} de {pages}",
  },
  scan: { register: "Padres: regístrense aquí", website: "Más sobre nosotros" },
};

const words: Record<PrintableLanguage, Words> = { en, es };

export const wordsIn = (language: PrintableLanguage): Words => words[language];
