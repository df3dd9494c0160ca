import type { AgreementCatalogue } from "./en.ts";

/** All words of the agreement in Spanish as it is spoken in the United States; the reader is 'usted'. */
export const es: AgreementCatalogue = {
  name: "Español",
  htmlLang: "es-US",
  switchTo: "Leer en español",

  text: {
    title: "Acuerdo de conducta en los partidos",
    lead: "Así queremos ser, las familias de {club}, en los partidos de nuestros hijos. Leerlo toma unos cuatro minutos y usted firma una sola vez por todos sus hijos.",
    sections: [
      {
        heading: "Por qué se lo pedimos",
        paragraphs: [
          "Los niños juegan para divertirse, para aprender y para estar con sus amigos. Lo que oyen desde el borde de la cancha es parte de su partido. Cuando las familias animan con cariño, nadie teme equivocarse, y equivocándose es como se aprende.",
          "Los árbitros también lo oyen. Muchos son jóvenes y algunos dirigen sus primeros partidos esta temporada. Vuelven cuando se les trata bien.",
          "Nadie le pide que guarde silencio. Anime tan fuerte como quiera. Lo que pedimos es que nadie juegue peor, ni se vaya triste a casa, por algo que dijo un adulto.",
        ],
        list: [],
        steps: [],
      },
      {
        heading: "Lo que hacemos",
        paragraphs: [],
        list: [
          "Aplaudimos el esfuerzo: un buen intento, un buen pase, una buena atajada, de los dos equipos.",
          "Dejamos jugar a los jugadores. Ellos deciden en la cancha y tienen derecho a equivocarse.",
          "Dejamos dirigir al entrenador. Si tenemos una pregunta, esperamos un día y la hacemos en privado.",
          "Damos las gracias al árbitro después del partido, sea cual sea el resultado.",
          "Recibimos bien al otro equipo y a sus familias. Sin ellos no hay partido.",
          "Mantenemos la calma cuando una decisión nos perjudica. De nosotros aprenden nuestros hijos a perder y a ganar.",
          "Nos cuidamos unos a otros. Si un amigo se pasa de la raya, una palabra tranquila ayuda más que una regla.",
          "Después del partido empezamos con una frase: me encanta verte jugar.",
        ],
        steps: [],
      },
      {
        heading: "Lo que dejamos fuera",
        paragraphs: [],
        list: [
          "Gritarles a los árbitros, jugadores, entrenadores u otras familias, burlarse de ellos o insultarlos.",
          "Discutir una decisión, en la cancha, en el estacionamiento o en internet.",
          "Decirles a los jugadores desde afuera lo que tienen que hacer.",
          "Entrar a la cancha, salvo que el árbitro o un entrenador nos lo pida.",
          "Fotos, videos o publicaciones que avergüencen a un niño, a un árbitro o a un entrenador.",
          "Alcohol, drogas y tabaco en los partidos de los niños.",
          "Amenazas, violencia e insultos por lo que alguien es: su color de piel, origen, idioma, religión, cuerpo, discapacidad, género o a quién ama. Para esto no hay segunda oportunidad: a quien lo haga se le pide que se retire ese día.",
        ],
        steps: [],
      },
      {
        heading: "Cómo se califica a las familias",
        paragraphs: [
          "Después de un partido, el entrenador y el encargado del equipo califican, cada uno, cómo se portaron las familias del equipo: 20 puntos si se portaron bien, 10 si pasó algo menor, 0 si pasó algo grave. La calificación es del grupo entero. No nombra a ningún padre ni a ningún niño.",
        ],
        list: [],
        steps: [],
      },
      {
        heading: "Si algo sale mal",
        paragraphs: [
          "Cualquiera puede tener un mal día. Preferimos hablar antes que castigar, y ningún niño paga por lo que hizo un adulto: su hijo sigue jugando.",
        ],
        list: [],
        steps: [
          "Una conversación. Alguien del club habla con usted en privado y escucha su versión.",
          "Un partido sin asistir. Si vuelve a pasar, usted no asiste al siguiente partido.",
          "La decisión del club. Si continúa, o si fue grave desde la primera vez, el club decide qué sigue; puede ser más tiempo sin asistir a los partidos. Antes de decidir se le escucha, y usted recibe la decisión por escrito, con el motivo.",
        ],
      },
    ],
    ownHeading: "De parte de {club}",
    agreeHeading: "A qué se compromete",
    affirmations: {
      positiveSupport:
        "Voy a animar el esfuerzo y el juego limpio de los dos equipos, y a dejar que dirijan los entrenadores.",
      respectReferees:
        "Voy a tratar a los árbitros con respeto, aceptar sus decisiones y darles las gracias después del partido.",
      followClubCode:
        "Voy a cumplir este acuerdo y las reglas del club en los partidos y entrenamientos, y a pedir lo mismo a las personas que yo invite.",
      reportIncidents:
        "Si veo algo que lastima o amenaza a alguien, voy a avisar al entrenador, al encargado del equipo o al club, y no voy a resolverlo por mi cuenta ni en internet.",
      modelBehavior:
        "Sé que mis hijos me observan. Voy a ser el ejemplo que quiero que sigan, cuando ganamos y cuando perdemos.",
    },
    keptHeading: "Qué se guarda de usted y para qué",
    kept: [
      "{club} guarda lo que usted escribe aquí (su nombre, su correo electrónico, los nombres o iniciales de sus jugadores, sus equipos, su firma y la fecha), las frases que aceptó, este texto, la hora, y la dirección de internet y el navegador con que firmó. Es la prueba de que usted firmó lo que leyó, tanto para usted como para el club. Goodside lo guarda por encargo del club.",
      "Las personas que dirigen {club} pueden verlo todo. El encargado de su equipo ve su nombre, su correo electrónico, sus jugadores, si usted firmó, y el motivo si no firma o retira su firma. Los entrenadores ven su nombre, sus jugadores y si usted firmó. Nada de esto es público, ni se vende, ni se usa para publicidad, y a su hijo no se le pide nada.",
      "Con su enlace usted puede ver y corregir lo que se guarda de usted, retirar su firma o borrar sus datos. Una vez borrados, queda solo una prueba sin su nombre.",
    ],
    electronicHeading: "Firmar electrónicamente",
    electronic: [
      "Usted firma aquí escribiendo su nombre; vale como una firma en papel. Su consentimiento cubre este acuerdo y su copia, nada más.",
      "También puede firmar en papel o recibir una copia en papel: pídalo a {club}. Ninguna de las dos cosas le cuesta nada.",
      "Puede retirar su consentimiento en cualquier momento con su enlace o escribiendo al club. Desde ese día ya no vale; queda registrado que hasta entonces usted había firmado.",
      "Necesita un dispositivo con navegador de internet, una dirección de correo electrónico que usted lea y un programa que abra archivos PDF, para poder leer y guardar su copia. Si cambia su correo electrónico, corríjalo con su enlace.",
    ],
    consent:
      "Acepto firmar electrónicamente y recibir mi copia por correo electrónico. En mi dispositivo puedo abrir esta página y archivos PDF.",
    version: "Versión del texto {version}, español",
  },

  form: {
    heading: "Firmar",
    lead: "Cada adulto firma por sí mismo, una vez por todos sus hijos. Todos los campos son necesarios.",
    parentName: "Su nombre completo",
    notMe: "No soy {name}. Firmo por mi cuenta, con mi propio nombre y correo.",
    parentEmail: "Su correo electrónico",
    parentEmailHint: "Aquí se envía su copia firmada.",
    childName: "Nombres o iniciales de sus jugadores",
    childNameHint: "Todos sus hijos en {club}, separados por comas: 'Samuel, Lucía' o 'S. R., L. R.'",
    teams: "Equipos de sus jugadores",
    teamsHint: "Marque cada equipo en el que juegan sus hijos.",
    noTeams: "{club} todavía no tiene equipos en la lista. Puede firmar sin indicarlos.",
    agreeHint: "Marque las cinco frases.",
    consent: "Firma electrónica",
    signature: "Su firma",
    signatureHint: "Escriba su nombre completo. Vale como su firma.",
    signatureDate: "Fecha",
    submit: "Firmar el acuerdo",
    declineLink: "No quiero firmar",
    dataLink: "Ver y corregir lo que se guarda de usted",
    languages: "Idioma",
    skip: "Ir al contenido",
    toForm: "Ir a la firma",
    otherTeams: "Todos los demás equipos de {club}",
    contents: "En esta página",
    change: "Cambiar algo o firmar como otra persona",
    privacy: "Política de privacidad de Goodside (en inglés)",
  },

  problems: {
    heading: "Hay un problema",
    error: "Error",
    incomplete:
      "Complete todos los campos obligatorios y marque todas las casillas del acuerdo para enviarlo",
    parentName: "Escriba su nombre completo",
    parentEmail: "Escriba su correo electrónico",
    ownName: "Escriba su propio nombre, no el de la persona a quien pertenece este enlace",
    ownEmail: "Escriba su propio correo, no el de la persona a quien pertenece este enlace",
    emailFormat: "Escriba un correo electrónico con el formato nombre@ejemplo.com",
    childName: "Escriba los nombres o las iniciales de sus jugadores",
    teams: "Marque al menos un equipo",
    affirmation: "Marque esta casilla si está de acuerdo",
    consent: "Marque esta casilla para firmar electrónicamente, o pida al club una copia en papel",
    signature: "Escriba su nombre completo como firma",
    signatureDate: "Escriba la fecha de hoy",
    tooLong: "Use {max} caracteres como máximo",
    plainText: "Use una sola línea de texto sin formato",
    unreadable: "Use letras que se puedan leer e imprimir",
    reason: "Diga en pocas palabras por qué",
    erase: "Marque esta casilla si quiere que se borren sus datos",
    textChanged:
      "{club} cambió el texto después de que usted abrió esta página. Léalo otra vez, por favor, marque de nuevo las casillas y escriba su firma. Sus demás respuestas siguen aquí.",
    throttled:
      "Esto se envió muchas veces en poco tiempo. Espere una hora, por favor, y envíelo de nuevo. Lo que escribió sigue aquí.",
  },

  signed: {
    title: "Firmado. ¡Gracias!",
    alreadyTitle: "Ya estaba firmado",
    at: "Firmado el {at}.",
    already:
      "Este acuerdo ya estaba firmado, así que no se guardó nada por segunda vez. Otro padre, madre o tutor necesita su propio enlace: pídalo al club.",
    paper: "Firmado en papel y registrado por {club} el {at}.",
    copyMailed: "Se envía una copia al correo electrónico que escribió. También puede abrirla aquí.",
    copyLink: "Abrir su copia firmada (PDF)",
    others:
      "Otro padre, madre o tutor de sus hijos firma aparte, con su propio enlace. Si no le ha llegado, puede pedirlo al club.",
    dataLink: "Ver y corregir lo que se guarda de usted",
    withdrawLink: "Retirar su firma",
    copyMissing:
      "El PDF tiene un cuadro vacío en lugar de estas letras: {letters}. Su registro las conserva.",
    laterHeading: "Agregado después de su firma",
    laterLead: "{club} le pide confirmar que su firma vale también para lo que se agregó desde entonces:",
    laterChild: "{child}, agregado el {at}",
    laterSubmit: "Confirmar",
    laterConfirmed: "{child}, confirmado el {at}",
    textHeading: "El texto que firmó",
  },

  expired: {
    title: "Este enlace ha vencido",
    since: "Se podía usar hasta el {at}.",
    replaced: "Un correo más reciente trae un enlace más nuevo. Abra ese, por favor: con ese puede firmar.",
    ask: "Pedir a {club} un enlace nuevo",
    asked:
      "{club} ya sabe que usted quiere un enlace nuevo. Le llegará por correo electrónico cuando alguien del club lo envíe.",
    kept: "Con este enlace no se firmó nada.",
  },

  decline: {
    title: "No quiero firmar",
    lead: "Usted es libre de no firmar. {club} recibe el aviso, con su motivo, y quizás quiera hablar con usted. No recibirá más recordatorios.",
    reason: "¿Por qué no quiere firmar?",
    reasonHint:
      "Basta una frase. La pueden leer las personas que dirigen {club} y el encargado de su equipo.",
    submit: "Avisar a {club} que no firmo",
    back: "Volver al acuerdo",
  },

  declined: {
    title: "Usted no ha firmado",
    at: "Usted avisó a {club} el {at} que no quiere firmar.",
    next: "No recibirá más recordatorios.",
    change: "Puede cambiar de opinión hasta el {until}, con este mismo enlace.",
    reopen: "Leerlo otra vez y firmar",
  },

  withdraw: {
    title: "Retirar su firma",
    lead: "Si la retira, su firma deja de valer desde ese momento. Queda registrado que hasta entonces usted había firmado. {club} recibe el aviso, con su motivo, y le dirá qué sigue, por ejemplo firmar en papel.",
    reason: "¿Por qué quiere retirarla?",
    reasonHint:
      "Basta una frase. La pueden leer las personas que dirigen {club} y el encargado de su equipo.",
    submit: "Retirar mi firma",
    back: "Volver, la dejo como está",
  },

  withdrawn: {
    title: "Su firma fue retirada",
    at: "Usted la retiró el {at}. {club} ya recibió el aviso.",
    next: "Si quiere firmar otra vez, pida un enlace nuevo.",
  },

  unknown: {
    title: "Este enlace no funciona",
    reasons: "Quizás se cortó al copiarlo, hay otro más nuevo, o se borraron los datos a los que llevaba.",
    next: "Abra otra vez el enlace del correo más reciente de su club, o cópielo completo en la barra de direcciones del navegador. Si eso no ayuda, pida a su club un enlace nuevo.",
  },

  closed: {
    title: "{club} no recibe firmas en este momento",
    next: "La cuenta del club está en pausa. Su enlace sigue siendo válido: inténtelo de nuevo en unos días, por favor, o pregunte al club.",
  },

  data: {
    title: "Lo que se guarda de usted",
    lead: "Esto es todo lo que {club} guarda de usted aquí. Lo puede ver quien tenga su enlace, y también las personas que dirigen el club.",
    contact: "En el club",
    name: "Nombre",
    email: "Correo electrónico",
    language: "Idioma de sus correos",
    players: "Jugadores",
    source: "De dónde viene",
    sources: {
      import: "Una lista que el club importó el {at}",
      manual: "Registrado por el club el {at}",
      registered: "Usted se registró el {at}",
    },
    noName: "No se conoce",
    noPlayers: "Ninguno",
    reminders: "Recordatorios",
    remindersOn: "Activados",
    remindersNone: "Ninguno: no hay nada que firmar",
    remindersOff: "Usted los detuvo el {at}",
    mails: "Correos sobre el acuerdo",
    mailsCount: "Enviado el {sent}; recordatorios hasta ahora: {reminders}",
    mailsNone: "Ninguno todavía",
    evidence: "Con su firma",
    kinds: {
      signed: "Firmado",
      paper: "Firmado en papel, registrado por el club",
      confirmed: "Confirmado para lo que se agregó después",
      declined: "No firmado",
      withdrawn: "Retirado",
      reassigned: "Registrado como de otra persona",
      erased: "Borrado",
    },
    at: "Hora",
    teams: "Equipos",
    signature: "Firma",
    signatureDate: "Fecha junto a la firma",
    ip: "Dirección de internet",
    browser: "Navegador",
    reason: "Motivo",
    text: "Texto",
    textLine: "Versión {version}, SHA-256 {hash}",
    enteredBy: "Registrado por",
    evidenceNone: "Nada: usted no ha firmado.",
    immutable:
      "Lo que usted firmó nunca se cambia después; por eso sirve de prueba. Una corrección cambia los datos que el club usa desde ahora.",
    correct: "Corregir",
    correctLead: "Cambie lo que esté mal y guarde. El club ve que usted cambió algo y cuándo.",
    correctName: "Su nombre completo",
    correctEmail: "Su correo electrónico",
    correctPlayers: "Nombres o iniciales de sus jugadores",
    correctPlayersHint: "Deje un campo vacío para quitar a un jugador.",
    playerOf: "{player} ({team})",
    player: "Jugador {number}",
    optional: "opcional",
    addPlayer: "Otro jugador, si falta alguno",
    save: "Guardar",
    saved: "Guardado. Desde ahora el club usa estos datos.",
    taken: "Este correo electrónico ya pertenece a otro padre o madre del club. Pida al club que lo aclare.",
    stale: "Estos datos cambiaron mientras tanto. Revíselos otra vez y luego guarde.",
    erase: "Borrar sus datos",
    eraseLead:
      "Se borran su nombre, su correo electrónico, los nombres de sus jugadores, su firma, la dirección de internet y el navegador, aquí y en los registros del club. No recibirá más correos y este enlace dejará de funcionar.",
    eraseStays:
      "Lo que queda, si usted había firmado: que alguien firmó este texto ese día, como un registro sin nombre. Así se pueden seguir probando las firmas de los demás padres, y nadie puede ser identificado por él. Las copias que ya se enviaron o descargaron no se pueden recuperar; la lista de correos enviados se borra a los 90 días, y las copias de seguridad cuando termina su plazo.",
    eraseConfirm: "Quiero que se borren mis datos. Sé que esto no se puede deshacer.",
    eraseSubmit: "Borrar mis datos",
    erasedTitle: "Sus datos están borrados",
    erased: "Su club ya no guarda aquí nada que lleve su nombre. Puede cerrar esta página.",
    back: "Volver al acuerdo",
  },

  mail: {
    greeting: "Hola, {name}:",
    greetingNoName: "Hola:",
    button: "Leer y firmar",
    why: "Recibe este correo porque {club} tiene esta dirección como la de un padre, una madre o un tutor de un jugador.",
    stop: "No recibir más recordatorios",
    noButton: "¿No funciona el botón? Use este enlace",
    tagline: "Un mejor ambiente, partido a partido.",
    until:
      "El enlace es solo suyo y funciona hasta el {date}. Por favor, no lo reenvíe: el otro padre o la otra madre recibe el suyo.",
    request: {
      subject: "{club} le pide firmar su acuerdo de conducta en los partidos",
      preheader: "Cuatro minutos, una firma por todos sus hijos. No necesita una cuenta.",
      heading: "Así queremos ser en los partidos de nuestros hijos",
      body: [
        "{club} pide a todos los padres, madres y tutores que lean y firmen una página: lo que hacemos durante los partidos, lo que dejamos fuera y qué pasa si algo sale mal.",
        "No necesita una cuenta ni una aplicación. Firma una sola vez por todos sus hijos y recibe su copia firmada por correo electrónico.",
      ],
    },
    reminders: [
      {
        subject: "Un recordatorio: el acuerdo de conducta de {club}",
        preheader: "Usted todavía no ha firmado. Toma unos cuatro minutos.",
        heading: "Todavía falta su firma",
        body: [
          "Hace unos días {club} le envió su acuerdo de conducta. Usted todavía no lo ha firmado.",
          "Es una página. Léala, marque cinco casillas, escriba su nombre y listo.",
        ],
      },
      {
        subject: "{club} todavía necesita su firma",
        preheader: "Una página, una firma por todos sus hijos.",
        heading: "Una página para una buena temporada",
        body: [
          "{club} quiere que todas las familias respalden su acuerdo de conducta. Falta la suya.",
          "Si algo del texto le impide firmar, abra la página y dígalo ahí. El club lo lee.",
        ],
      },
      {
        subject: "Último recordatorio: firme el acuerdo de conducta de {club}",
        preheader: "Después de este ya no llegan recordatorios automáticos.",
        heading: "El último recordatorio",
        body: [
          "Este es el último recordatorio automático. Su acuerdo con {club} sigue pendiente.",
          "Fírmelo, o diga en la página que no quiere firmar. Así el club sabe a qué atenerse.",
        ],
      },
    ],
    copy: {
      subject: "Su copia firmada: el acuerdo de conducta de {club}",
      preheader: "Guarde este correo: su acuerdo firmado va adjunto en PDF.",
      heading: "Gracias por firmar",
      body: [
        "Usted firmó el acuerdo de conducta de {club} el {at}. Su copia va adjunta en PDF; guárdela, por favor.",
        "Con su enlace puede volver a abrir la copia, ver y corregir lo que se guarda de usted o retirar su firma.",
      ],
      button: "Abrir su acuerdo",
      why: "Recibe este correo porque esta dirección se escribió al firmar el acuerdo.",
    },
    changedAddress: {
      subject: "Su acuerdo con {club} se firmó con otro correo electrónico",
      preheader: "Si fue usted, no tiene que hacer nada.",
      heading: "Firmado con otro correo electrónico",
      body: [
        "El acuerdo de conducta que {club} envió a esta dirección se firmó el {at}. El correo electrónico que se escribió al firmar no es el que tiene el club.",
        "Si fue usted, no tiene que hacer nada. Si no fue usted, abra su acuerdo, vea lo que se escribió y escriba al club.",
      ],
      button: "Ver su acuerdo",
      why: "Recibe este correo porque {club} tiene esta dirección registrada para el acuerdo.",
    },
    confirm: {
      subject: "{club} le pide confirmar su acuerdo de conducta",
      preheader: "Se agregó algo después de su firma. Basta con un toque.",
      heading: "¿Su firma sigue valiendo?",
      body: [
        "Usted firmó el {at} el acuerdo de conducta de {club}. Desde entonces el club agregó un jugador o un equipo a su familia.",
        "Abra su acuerdo, vea lo que se agregó y confírmelo con un toque. No tiene que firmar otra vez.",
      ],
      button: "Ver y confirmar",
      why: "Recibe este correo porque {club} tiene esta dirección registrada para el acuerdo.",
    },
    addressLeft: {
      subject: "{club} tiene ahora otro correo electrónico de usted",
      preheader: "Si es correcto, no tiene que hacer nada.",
      heading: "Su correo electrónico fue cambiado",
      body: [
        "{club} pide a los padres que firmen su acuerdo de conducta. Hasta ahora tenía esta dirección de usted; alguien acaba de cambiarla, así que los correos sobre el acuerdo van a otra dirección.",
        "Si es correcto, o si usted no tiene hijos ahí, no tiene que hacer nada. Si no lo es, abra el enlace y presione el botón: {club} vuelve a tener esta dirección. El enlace funciona durante 7 días.",
      ],
      button: "Recuperar mi dirección",
      why: "Recibe este correo porque {club} tenía esta dirección registrada para el acuerdo.",
    },
    withdrawn: {
      subject: "Su firma para {club} fue retirada",
      preheader: "Desde ahora ya no vale.",
      heading: "Su firma fue retirada",
      body: [
        "Usted retiró el {at} su firma del acuerdo de conducta de {club}. Desde ahora ya no vale; el club recibió el aviso.",
        "Si no fue usted, escriba al club.",
      ],
      why: "Recibe este correo porque esta dirección se escribió al firmar el acuerdo.",
    },
  },

  addressBack: {
    title: "¿Recuperar su dirección?",
    lead: "{club} cambió el correo electrónico que tiene de usted. Presione el botón y volverá a tener este:",
    after:
      "Los enlaces de los correos que fueron a la otra dirección dejan de funcionar. {club} recibe el aviso.",
    submit: "Recuperar mi dirección",
    not: "¿El cambio es correcto? Entonces cierre esta página.",
    someClub: "El club",
    doneTitle: "Su dirección está de vuelta",
    done: "{club} tiene otra vez su dirección. Ahí llegan los correos sobre el acuerdo.",
    takenTitle: "No fue posible",
    taken: "Otro padre o madre de {club} ya tiene esta dirección. Escriba al club, por favor.",
    goneTitle: "Este enlace no funciona",
    gone: "Tiene más de 7 días, ya se usó o está incompleto. Escriba a su club, por favor.",
  },

  stop: {
    title: "Detener los recordatorios",
    lead: "{club} le recuerda por correo electrónico su acuerdo de conducta. Aquí puede detenerlo. El enlace para firmar sigue funcionando, y los correos que usted pida, como su copia firmada, siguen llegando.",
    submit: "No enviarme más recordatorios",
    done: "Ya no recibirá recordatorios de {club}.",
    undo: "Deshacer: recordarme otra vez",
    sign: "Leer y firmar el acuerdo",
  },

  pdf: {
    title: "Acuerdo de conducta de {club}, firmado",
    titlePaper: "Acuerdo de conducta de {club}, firmado en papel",
    signature: "Firma",
    name: "Nombre",
    email: "Correo electrónico",
    players: "Jugadores",
    teams: "Equipos",
    agreed: "Se comprometió a",
    consent: "Consentimiento",
    signed: "Firma",
    signatureDate: "Fecha junto a la firma",
    at: "Hora de la firma",
    ip: "Dirección de internet",
    browser: "Navegador",
    enteredBy: "Registrado por",
    withdrawn: "Retirado",
    missing:
      "Letras de '{label}' que no se pueden imprimir: {count}. El registro en este archivo las conserva.",
    erased: "La persona que firmó pidió que se borraran sus datos; el registro queda sin ella.",
    proof: "Prueba",
    text: "Texto",
    textHash: "SHA-256 del texto",
    record: "Registro",
    recordHash: "SHA-256 del registro",
    previousHash: "SHA-256 del registro anterior",
    verify: "Cómo comprobar esta copia",
    verifySteps: [
      "Abra {link} y suelte ahí este archivo. La página dice si está íntegro; no guarda nada.",
      "Sin Goodside: pida al club el registro exportado. Trae los pasos, y basta el programa sha256sum.",
    ],
    page: "Página {page} de {pages}",
  },
};
