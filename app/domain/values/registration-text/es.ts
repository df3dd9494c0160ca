import type { RegistrationCatalogue } from "./en.ts";

/** The same in Spanish. */
export const es: RegistrationCatalogue = {
  form: {
    title: "Apúntese a la lista de padres de {club}",
    lead: "{club} envía su acuerdo de comportamiento a los padres de su lista. Díganos quién es; no necesita una cuenta.",
    name: "Su nombre completo",
    email: "Su correo electrónico",
    emailHint: "Le enviamos un enlace para comprobar que es suyo.",
    child: "Nombre o iniciales de su hijo o hija",
    childHint: "Uno solo. Para otro, llene el formulario otra vez.",
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
    lead: "Pulse el botón y {club} verá su registro.",
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
