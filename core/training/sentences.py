"""The sentences that every model is asked, so that two cards compare."""

GOLDEN = (
    "The woman ate the fish.",
    "The fish ate the woman.",
    "The man ate the raccoon.",
    "The raccoon ate the man.",
    "I told Mr. Smith the truth.",
    "I love you.",
    "The agreement on the European Economic Area was signed in August 1992.",
    "This agreement on the European Economic Area was signed in August 1992.",
    "She bought a small black car.",
    "He doesn't drink coffee in the evening.",
    "Where did you buy that book?",
    "He gave it to me yesterday.",
    "Mary was born on March 3, 1985.",
    "The doors of the old house were open.",
    "I know that you know him.",
    "We have never been to Paris.",
    "Tom and his sister are very tired.",
    "You must not smoke here.",
)
"""Their translations tell stored half precision from damage."""

HARD = (
    ("a rare word", "The blacksmith is old.", "Le forgeron est vieux."),
    (
        "a rare word",
        "The raccoon is in the attic.",
        "Le raton laveur est dans le grenier.",
    ),
    (
        "a long sentence",
        "When I came home late yesterday evening, the children were already asleep, "
        "the lights were off, and my wife was reading a book in the kitchen.",
        "Quand je suis rentré tard hier soir, les enfants dormaient déjà, les lumières "
        "étaient éteintes et ma femme lisait un livre dans la cuisine.",
    ),
    (
        "gender",
        "The old door is green and the old wall is white.",
        "La vieille porte est verte et le vieux mur est blanc.",
    ),
    (
        "gender",
        "My mother is happy and my father is happy.",
        "Ma mère est heureuse et mon père est heureux.",
    ),
    ("an idiom", "It's raining cats and dogs.", "Il pleut des cordes."),
    ("an idiom", "He kicked the bucket.", "Il a cassé sa pipe."),
)
"""What small models get wrong: the difficulty, the sentence, one good translation."""
