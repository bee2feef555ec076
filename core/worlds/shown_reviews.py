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
    "birthday": "We were there for my birthday. The place is next to the park. My "
    "brother ordered the fish. It was dark when we left. The service was terrible and "
    "we will not be back.",
    "sunday": "I saw it with my brother on a Sunday. The story is set in a small town. "
    "A young woman looks for her father. It is a wonderful film, full of life.",
    "mixed": "The room was clean and the staff were friendly. The walls are thin. "
    "There was a wedding on the first night. The breakfast was the worst I have ever "
    "had. Still, we would stay there again.",
}
"""Each several sentences, of which few judge."""
HOTELS = (27, 48, 54, 5)
"""Seeds of Spanish reviews that are offered by name."""
