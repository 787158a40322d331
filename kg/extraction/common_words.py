"""Closed lists of English words that topic extraction excludes or gives a low relevance."""

from __future__ import annotations

from kg.extraction.word_lists import word_set

FILLERS = word_set(
    """
    accomplishment achievement act action addition adventure advice aim amount answer anticipation anyone anything
    approach area aspect assistance attempt attention aw awe aww back background backing bad balance bc beauty
    beginning belief best bet better bit blast bond boost bottom boy break bro btw buddy bummer bunch bye cant care
    case cause challenge chance change cheer chill choice circumstance color colour comeback comfort commitment
    condition confidence congrat congrats congratulation connection copy couple courage course craziness cuz damn
    deal decision dedication desire detail determination difference direction dont doubt dream dude eagerness effect
    effort element emotion encouragement end endeavor endeavour energy enthusiasm error escape etc everybody
    everyone everything example excitement experience eye fact factor favor favorite favour favourite feature
    feeling focus folk form front fun fyi gathering gem gentleman get girl glimpse go goal god gonna good goodness
    gosh gotta growth guess guidance gut guy ha habit hah haha half hand hang happiness hate head heart hello help
    hey hi high highs hit hmm honor honour hope hug huh hunt hurdle idea idk im image imo impact importance
    improvement individual initiative insight inspiration instance interest issue item ive journey joy kick kind
    kinda kiss kudo kudos lady laugh lead lets level life like limit list load lol look loss lot love lover low luck
    magic majority man manner matter max meaning memory mention mess method middle min mind mine mix moment
    motivation move must name need news nobody note nothing number obstacle offer oh ok okay one opinion opportunity
    option outlook pair pal part passion path peace people person personality perspective photo pic picture piece
    pity place plan pleasure plenty pm point position possibility potential power presence pride prob problem
    process progress proud pull purpose push pushing quality question quote range rate reaction read reality reason
    recommendation relief reminder request reset resource response rest result reward right role rush sake say scene
    scenery screenshot see self selfie sense series set setback shame shape share shit shot side sight sign
    situation size smile snapshot solution somebody someone something sorry sort sorta soul sound source spirit spot
    start state stay step stop strength struggle stuff success suggestion support surprise symbol talent tbh thank
    thanks thing thought thrill tip title today tomorrow ton tonight tons top total touch treasure treat trend trial
    trouble truth try tune turn type u understanding update ur urge use value variety version vibe vibes view vision
    wanna want way welcome whoa whole willingness win wish woah woman wonder wont word world worry worse worst wow
    write wrong ya yay yep yes yesterday yum yup p.m a.m mr mrs ms dr sir madam zero two three four five six seven
    eight nine ten eleven twelve dozen hundred thousand million euro pound dollar quid
    """
)
"""Nouns without content: no topic alone, and of low relevance with a modifier ("class photo")."""
VAGUE = word_set(
    """
    lot bunch kind sort type way couple bit total max whole top favorite favourite fave fav best worst good bad
    better fun dream super kinda sorta main u ur voice
    """
)
"""Nouns that add nothing to the noun after them."""

TIMES = word_set(
    """
    second minute hour day week weekend weekday month year decade century morning noon afternoon evening night
    midnight time date moment while period season today yesterday tomorrow tonight monday tuesday wednesday thursday
    friday saturday sunday january february march april may june july august september october november december mon
    tue tues wed thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn
    fall winter future past present age childhood lifetime term o'clock hr hrs min mins sec secs
    """
)
"""Nouns of time: no topic as a head; the seasons are kept as modifiers ("summer camp")."""
SEASONS = word_set("spring summer autumn winter night morning evening weekend childhood")

GENERAL = word_set(
    """
    ability acceptance activity air animal app area art artist atmosphere aunt awareness baby bag beach bed bird biz
    blessing board body book boss bottle box boyfriend breakfast brother building bus business call car career cat
    center centre chair challenge character charm chat child city class client clothes club colleague color
    community company compassion compliment computer concern conversation corner cost couch country course cousin
    coworker creativity crew crowd culture cup customer dad data daughter design desk dinner dog door dress drink
    drive email encounter environment equipment event faith fam family fan father field file film floor flower food
    freedom friend friendship gain game garden gift girlfriend grandfather grandma grandmother grandpa gratitude
    ground group health history hobby home house husband info information involvement item job kid kindness lake
    land language laughter leader lesson letter light line link local lunch machine market mask meal meeting member
    message model mom money mood mother mountain movie mum music nature neighbor neighbour nerve office opponent
    organization outlet owner page paper parent park partner party pet phone pic piece plant plate platform play
    positivity practice present price product program project pup rain relationship relative resilience
    responsibility ride risk river road room routine sale school screen sea service shirt shoe shop show sibling
    sign sister site skill sky snow son song space stage state store story street stress student study style subject
    sun sunset system table talk task teacher team teammate tech theme tool topic town tree trip uncle unity user
    vid view visit walk wall water weather website wife window wood work
    """
)
"""Everyday nouns: topics of low relevance."""

ADJECTIVES = word_set(
    """
    abstract acoustic artificial botanical chronic civil classical creative culinary digital domestic electric
    environmental fast financial fine foreign gluten-free green high hot human international liberal marine martial
    medical mental military musical national native natural nuclear online open organic parental physical political
    primary public raw real-time religious remote renewable romantic rural secondary senior sick social solar urban
    vegan vegetarian video virtual visual wild
    """
)
"""Adjectives that give the kind of a thing, and are a part of its label."""
OPINIONS = word_set(
    """
    actual additional amazing amusing annoying annual appealing authentic awesome balancing basic beautiful
    big-picture boring breathtaking brutal calming captivating caring casual central challenging chaotic charming
    comforting comfy compelling confusing convincing corresponding cosy cozy creamy critical crucial daring dazzling
    demanding depressing differing disappointing dramatic drastic dynamic easygoing embarrassing emotional
    empowering encouraging energetic engaging entertaining enthusiastic epic equal essential eternal eventual
    exceptional exciting exhausting existing external fantastic fascinating fatal final following frustrating
    fulfilling general giving global glowing gradual growing hardworking heartbreaking heartwarming hectic horrific
    iconic ideal incredible individual initial inspirational inspiring interested interesting internal inviting
    ironic lasting logical loving loyal magical mind-blowing minimal missing motivating motivational mutual mystical
    nerve-wracking normal nostalgic occasional official ongoing optimal optimistic original outgoing outstanding
    overall overwhelming personal pessimistic poetic potential practical pressing promising radical rational real
    realistic refreshing relaxing remaining resulting rewarding royal satisfying sensational sentimental several
    shining shocking soothing special specific striking stunning substantial surprising surreal tasty terrific
    terrifying therapeutic thrilling tiring total touching tragic typical unconditional underlying unique unreal
    upcoming uplifting usual varying vital welcoming whimsical willing yummy
    """
)
"""Adjectives with the suffixes of the former that give an opinion, a size or a manner."""
GERUNDS = word_set(
    """
    go love like enjoy hate try start stop do prefer miss practise practice into about of for at learn teach
    """
)
"""Words after which a verb in -ing is an activity: "went camping", "into pottery-making"."""
ACTIONS = word_set(
    """
    achieve add ask be become believe breathe bring build care catch change chase chat check come complete connect
    consider create deal decide discuss do enjoy ensure escape experiment explain explore express face fall feel
    figure find focus follow gather get give go grow guess handle hang happen have hear help hope improve inspire
    joke keep kid know laugh learn leave let like live look love make manage mean meet miss motivate move need plan
    play prepare provide pursue push put raise reach relax remember say see seem send share show sit smile sound
    spend spread stand start stay stick struggle support take talk tell think try turn use wait want wonder work
    worry
    """
)
"""Verbs whose form in -ing is no activity on its own."""
