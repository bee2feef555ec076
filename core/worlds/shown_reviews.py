"""Reviews to begin with: written for the app, in nobody's data."""

WORDS = {
    "waiter": "The waiter was kind and the dessert was great, but we waited an hour "
    "and the soup was cold.",
    "not": "The food was not good, and I will not be back.",
    "film": "A dull story, but the two actors are wonderful together.",
    "phone": "The phone works well and the battery lasts all day.",
}
"""Each a row of words."""
SENTENCES = {
    "birthday": "We had booked a table for my mother's birthday. The restaurant is "
    "next to the station. My brother ordered the fish. It was raining when we left. "
    "The service was terrible and we will not come back.",
    "bakery": "The film tells of two sisters who open a bakery. It was shot in a small "
    "town by the sea. The older one is played with great warmth. I loved every minute "
    "of it. My neighbour fell asleep.",
    "mixed": "The room was clean and the staff were friendly. The walls are thin. "
    "There was a wedding on the first night. The breakfast was the worst I have ever "
    "had. Still, we would stay there again.",
}
"""Each several sentences, of which few judge."""
HOTELS = (2, 5, 7, 11)
"""Seeds of Spanish reviews that are offered by name."""
