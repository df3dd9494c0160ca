import type { PrintableLanguage } from "#app/domain/club/printables/printables.ts";
import { formatAgreementDate } from "#app/domain/values/agreement-text/catalogue.ts";
import { formatAverage, PERFECT_SCORE } from "#app/domain/values/average.ts";
import type { PrintedCertificate } from "./content.ts";

/** Texts of one certificate. */
export interface CertificateWords {
  headline: string;
  lead: string;
  /** Recipient, in large letters. */
  who: string;
  below: string;
  why: string;
  thanks: string;
  /** '' if its title is not for families. */
  reward: string;
  /** Caption below the strip; '' without a game. */
  stripCaption: string;
  stripLabel: string;
  club: string;
  date: string;
  awardedOn: string;
  preview: string;
}

interface Language {
  numbers: readonly string[];
  headline: (earned: PrintedCertificate, count: string) => string;
  why: (earned: PrintedCertificate, facts: Facts) => string;
  families: string;
  parents: string;
  person: string;
  thanks: string;
  reward: string;
  caption: (games: number) => string;
  marks: Record<"p" | "m" | "x" | "-", string>;
  strip: (games: number, marks: string) => string;
  club: string;
  date: string;
  preview: string;
  several: string;
}

interface Facts {
  score: string;
  date: string;
  against: string;
  /** 'three' */
  count: string;
}

const en: Language = {
  numbers: ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
  headline: (earned, count) => {
    switch (earned.type) {
      case "perfect_game":
        if (earned.gameCount > 1) return `${count} good games`;
        return isPerfect(earned) ? "Perfect game" : "A good game";
      case "streak":
        return `${count} perfect games in a row`;
      case "improvement":
        return "Better every time";
      case "milestone":
        return "Well done, game after game";
      case "season_end":
        return earned.countsAfter === "zero" ? "Most improved sideline" : "A good season";
      case "custom":
        return "Thank you";
    }
  },
  why: (earned, { score, date, against, count }) => {
    switch (earned.type) {
      case "perfect_game":
        return earned.gameCount === 1
          ? `Your sideline was rated ${score} of 20${against ? ` against ${against}` : ""} on ${date}.`
          : `Your sideline averaged ${score} of 20 points in ${count} games, the last on ${date}.`;
      case "streak":
        return `Your last ${count} games were rated 20 of 20, the latest on ${date}.`;
      case "improvement":
        return `Your latest two games were at least ${earned.improvementPercent}% better than your first two.`;
      case "milestone":
        return `Your sideline has averaged ${score} of 20 points so far.`;
      case "season_end":
        return earned.countsAfter === "zero"
          ? "No other sideline of the club improved as much this season."
          : `Your sideline averaged ${score} of 20 points this season.`;
      case "custom":
        return earned.criteria;
    }
  },
  families: "Thank you to the families of",
  parents: "Thank you to the parents of",
  person: "Thank you to",
  thanks: "You let the players play, the coaches coach and the referee referee.",
  reward: "Your reward",
  caption: (games) => (games === 1 ? "Your game" : `Your last ${games} games, the newest on the right`),
  marks: { p: "perfect", m: "minor", x: "major", "-": "not rated" },
  strip: (games, marks) => `Last ${games === 1 ? "game" : `${games} games`}: ${marks}`,
  club: "For the club",
  date: "Date",
  preview: "Preview: not awarded yet",
  several: "Certificates",
};

const es: Language = {
  numbers: ["", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"],
  headline: (earned, count) => {
    switch (earned.type) {
      case "perfect_game":
        if (earned.gameCount > 1) return `${count} buenos partidos`;
        return isPerfect(earned) ? "Partido perfecto" : "Un buen partido";
      case "streak":
        return `${count} partidos perfectos seguidos`;
      case "improvement":
        return "Cada vez mejor";
      case "milestone":
        return "Bien hecho, partido tras partido";
      case "season_end":
        return earned.countsAfter === "zero" ? "El grupo que más mejoró" : "Una buena temporada";
      case "custom":
        return "Gracias";
    }
  },
  why: (earned, { score, date, against, count }) => {
    switch (earned.type) {
      case "perfect_game":
        return earned.gameCount === 1
          ? `Su grupo fue calificado con ${score} de 20${against ? ` contra ${against}` : ""} el ${date}.`
          : `Su grupo promedió ${score} de 20 puntos en ${count} partidos, el último el ${date}.`;
      case "streak":
        return `Sus últimos ${count} partidos fueron calificados con 20 de 20, el más reciente el ${date}.`;
      case "improvement":
        return `Sus dos últimos partidos fueron al menos un ${earned.improvementPercent}% mejores que los dos primeros.`;
      case "milestone":
        return `Su grupo ha promediado ${score} de 20 puntos hasta ahora.`;
      case "season_end":
        return earned.countsAfter === "zero"
          ? "Ningún otro grupo del club mejoró tanto esta temporada."
          : `Su grupo promedió ${score} de 20 puntos esta temporada.`;
      case "custom":
        return earned.criteria;
    }
  },
  families: "Gracias a las familias de",
  parents: "Gracias a los padres de",
  person: "Gracias a",
  thanks: "Dejaron jugar a los jugadores, dirigir a los entrenadores y arbitrar al árbitro.",
  reward: "Su premio",
  caption: (games) =>
    games === 1 ? "Su partido" : `Sus últimos ${games} partidos; el más reciente, a la derecha`,
  marks: { p: "perfectos", m: "con faltas leves", x: "con faltas graves", "-": "sin calificar" },
  strip: (games, marks) => `${games === 1 ? "Último partido" : `Últimos ${games} partidos`}: ${marks}`,
  club: "Por el club",
  date: "Fecha",
  preview: "Vista previa: aún no se ha entregado",
  several: "Certificados",
};

const languages: Record<PrintableLanguage, Language> = { en, es };

const isPerfect = ({ score }: PrintedCertificate) => score === PERFECT_SCORE;

/** Returns the marks for paper: a sealed result looks unrated. */
export const paperMarks = ({ strip }: PrintedCertificate): string => strip.replaceAll("s", "-");

/** Returns the words of a certificate in its language (product/rewards.md#certificates). */
export function certificateWords(earned: PrintedCertificate, language: PrintableLanguage): CertificateWords {
  const words = languages[language];
  const games = earned.type === "streak" ? earned.consecutiveGames : earned.gameCount;
  const count = words.numbers[games] ?? String(games);
  const { score, recipient, teamName, ageGroup } = earned;
  const marks = paperMarks(earned);
  const named = (["p", "m", "x", "-"] as const)
    .map((mark) => ({ mark, games: [...marks].filter((other) => other === mark).length }))
    .filter(({ games }) => games > 0)
    .map(({ mark, games }) => `${games} ${words.marks[mark]}`);
  return {
    headline: capitalized(words.headline(earned, count)),
    lead: recipient ? words.person : earned.programType === "parent" ? words.parents : words.families,
    who: recipient || teamName,
    below: recipient ? `${teamName}, ${ageGroup}` : ageGroup,
    why: words.why(earned, {
      score: score === null ? "" : Number.isInteger(score) ? String(score) : formatAverage(score),
      date: formatAgreementDate(language, earned.gameDate),
      against: earned.opponent,
      count,
    }),
    thanks: recipient ? "" : words.thanks,
    // Its title mentions a talk, or a 0, which a family does not hang on the wall.
    reward: earned.countsAfter === "any" ? `${words.reward}: ${earned.reward}` : "",
    stripCaption: marks === "" ? "" : words.caption(marks.length),
    stripLabel: marks === "" ? "" : words.strip(marks.length, named.join(", ")),
    club: words.club,
    date: words.date,
    awardedOn: earned.awardedOn === "" ? "" : formatAgreementDate(language, earned.awardedOn),
    preview: earned.status === "awarded" ? "" : words.preview,
  };
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the file's title: that of the single certificate, or a plural. */
export const certificatesTitle = (
  certificates: readonly PrintedCertificate[],
  language: PrintableLanguage,
): string => {
  const [first] = certificates;
  if (!first || certificates.length > 1) return languages[language].several;
  const { headline, who } = certificateWords(first, language);
  return `${headline}: ${who}`;
};
