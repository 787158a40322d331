"""Closed lists of English words that the extraction rules use."""

from __future__ import annotations

import re


def word_set(words: str) -> frozenset[str]:
    """Return the words of a string separated by spaces."""
    return frozenset(words.split())


def _map_words_to_kind(table: dict[str, str]) -> dict[str, str]:
    return {word: kind for kind, words in table.items() for word in words.split()}


# "Puppyyy".
_REPEATED = re.compile(r"(\w)\1{2,}")
_PLURALS = {
    "children": "child",
    "wives": "wife",
    "kiddos": "kid",
    "puppies": "puppy",
    "ponies": "pony",
    "canaries": "canary",
}
KIN = _map_words_to_kind(
    {
        "parent_of": "daughter son kid child stepson stepdaughter toddler oldest youngest eldest firstborn",
        "child_of": "mother father mom mum mam mummy dad mommy daddy mama papa parent stepmother stepfather stepmom stepdad",
        "sibling_of": "sister brother sibling twin stepsister stepbrother bro sis",
        "married_to": "wife husband spouse hubby wifey",
        "partner_of": "partner girlfriend boyfriend gf bf fiancé fiancée fiance fiancee",
        "friend_of": "friend bff buddy pal bestie mate",
        "colleague_of": "colleague coworker co-worker workmate teammate cofounder co-founder",
        "reports_to": "boss manager supervisor",
        "": "godson goddaughter godchild cousin uncle aunt auntie grandma grandpa grandad granddad nana grandmother grandfather "
        "gran granny nan nephew niece neighbour neighbor "
        "roommate flatmate housemate landlord grandson granddaughter ex mother-in-law father-in-law "
        "sister-in-law brother-in-law daughter-in-law son-in-law "
        "godmother godfather family grandparent in-law folk",
    }
)
"""Words for relatives and associates, each with its predicate; "" if no predicate fits."""
FEMALE = word_set(
    "daughter mother mom mum mam mummy mommy mama stepmother sister sis wife girlfriend gf fiancée aunt auntie grandma "
    "grandmother gran "
    "granny nan nana niece granddaughter stepsister stepdaughter mother-in-law sister-in-law daughter-in-law"
)
MALE = word_set(
    "son father dad daddy papa brother bro husband hubby boyfriend bf fiancé uncle grandpa grandad granddad grandfather "
    "nephew grandson stepson "
    "stepfather stepbrother father-in-law brother-in-law son-in-law"
)
PARENTS = word_set(
    "mom mum mam mommy mummy mama dad daddy papa grandma grandpa grandad granddad gran granny nan nana nanna "
    "grandmother grandfather"
)
"""Words for parents and grandparents that stand for one's own: "Mum called"."""
PETS = word_set(
    "dog cat puppy kitten parrot rabbit bunny hamster goldfish fish horse pony tortoise turtle snake gecko "
    "lizard budgie canary "
    "ferret guinea-pig pig hen chicken rat mouse spaniel labrador poodle terrier beagle dachshund retriever "
    "collie bird duck goat "
    "greyhound husky pug corgi dalmatian chihuahua bulldog whippet mutt schnauzer tabby cockapoo labradoodle mongrel "
    "parakeet cockatiel axolotl tarantula donkey llama alpaca chinchilla iguana"
)
PEOPLE = word_set("man woman guy girl boy lad lass bloke lady")
NEGATIONS = word_set("not n't nt never")
CURRENCIES = frozenset("$€£¥")
JOBS = word_set(
    "nurse vet cto ceo cfo coo ciso doctor chef cook coach pilot judge clerk cto architect analyst intern "
    "director head guard "
    "plumber farmer lawyer attorney student-teacher sre dba pm dev ux-designer lead boss-of president chair "
    "chairman professor "
    "lecturer postdoc tutor secretary assistant agent actor actress model waiter waitress host barista "
    "florist tailor sailor "
    "soldier captain priest pastor monk nun author poet editor journalist freelancer contractor founder "
    "co-founder owner partner-at "
    "physio midwife surgeon gp paramedic firefighter mechanic mason smith barber vp advocate ambassador "
    "apprentice bookkeeper "
    "teacher developer designer engineer manager trainer driver writer officer consultant accountant tester "
    "dancer singer painter "
    "photographer reporter programmer cleaner builder gardener banker broker lawyer paralegal osteopath "
    "luthier electrician "
    "cashier courier detective diplomat librarian magistrate minister optician translator principal provost "
    "researcher scientist "
    "spokesperson steward treasurer trustee undertaker baker butcher brewer carpenter dean curator counsel "
    "cop postie "
    "admin sysadmin tech temp exec receptionist welder"
)
EMPLOYERS = word_set(
    "police army navy brigade council hospital ministry government railway railways museum library embassy "
    "parliament university "
    "municipality court courts bank airport airline brewery orchestra charity foundation"
)
"""Organisations that are mentioned without a name: the police, a local bank."""
_SUFFIXES = ("er", "or", "ist", "ian", "ant", "eer", "man", "woman", "smith", "ographer", "keeper")
_NO_JOBS = word_set(
    # Animals, plants, parts of bodies, illnesses and things.
    "hamster lobster oyster otter beaver badger terrier spaniel alligator litter flower pepper ginger cucumber finger "
    "shoulder fever ulcer cancer tumor hangover freezer cooker boiler mixer blender toaster washer dishwasher dryer charger "
    "scooter helicopter trailer tractor motor radiator elevator calculator printer scanner router browser laser razor shower "
    "jumper sweater folder container locker drawer ladder hammer roster poster semester disaster cluster counter quarter "
    "chapter burger recorder "
    "mother father brother sister daughter partner member winner beginner reader lover owner-of fan-er "
    "believer user customer "
    "richer poorer happier wealthier "
    "stranger believer other number letter dinner summer winter computer paper computer weather matter "
    "morning-er speaker "
    "newcomer supporter sufferer follower eater drinker killer tester-of corner river tower power order "
    "offer error mirror color "
    "colour flavor favor giant elephant plant restaurant want tiger spider survivor sister foreigner smoker "
    "loner listener "
    "sleeper riser person human woman man german christian italian canadian norwegian russian australian "
    "indian brazilian "
    "american belgian egyptian austrian hungarian ukrainian vegetarian pescatarian pedestrian romanian "
    "christian monster "
    "career heater defendant claimant payer lurcher widower pensioner monarchist robber survivor victor "
    "nightmare bummer blocker disaster no-brainer pleasure cancer saver starter teenager bachelor quitter "
    "hater gamer-er mess "
    "transfer server container cluster router sensor monitor doctor-who folder header parser compiler minor "
    "major senior junior "
    "chapter filter buffer pointer better water butter newsletter poster semester quarter later super prior "
    "important "
    "mentor procrastinator sucker fighter dreamer thinker helper giver doer achiever perfectionist optimist "
    "pessimist realist minimalist "
    "enthusiast traveller traveler hiker runner biker swimmer collector feminist shelter reminder tracker "
    "newborn helper chatter "
    "banter laughter letter-writer slaughter platter cracker burger sweater blazer thriller counter ladder "
    "locker poker soccer "
    "snooker tower tender wonder thunder number answer trigger mentor-to rumor humor honor labor harbor "
    "error vector factor "
    "actor-turned tutor-me visitor neighbour neighbor ancestor competitor contributor sponsor outsider "
    "insider stepmother "
    "grandmother godmother godfather grandfather heir-er player cheerleader superstar-er hacker-er leader bestseller "
    "significant constant instant distant relevant brilliant pregnant elegant"
)
EVALUATIVE = word_set(
    "very really quite pretty super rather extremely "
    "new old former great good huge big nice lovely wonderful amazing favourite favorite proud own current "
    "real fluent little "
    "tiny proper brand fav certified qualified second-hand used secondhand beautiful cute massive total "
    "perfect broken same "
    "inspiring talented gifted awesome passionate fantastic brilliant skilled excellent "
    "basic decent native bit absolute dear best only older younger elder eldest oldest youngest newest"
)
"""Adjectives that are no part of a thing's name."""
THINGS = word_set(
    "car house flat apartment bike bicycle boat campervan van motorbike motorcycle scooter truck cottage "
    "cabin farm garage piano "
    "guitar violin cello drum kayak canoe telescope camera laptop phone tent caravan yacht tractor "
    "restaurant cafe café bakery shop "
    "studio bookshop gym vineyard studio land plot condo villa chalet tesla synth console drone printer "
    "trailer motorhome "
    "skateboard surfboard snowboard sailboat allotment bungalow record-player turntable e-bike ebike bar pub "
    "brewery hotel "
    "macbook kindle ipad hot-tub sauna greenhouse pickup jeep moped keyboard saxophone trumpet ukulele harp"
)
"""What "have" makes a possession of."""
DIETS = word_set(
    "vegan vegetarian pescatarian veggie kosher halal keto paleo flexitarian gluten-free dairy-free "
    "lactose-free plant-based "
    "teetotal teetotaller teetotaler carnivore fruitarian pescetarian low-carb"
)
GROUPS = word_set(
    "team band choir club orchestra symphony quartet ensemble squad guild union society association league "
    "group committee board runners riders voices striders harriers cyclists rowers swimmers climbers hikers ramblers singers "
    "players rovers rangers scouts collective cooperative co-op "
    "council jury panel troupe chorus philharmonic crew chapter fc united party"
)
LANGUAGES = word_set(
    "english french german spanish italian portuguese dutch russian polish czech slovak ukrainian greek "
    "turkish arabic hebrew "
    "hindi urdu bengali tamil telugu punjabi gujarati marathi mandarin cantonese chinese japanese korean "
    "vietnamese thai "
    "indonesian malay tagalog swahili yoruba igbo zulu xhosa afrikaans amharic welsh irish gaelic breton "
    "basque catalan galician "
    "swedish norwegian danish finnish icelandic estonian latvian lithuanian hungarian romanian bulgarian "
    "serbian croatian "
    "slovenian bosnian albanian macedonian georgian armenian persian farsi dari pashto kurdish nepali "
    "sinhala latin esperanto "
    "flemish frisian luxembourgish maltese somali hausa kannada malayalam khmer lao burmese mongolian kazakh "
    "uzbek bsl asl "
    "signing quechua guarani māori maori hawaiian azeri azerbaijani turkmen tajik kyrgyz tatar oromo tigrinya twi wolof "
    "lingala shona "
    "sesotho sotho "
    "tswana setswana ndebele chichewa kinyarwanda luganda fula bambara berber tamazight coptic aramaic yiddish ladino "
    "ilocano cebuano bisaya javanese sundanese balinese assamese odia oriya sindhi konkani bhojpuri kashmiri tibetan uyghur "
    "hmong valencian "
    "hokkien shanghainese samoan tongan fijian aymara nahuatl occitan corsican sardinian sicilian neapolitan romansh belarusian "
    "montenegrin romani faroese greenlandic scots cornish manx papiamento"
)
NATIONALITIES = word_set(
    "american british canadian australian mexican brazilian argentinian argentine chilean colombian peruvian venezuelan cuban "
    "austrian belgian swiss scottish indian pakistani bangladeshi nigerian ghanaian kenyan ethiopian moroccan algerian tunisian "
    "egyptian israeli lebanese syrian iraqi iranian afghan jordanian palestinian taiwanese filipino filipina singaporean "
    "jamaican european african asian jewish muslim catholic kiwi"
)
"""Adjectives of origin and belief that name no language."""
SCHOOLS = word_set("university uni college school institute academy polytechnic conservatory conservatoire eth mit tu")
DEGREES = word_set(
    "degree master masters bachelor bachelors phd doctorate msc bsc ma ba mba diploma major minor course postgrad"
)
TITLES = word_set("mr mrs ms miss mx dr doctor prof professor sir madam captain rev fr sr")
OFFICES = word_set(
    "site sites location locations "
    "headquarters hq office offices branch branches factory plant store stores warehouse lab labs base campus"
)
JOB_WORDS = {"job", "gig", "position", "internship", "placement", "role", "post", "contract", "apprenticeship"}

# Forms of the verbs that the rules use, since tags and lemmas are often wrong in chat.
_IRREGULAR = _map_words_to_kind(
    {
        "adore": "adore",
        "bear": "born",
        "become": "became",
        "begin": "began",
        "build": "built",
        "buy": "bought",
        "come": "came",
        "drink": "drank",
        "drive": "drove",
        "eat": "ate",
        "fire": "fired",
        "found": "founded co-founded cofounded",
        "get": "got gotten",
        "go": "went",
        "grow": "grew grown grows",
        "hate": "hates",
        "have": "hav",
        "know": "knew known",
        "lay": "laid",
        "leave": "left",
        "live": "livin",
        "love": "luv luvs luvin",
        "marry": "married marries",
        "meet": "met",
        "move": "moved movin",
        "prefer": "preferring preferred",
        "quit": "quit quits",
        "reside": "reside",
        "run": "ran",
        "sack": "sacked",
        "sing": "sang sing sings singing",
        "speak": "spoke spoken speak",
        "study": "studies studied studying",
        "teach": "taught",
        "travel": "travelling",
        "use": "useing usin",
        "play": "playin",
        "work": "workin",
        "write": "written wrote",
    }
)
_REGULAR = word_set(
    "work freelance live move relocate love like adore enjoy hate dislike detest loathe prefer use speak "
    "study play join own "
    "report know teach attend graduate allergic belong switch migrate intern reside rely depend lecture "
    "volunteer code"
)

# Words that are never part of a phrase, whatever their tag.
NEVER = word_set(
    "oh ah hey hi hello wow yeah yep nope yay due n btw lol haha tbh ngl tho rn fr smh imo imho irl lmao idk "
    "omg wtf sry bc plz pls esp tbf idc ofc allergic married single engaged based located hosted originally please"
)
# Nouns before a name that give its kind: the startup Lumen.
SORTS = {"startup", "company", "firm", "agency", "band", "website", "newspaper"}
LEADING = {"fluent", "fond", "crazy", "keen", "mad", "obsessed", "addicted", "good", "proud", "interested"}
NEAR = {"PROPN", "PRON", "NOUN", "ADV", "CCONJ", "AUX", "PUNCT", "PART"}
LIKING = {"like", "love", "enjoy", "adore", "hate", "dislike", "prefer", "stand", "into", "detest"}
NOUN_AFTER = {
    "prefer",
    "like",
    "love",
    "hate",
    "use",
    "speak",
    "enjoy",
    "know",
    "eat",
    "drink",
    "play",
    "study",
    "own",
}


def _forms() -> dict[str, str]:
    forms = dict(_IRREGULAR)
    for verb in _REGULAR:
        stem = verb.removesuffix("e")
        end = "es" if verb.endswith(("ch", "sh")) else "s"
        if verb == "study":
            continue
        forms |= {verb + end: verb, stem + "ing": verb, (verb if verb.endswith("e") else verb + "e") + "d": verb}
    return forms


FORMS = _forms()
"""Forms of the verbs that the rules use, with their lemmas."""


def to_singular(word: str) -> str:
    """Return the singular of a noun, in lower case; covers the words of the lists only."""
    low = _REPEATED.sub(r"\1", word.lower())
    if low in _PLURALS:
        return _PLURALS[low]
    for known in (KIN, PETS, THINGS, JOBS):
        if low in known:
            return low
    for stem, ending in ((low[:-2], "es"), (f"{low[:-3]}y", "ies")):
        if low.endswith(ending) and any(stem in known for known in (KIN, PETS, THINGS, JOBS)):
            return stem
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


BOOKED_THINGS = word_set(
    "appointment hotel hostel airbnb room table flight flights ticket tickets seat seats slot train ferry bus taxi cab booking "
    "reservation viewing"
)
"""Things that one gets or buys for a day, and does not own."""


def is_job(word: str) -> bool:
    """Return whether a noun names a job, by list and by suffix."""
    low = word.lower()
    if low in JOBS:
        return True
    is_other = low in _NO_JOBS or low in PETS or low in KIN or low in LANGUAGES
    return not is_other and len(low) > 4 and low.endswith(_SUFFIXES)
