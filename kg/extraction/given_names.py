"""Common given names of women and of men; names that both have are left out."""

from __future__ import annotations

from kg.extraction.word_lists import word_set

NAMES_OF_WOMEN = word_set(
    """
    abigail ada adaeze adela adelaide adele agata agatha agnes agnieszka aida aileen aisha aislinn alba aleksandra
    alessandra alessia alexandra alexia alice alicia alina alison allison alma althea amanda amara amber amelia amelie
    amina amira amy ana anastasia anastasiya anita anja anna annabel annabelle annalena anne annemarie annette annie
    annika antje antonella antonia anya aoife april arlene asha astrid aurelia aurora ava ayesha ayse barbara beata
    beatrice beatriz becca becky belinda bella bernadette bernice bertha beryl bess beth bethan bethany betty bianca
    birgit birgitta bonnie brenda briana bridget brigitte britta bronwen brooke caitlin calliope carla carlotta carmel
    carmen carol carole carolina caroline carolyn carrie cassandra caterina catherine cathy cecilia cecily celeste celia
    charlotte chiamaka chiara chidinma chinwe chioma chloe christa christel christina christine cindy claire clara
    clarissa claudia clementine colette colleen constance consuelo cora coraline cordelia corinna cornelia cristina
    cynthia dagmar daisy danielle danuta daphne daria debbie deborah debra deepa deirdre delia delphine denise desiree
    diana diane dina dolores dominika donna dora doreen doris dorota dorothea dorothy ebele edith edna eileen elaine
    eleanor elena eleni elfriede elisa elisabeth elise eliza elizabeth elke ella ellen elodie eloise elsa elsie elvira
    emilia emilie emily emma enid erica erika erin esme esmeralda esperanza estelle esther ethel eugenia eunice eva eve
    fabienne faith fatima fatma fatou felicity fern fernanda fiona flavia flora florence frances francesca franziska freya
    frida frieda gabriela gabriella gabrielle gail galina gemma genevieve georgia georgina geraldine gerda gertrude gianna
    gill gillian gina gisela giulia gladys gloria grace grainne greta gretchen guadalupe gudrun gwen gwendolyn hana hannah
    harriet hazel heather heidi heike helen helena helene helga henrietta hermione hilda hildegard holly hope ida ifeoma
    ilaria ilse imani imogen ines inga ingeborg ingrid irena irene irina irma isabel isabella isabelle isla isobel ivana
    ivy jacqueline jadwiga jana jane janet janice janine jasmin jasmine jeanette jeannie jelena jemima jenna jennifer
    jenny jessica jill joan joana joanna joanne jocelyn johanna josefina josephine joy joyce judith judy julia juliana
    julie juliet julieta juliette june justyna karen karin karina karolina katarina katarzyna kate katerina katharina
    katherine kathleen kathryn kathy katie katja katrin katya kavita kayla keira kerstin khadija kinga kirsten kirsty
    klara kristin kristina krystyna lara larissa latoya laura lauren lavinia layla lea leah leila lena leonie leonor
    leonora leticia lidia liesl lila lilian lillian lilly lily lina linda linnea lisa lise liv livia liz liza lizzie lola
    lorna lorraine lotte louisa louise lucia luciana lucie lucille lucinda lucy ludmila luisa luise lydia lynn lynne mabel
    madeleine madeline mafalda magdalena maggie magnolia maia maisie maja malgorzata manuela mara marcela margaret
    margarethe margarita margaux margit margot margriet maria mariam mariana marianne marie marija marijke marina marisa
    marisol marta martha martina martine mary maryam matilda maud maureen mavis maya meera megan meghan melanie melinda
    melissa mercedes meredith mette mia michaela michelle mildred milena millie mina minnie miranda miriam moira molly
    mona monica monika muriel myra myrtle nadia nadine nadja naima nancy naomi natalia natalie natasha nell nellie nessa
    ngozi niamh nicole nieves nina nkechi nora norah noreen norma nuala oceane odette odile olga olive olivia olwen oona
    oonagh ophelia orla paloma pamela paola patience patricia patrizia paula paulette pauline pearl peggy penelope penny
    petra petronella philippa philomena phoebe phyllis pia pilar piroska polly pooja poppy prisca priscilla priya prudence
    rachel radhika ramona raquel rebecca regina renata renate rhiannon rhoda rita roberta rocio romina rosa rosalie
    rosalind rosamund rosanna rosanne rose rosemary rosie rosina roswitha roxana roxanne ruby ruth sabina sabine sabrina
    sadie safiya saima sally salma salome samantha samira sandra sara sarah saskia savannah selina selma serena shabnam
    sheila shirley shreya sieglinde sienna sigrid silke silvana silvia simona sinead siobhan sofia sofie solange solveig
    sonia sonja sophia sophie soraya stacey stefania stella stephanie sue sunita susan susana susanna susanne susie
    suzanne svetlana sybil sylvia sylvie tabitha tamara tammy tanya tara tatiana tatjana teresa tereza tess tessa thea
    thelma theresa therese tiffany tilly tina trudy ulrike una ursula urška valentina valeria valerie vanessa vera verena
    verity veronica veronika victoria viktoria viola violet virginia viviana vivien vivienne wanda wendy wilhelmina wilma
    winifred wioletta xenia ximena yasmin yasmina yetunde yolanda yvette yvonne zainab zara zeinab zelda zeynep zoe zofia
    zora zsofia zuzana
    """
)
NAMES_OF_MEN = word_set(
    """
    aaron abdul abdullah abel abraham achim adam adamu adnan adrian ahmad ahmed aidan alan alasdair alastair albert
    alberto aldo aled alejandro aleksander aleksandr alessandro alexander alexandre alexei alf alfie alfonso alfred
    alistair allan allen alonso alvin amadou amir anatoly anders andre andreas andrei andres andrew andrzej andy angelo
    angus anil anselm anthony antoine anton antonio antonis archie arjun armando arnaud arnold aron arthur arturo arvid
    asger ashok august augustin austin axel baptiste barnaby barney barry bart bartek bartosz basil bastian ben benedict
    benjamin benny bernard bernd bernhard bert bertie bertram bill billy bjorn bob bobby bogdan boris bradley brandon
    brendan brett brian bruce bruno bryan burak byron calum calvin carl carlo carlos carsten caspar cecil cedric cem
    charles chester chidi chijioke christian christoph christophe christopher chukwuemeka ciaran clarence clark clayton
    clifford clive colby colin colm connor conor conrad constantin cormac cornelius craig curtis cyril daan damian damien
    dan daniel daniele danny darius dariusz darren dave david davide dean declan deepak denholm denis dennis derek dermot
    desmond diego dieter dietmar dimitri dimitris dirk dominic dominik donal donald dougal douglas duncan dunstan dusan
    dylan eamon earl ebrima eddie edgar edmund eduard eduardo edward edwin efe egon elias elijah elliot elliott emeka emil
    emile emilio emmanuel emre enrico enrique enzo eric erich erik ernest ernesto ernst erwin esteban ethan etienne eugene
    evan ezekiel ezra fabian fabio fabrice faisal farrokh federico felipe felix ferdinand fergus fernando filip finlay
    finn fintan florian floyd francesco francisco francois frank franz fred freddie frederic frederick frederik fridolin
    friedrich fritz gabriel gareth garrett gary gaspard gavin geert geoff geoffrey george georges gerald gerard gerhard
    gerrit gethin giacomo gianni gideon gilbert giles giorgio giovanni giuseppe glen glenn godfrey gonzalo gordon graham
    grant greg gregor gregory grzegorz guido guillaume guillermo gunnar gunter gus gustav gustavo guy günter hakan hamish
    hamza hank hannes hans harald haris harold harry haruki harvey hassan hector heinrich heinz hendrik henri henrik henry
    herbert hermann hiroshi horace horst howard hubert hugh hugo humphrey hussein huw iain ian ibrahim idris ifan ignacio
    igor imran ioan isaac isidore ismail istvan ivan ivo jaap jack jackson jacob jacques jaime jake jakob jakub jamal
    james janos jared jarek jaroslav jason jasper javier jeff jeffrey jens jeremiah jeremy jerome jerry jim jimmy joachim
    joakim joao joaquin joe joel johan johann johannes john johnny jonah jonas jonathan joost jorge jose josef joseph josh
    joshua josip josé juan juha julian julien julio julius jurgen justin jürgen kacper kamil karim karl karsten kaspar
    kazuo keir keith kelvin ken kenji kenneth kevin khalid kieran klaas klaus knut kofi konrad konstantin krzysztof kurt
    kwabena kwaku kwame kwesi kyle lachlan lance larry lars lasse laszlo laurent lawrence lennart leo leon leonard
    leonardo leonid leopold leroy levi lewis liam lloyd lorenzo louis luc luca lucas lucian luciano lucien ludwig luis
    luka lukas lukasz luke lutz maarten magnus mahmoud malcolm malik manfred manuel marc marcel marcello marcin marco
    marcos marcus marek mariano mario marius mark marko markus marlon martijn martin marvin mat mateo mateusz matt matteo
    matthew matthias matthieu maurice mauricio maxim maximilian mehmet michael michal michel miguel mihai mikael mike
    mikhail miklos milan miles milos mirko mitchell mohamed mohammad mohammed moritz moses muhammad murat murray mustafa
    nabil nathan nathaniel ned neil nelson nestor niall nicholas nick nicolas niels nigel niklas nikolai nikolaus nikos
    nils noah norbert norman obinna octavio olaf oleg oliver olivier olumide omar orlando oscar osman ottmar otto owen
    pablo pascal patrick patryk paul paulo pavel pawel pedro per percy pete peter petr philip philipp philippe phillip
    pierre piers pieter piotr prakash preben rafael rafal rainer raj rajesh ralf ralph raman ramon randolph raphael rasmus
    ravi raymond reginald reinhard remi rené reuben rhys ricardo riccardo richard rick ricky robert roberto rod roderick
    rodney rodrigo roger rohan roland rolf roman romeo ronald rory ross roy ruben rudi rudolf rufus rupert russell ruud
    ryan rémi salvador salvatore samuel sanjay santiago scott sean sebastian serge sergei sergey sergio seth seumas shane
    shaun sidney siegfried silvio simon sohail solomon stanislav stanley stefan stefano stephan stephane stephen steve
    steven stuart sunil sven sylvester tadeusz tadhg takeshi tamas tariq ted terence terrence thaddeus theo theodor
    theodore thierry thijs thomas thorsten tibor till tim timothy tobiah tobias toby tom tomas tomasz tomek tommy tony
    torsten torvald tristan ulrich umberto uwe vaclav valentin victor vikram viktor vince vincent vincenzo vladimir volker
    wallace walter warren wayne werner wesley wilbur wilfred wilhelm will willem william willy wim winston wojciech
    wolfgang xavier yannick yaw yiannis youssef yusuf yves zachary zoltan zoran étienne
    """
)


def gender_of_name(name: str) -> str:
    """Return "f" or "m" for a given name that nearly only women or men have, else "".

    Args:
        name: a name as it is written, with or without a surname.
    """
    first = name.split(maxsplit=1)[0].removesuffix("'s").removesuffix("’s").lower() if name.strip() else ""
    return "f" if first in NAMES_OF_WOMEN else "m" if first in NAMES_OF_MEN else ""
