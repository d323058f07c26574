"""The Latin words of which table codes are made: 1,024, of three to six letters, decent, and few that sound alike."""

WORDS = tuple(
    """
    abbas abies acetum acutus aditus aeger aequor aequus aes aestus aetas aether aevum agger agmen agna agnus ala
    alauda alba albus alius alter alumen alveus amans amarus ambo amens amica amicus amita amnis amor ampla amplus
    ancora anguis anima animus ansa anser antrum anulus apex aqua aquila arator arbor arca arcus ardea ardens ardor
    arista artus arvum arx ascia asinus asper aspis astrum atrium auctor audax audio augur aura aureus auris aurora
    aurum auster avena avia avus axilla axis baca balena balnea barba baro basis basium beatus bellus bene bestia beta
    bibo biga bona bonum boreas bos brevis bruma bucca bulla buxus cadus caelum caesar calix calor calvus calx camera
    campus candor canis canna canon cantus caper capra caput carbo cardo carmen carrus casa caseus castor catena cauda
    caula cautus cavea cedo cedrus celer cella celsus cepa cereus cerno cerva cervix cetus charta chorda chorus cibus
    cicada cicer circus cista citer citius civis clamor clarus clavis clivus codex cogito cohors collis collum coma
    comes comis consul copia coquo cor coram corium cornix cornu corona corpus cortex corvus costa crambe crates credo
    crena creta crinis crocus crudus crusta crux cubile cubus culmen culmus culter cupa cupio curia currus custos
    cygnus dama dare decem decor decus dens densus dexter dico dies diva divus doceo doctor dogma dolium dolor domus
    donum dorsum dos draco dulcis duo durus ebur ecce echo edax ego ensis epulae equa eques erro eruca esca etiam
    exedra exul faba faber facies facio factum fallo fanum farina fascia faveo favus fax feles felix fera ferio ferrum
    ferula ferus fervor festum fibra fibula fictus fides figo figura filia filius filum fingo finis firmus fiscus
    flamen flamma flatus flecto flos fluo focus fodio foedus folium follis foras fores forma fornax fortis forum fovea
    frater fremo frenum fretum frigus frons frux fuga fugio fulgor fulica fulmen fulvus fumus fundus fungus funis
    furca furor fusus galea gallus garum gaza gelu gemma gena gener genus gero gesta gigas gilvus glaber gleba globus
    gloria gluten gnomon gradus gramen granum gratia gratus gravis grex grus gryps gurges gusto gustus gutta guttur
    gyrus habena habeo haedus haereo hama harena hasta haurio hedera herba heres heri hiems hinnus hircus hodie honor
    hora hortus hospes hostis humor humus hydra hydrus hymnus iaceo iam ianua iaspis ibex ibis idem iecur ignis imago
    imber imus incola index infans infra insula inter intra intus invito iocus ira iris iterum iubar iubeo iudex iuga
    iugum iuncus iungo iunior iustus iuvo iuxta labor labrum lac lacer lacuna lacus laedo laetus laevus lagena lamia
    lamina lampas lancea lanx lapis lar largus larix laurus laus lavo lector lectus legio lemur lens leo lepor lepus
    levis liber libera licet lignum lilium lima limax limbus limes linea lingua lino liquor lituus loca longus lorica
    lorum lotus luceo lucrum ludo ludus luna luteus lutra lutum lux lynx lyra macer mactus madeo magis magnes maior
    malo malus maneo mantis mappa mare margo marmor massa maxima medius mel melior melos memor mensa mentum merces
    mercor mereo merula merum messis meta metior meus mico miles mille milvus minae minium minor mirus misceo mitis
    mitra mitto modus mola moles mons mordeo moveo mox mucro mugil mula mulier mulsum multus munus murex murmur musca
    muscus museum mustum myrtus nardus narro nato natus nauta navale navigo navis nebula nectar necto nemo nemus nepos
    neptis nervus nescio neuter nexus nihil nimbus nimis nisus nitor niveus nix nolo norma nosco noster nota novem
    novus nubes nubo nullus numen numero nummus nunc nurus nutrix nympha obex obolus obvius ocior ocrea octo oculus
    odor offa offero oleum olim oliva olla omen omnis onyx opacus opalus opera opes opto opus orator orbis orca ordior
    ordo oriens origo orno ornus oryza ossa ostium ostrea otium ovile ovis ovum pactum pagina pagus palam palea palpo
    pando panis pannus papa parens pareo paries pario parma pars parum parvus pasco passer passus pastor pater patria
    pauci pavor pecten pellis pello penna pensum pergo petra petrus pictor pictus pietas pila pileus pilum pinna pinus
    piper piscis pius pix placeo plaga planta planus platea plaudo plebs plenus plico ploro pluma pluo pluvia poema
    poena pollex pomum pondus pono pontus porcus porrum porta portio possum post postis poto pratum prex primus prior
    probus proles promo prope prora prosa pruina prunum prunus pugil pugna pulex pulmo pulpa puls pulsus pulvis pumex
    puppis puteus pyxis quadra quaero qualis quando quasi quater quies quoque radius radix ramus rana raro rarus ratio
    rebus recens rector rectus reddo regina regio regius regnum repo restis rete rheda rhetor rideo rigor ripa rite
    ritus robur rodo rogo rogus rota rotula rubigo rubor rudens rudis ruina rupes russus ruta saccus sacra saepe saeta
    sagax sagum sal salio salmo salsus saltus salve sano sanus sapor satis satur saxum scala scalpo scando schola
    scindo scio scopa scopus scribo scurra scutum secale sectio sedeo seges semel semita semper senex senior sensus
    sepes septem sequor seria serius sermo sertum sica siccus sicut sidus signum silex siligo silva simul sinapi sine
    siren socer socius sol solea solum solus solvo somnus sorbus soror sors spargo spatha specto specus spero spina
    spira sponsa spuma squama stamen statim statua status stella sterno stipes stirps stola strix studeo suavis suber
    subito suesco sulcus sulfur sum summa summus sumo supra surgo sursum suus tabula taceo tactus taeda taenia talis
    talpa tango tapete taurus taxus tectum tegmen tegula tellus telum tempus tenax teneo tenor tenuis tergum terra
    tersus testa texo textor textus theca thema thymum tiara tibia tigris timeo timor tinea tiro toga tolero tollo
    tondeo tonus tophus torreo torris tot trabs tracto trado traho trames trans tremo tres tribus tripus trivia tropis
    trua trulla tuba tueor tumba tumeo tunc tunica turbo turdus turris turtur tus tutor tutus ubi udus ulmus ulna
    ultra ulula umber umbo umbra umerus umidus uncia unctus unda unde unguis unicus unio urbs ursa ursus usque uter
    utilis uva uvidus uxor vacuus vado vadum vagor vagus valde valeo valles vallis vallum vannus varius vas vastus
    vates vectis velox vendo venia ventus vepres ver verber verbum vermis verna verso vervex vespa vesper veto viator
    vibro vicus vigeo vigil villa villus vimen vinco vinum vipera vires virtus viscum visio vitium vitta vivo voco
    votum vulgus vulpes vultur zea zelus
    """.upper().split()
)
