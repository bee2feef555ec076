"""The Spanish of the reviews of hotels: parts, judgements, stories, glosses."""

PARTS = {
    "la comida": ("food", 1, "estaba"),
    "la cena": ("food", 1, "estaba"),
    "el desayuno": ("food", 0, "estaba"),
    "los postres": ("food", 2, "estaban"),
    "el servicio": ("service", 0, "era"),
    "la recepcionista": ("service", 1, "era"),
    "los camareros": ("service", 2, "eran"),
    "la habitación": ("room", 1, "estaba"),
    "el baño": ("room", 0, "estaba"),
    "las camas": ("room", 3, "estaban"),
    "las toallas": ("room", 3, "estaban"),
    "la piscina": ("room", 1, "estaba"),
}
"""Of each part what can be said of it, its gender and number, and the verb.

0 is masculine, 1 feminine, 2 and 3 the same in the plural.
"""
JUDGEMENTS = {
    "food": {
        1: ("rico/rica/ricos/ricas", "bueno/buena/buenos/buenas",
            "excelente/excelentes", "delicioso/deliciosa/deliciosos/deliciosas"),
        -1: ("frío/fría/fríos/frías", "soso/sosa/sosos/sosas",
             "malo/mala/malos/malas", "horrible/horribles"),
    },
    "service": {
        1: ("amable/amables", "atento/atenta/atentos/atentas", "excelente/excelentes",
            "simpático/simpática/simpáticos/simpáticas"),
        -1: ("lento/lenta/lentos/lentas", "desagradable/desagradables",
             "grosero/grosera/groseros/groseras", "malo/mala/malos/malas"),
    },
    "room": {
        1: ("limpio/limpia/limpios/limpias", "perfecto/perfecta/perfectos/perfectas",
            "impecable/impecables"),
        -1: ("sucio/sucia/sucios/sucias", "roto/rota/rotos/rotas",
             "horrible/horribles"),
    },
}  # fmt: skip
"""For each kind the words that praise and those that blame, in four forms or two."""
STRONG = ("excelente", "delicioso", "horrible", "perfecto", "impecable")
"""Words that are neither denied nor more or less so."""
WHOLE = {
    1: (
        "*volveremos seguro .",
        "lo *recomiendo a todos .",
        "fue una estancia *maravillosa .",
        "*repetiremos sin duda .",
        "fue una sorpresa *agradable .",
    ),
    -1: (
        "*no *volveremos .",
        "*no lo *recomiendo a nadie .",
        "fue una estancia *lamentable .",
        "*nunca más .",
        "fue una *decepción .",
    ),
}
"""Verdicts on the whole stay; words with a star judge."""
STORIES = (
    "habíamos reservado una mesa para {dos|cuatro|seis} .",
    "llegamos al hotel por la {tarde|noche} .",
    "era nuestro aniversario .",
    "cenamos en la terraza con {unos|los} amigos .",
    "hacía {buen|mal} tiempo en la costa .",
    "en la calle hacía mucho frío .",
    "en el tren leí un libro muy {bueno|malo} .",
    "mi {hermana|madre} pidió {la|una} sopa .",
    "mi {hermano|padre} pidió el pescado .",
    "el hotel está cerca de la {playa|estación} .",
    "nos dieron una habitación en la {segunda|tercera} planta .",
    "pagamos con tarjeta .",
    "desayunamos a las {ocho|nueve} .",
    "salimos el {lunes|domingo} por la mañana .",
    "visitamos una iglesia {vieja|horrible|perfecta} en el centro .",
    "los niños jugaron en el jardín .",
    "la ciudad estaba {limpia|sucia} después de la fiesta .",
    "un vecino {amable|grosero} nos enseñó el camino .",
)
"""What merely happened, also in words that judge elsewhere; of a brace one is chosen.
"""
_GLOSSED = """
.=  a=to al=to·the aniversario=anniversary amigos=friends camino=way calle=street
camareros=waiters camas=beds vieja=old baño=bathroom cena=dinner cenamos=we·dined
centro=centre cerca=near ciudad=city comida=food con=with costa=coast cuatro=four de=of
desayunamos=we·breakfasted desayuno=breakfast después=after dieron=gave domingo=Sunday
dos=two duda=doubt el=the en=in enseñó=showed era=was eran=were estaba=was estaban=were
estación=station estancia=stay está=is fiesta=party fue=was habitación=room
habíamos=we·had hacía=it·made hermana=sister hermano=brother hotel=hotel
iglesia=church jardín=garden jugaron=played la=the las=the leí=I·read libro=book
llegamos=we·arrived lo=it los=the lunes=Monday madre=mother mañana=morning más=more
mesa=table mi=my mucho=much muy=very bastante=quite realmente=really nadie=nobody
niños=children no=not noche=night nos=us nuestro=our nueve=nine nunca=never ocho=eight
padre=father pagamos=we·paid para=for pescado=fish pidió=ordered piscina=pool
planta=floor playa=beach por=in postres=desserts recepcionista=receptionist
recomiendo=I·recommend repetiremos=we·will·repeat reservado=reserved salimos=we·left
segunda=second seguro=surely seis=six servicio=service sin=without sopa=soup
sorpresa=surprise tarde=afternoon tarjeta=card terraza=terrace tercera=third
tiempo=weather toallas=towels todos=all tren=train un=a una=a unos=some
vecino=neighbour visitamos=we·visited volveremos=we·will·return
decepción=disappointment maravillosa=wonderful
lamentable=deplorable agradable=pleasant buen=good mal=bad
"""
_JUDGING = {
    "rico": "tasty", "excelente": "excellent", "bueno": "good",
    "delicioso": "delicious", "frío": "cold", "soso": "bland", "malo": "bad",
    "horrible": "horrible",
    "amable": "kind", "atento": "attentive", "simpático": "friendly", "lento": "slow",
    "desagradable": "unpleasant", "grosero": "rude", "limpio": "clean",
    "perfecto": "perfect", "impecable": "spotless", "sucio": "dirty", "roto": "broken",
}  # fmt: skip


def _glosses() -> dict[str, str]:
    """Every word with its English; all forms of a judgement mean the same."""
    pairs = (pair.partition("=") for pair in _GLOSSED.split())
    found = {word: english.replace("·", " ") for word, _, english in pairs}
    for judgements in JUDGEMENTS.values():
        for forms in (one.split("/") for words in judgements.values() for one in words):
            found |= dict.fromkeys(forms, _JUDGING[forms[0]])
    return found


GLOSSES = _glosses()
