"""Words that layouts print around the text of a page, in the languages of the webs."""

from datetime import date

WORDS = {
    "en": {
        "home": "Home", "more": "Read more", "related": "Related", "latest": "Latest", "search": "Search",
        "skip": "Skip to content", "menu": "Menu", "by": "By", "cart": "Add to basket", "basket": "Basket (0)",
        "share": "Share this page", "print": "Print",
        "cookies": "We use cookies to make this site work. Accept all / Settings",
        "views": "Read {n} times", "updated": "Last updated:", "visitors": "You are visitor number {n}.",
        "online": "{n} members online", "newsletter": "Subscribe to our newsletter",         "contents": "Contents", "see": "See also", "top": "Back to top", "reply": "Reply",         "mostread": "Most read", "login": "Log in",
    },
    "de": {
        "home": "Startseite", "more": "Weiterlesen", "related": "Das könnte Sie auch interessieren", "latest": "Aktuelles",
        "search": "Suche", "skip": "Zum Inhalt springen", "menu": "Menü", "by": "Von", "cart": "In den Warenkorb",
        "basket": "Warenkorb (0)", "share": "Seite teilen", "print": "Drucken",
        "cookies": "Wir verwenden Cookies, damit diese Seite funktioniert. Alle akzeptieren / Einstellungen",
        "views": "{n} Aufrufe", "updated": "Zuletzt aktualisiert:", "visitors": "Sie sind Besucher Nummer {n}.",
        "online": "{n} Mitglieder online", "newsletter": "Newsletter abonnieren",         "contents": "Inhalt", "see": "Siehe auch", "top": "Nach oben", "reply": "Antworten",         "mostread": "Meistgelesen", "login": "Anmelden",
    },
    "fr": {
        "home": "Accueil", "more": "Lire la suite", "related": "À lire aussi", "latest": "Actualités",
        "search": "Rechercher", "skip": "Aller au contenu", "menu": "Menu", "by": "Par", "cart": "Ajouter au panier", "basket": "Panier (0)",
        "share": "Partager cette page", "print": "Imprimer",
        "cookies": "Nous utilisons des cookies pour le bon fonctionnement du site. Tout accepter / Paramètres",
        "views": "Lu {n} fois", "updated": "Dernière mise à jour :", "visitors": "Vous êtes le visiteur numéro {n}.",
        "online": "{n} membres en ligne", "newsletter": "S’abonner à la lettre d’information",         "contents": "Sommaire", "see": "Voir aussi", "top": "Haut de page", "reply": "Répondre",
        "mostread": "Les plus lus", "login": "Connexion",
    },
    "es": {
        "home": "Inicio", "more": "Leer más", "related": "Relacionado", "latest": "Lo último", "search": "Buscar",
        "skip": "Saltar al contenido", "menu": "Menú", "by": "Por", "cart": "Añadir a la cesta", "basket": "Cesta (0)",
        "share": "Compartir esta página", "print": "Imprimir",
        "cookies": "Usamos cookies para que este sitio funcione. Aceptar todas / Configuración",
        "views": "Leído {n} veces", "updated": "Última actualización:", "visitors": "Usted es el visitante número {n}.",
        "online": "{n} usuarios en línea", "newsletter": "Suscríbase al boletín",         "contents": "Contenido", "see": "Véase también", "top": "Volver arriba", "reply": "Responder",
        "mostread": "Lo más leído", "login": "Acceder",
    },
}  # fmt: skip
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
DATES = {"en": "{d} {m} {y}", "de": "{d}. {m} {y}", "fr": "{d} {m} {y}", "es": "{d} de {m} de {y}"}


def written(day: date, language: str) -> str:
    """Return a date as a person of that language writes it."""
    return DATES[language].format(d=day.day, m=MONTHS[language].split()[day.month - 1], y=day.year)
