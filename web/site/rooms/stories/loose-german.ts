import type { Loose } from "./table.js";

export const LOOSE_GERMAN: Loose = {
  looks: { J: [0, 1, 2], Jden: [0, 1, 1], Jdem: [0, 0, 0], Jder: [1, 1, 1] },
  rules: {
    lead: ["dann", "also", "jetzt", "jeden Tag", "den ganzen Tag", "R.in R"],
    begin: ["1 2", "1 2", "lead() 2 1"],
    join: [".", ".", "und", ", und"],
    mind: ["", "", "", "X war state() .", "X traf Y .", "X war ein X.K X.Junge .", "X und Y waren R.in R ."],
    state: ["krank", "müde", "froh", "traurig", "zu Hause", "R.in R"],
    parent: ["Mutter", "Oma"],

    own: [
      ...["1 hatte 2.einen 2", "1 hatte 2.einen 2.J 2", "1 bekam 2.einen 2", "1 fand 2.einen 2", "1 hatte 2.den 2"],
      ...["1 bekam 2.einen 2.J 2", "1 bekam 2.einen 2 von 1.seiner parent()", "1 fand R.in R 2.einen 2"],
      "1 bekam von 1.seiner parent() 2.einen 2",
    ],
    two: ["own(A,T) join() own(B,U) ."],
    // A person or a pronoun, a thing, whose it is
    use: [
      ...["begin(1,spielte) mit 2.dem *2", "begin(1,spielte) mit 2.dem *2", "begin(1,spielte) R.in R mit 2.dem *2"],
      ...["1 spielte jeden Tag mit 2.dem *2", "begin(1,verlor) 2.den *2", "1 war froh , weil 3.er 2.den *2 hatte"],
      ...["jetzt hatte 1 2.den *2", "1 war froh , weil 3.er jetzt 2.den *2 hatte", "1 sah 2.den *2"],
      ...["1 war traurig , weil 3.er 2.den *2 *verloren hatte", "1 war state() und spielte mit 2.dem *2"],
    ],
    useLook: [
      ...["begin(1,spielte) mit 2.dem 2.Jdem *2", "begin(1,verlor) 2.den 2.Jden *2", "jetzt hatte 1 2.den 2.Jden *2"],
      ...["1 war froh , weil 3.er 2.den 2.Jden *2 hatte", "1 gab X 2.den 2.Jden *2"],
    ],
    things: [
      "own(A,T) . use(A.er,T,A) . use(A,T,A)",
      "mind() own(A,T) . mind() use(A,T,A) . use(A.er,T,A)",
      "two() mind() use(A,T,A) . mind() use(B,U,B) . use(A,T,A)",
      "own(A,T) join() mind() own(B,U) . use(A,T,A) . use(B,U,B) . use(B.er,U,B)",
      "two() mind() use(B,U,B) . use(A,T,A) . use(B,U,B)",
      "two() use(A,T,A) und use(B,U,B)",
      "two() use(B,U,B) . use(B.er,U,B) . use(A,T,A)",
      "two() own(C,V) . use(B,U,B) . use(C,V,C) . use(A,T,A)",
      "two() begin(A,wollte) U.den *U haben . begin(B,wollte) T.den *T haben",
      "A hatte T.einen T.J T und U.einen U.J U . begin(A,verlor) U.den U.Jden *U . begin(X,fand) T.den T.Jden *T",
      "own(A,T) . A.er war state() , also wollte A.er T.den *T . use(A,T,A)",
      "A bekam T.einen T.J T . useLook(A,T,A) . useLook(A.er,T,A)",
    ],

    gift: [
      ...["1 gab 3 2.den 2", "begin(1,gab) 3 2.einen 2", "1 gab 3 2.einen 2.J 2", "3 bekam 2.einen 2 von 1"],
      ...["3 bekam von 1 2.einen 2", "3 bekam von 1 2.den 2.Jden 2", "3 bekam 2.einen 2.J 2 von 1"],
    ],
    after: [
      ...["begin(1,dankte) *3", "1 war froh und dankte *3", "jetzt hatte 1 2.den *2", "begin(1,spielte) mit 2.dem *2"],
      ...["1 war froh , weil 1.er 2.den *2 hatte", "2.der 2 war von *3", "1 hatte 2.den 2 also von *3"],
      ...["1 war froh , weil 2.der 2 von *3 war", "begin(1,verlor) 2.den *2"],
    ],
    gifts: [
      "mind() gift(A,T,B) . after(B,T,A) . after(B,T,A)",
      "own(A,T) . begin(A.er,gab) B T.den *T . mind() after(B,T,A) . after(B,T,A)",
      "gift(A,T,B) join() gift(C,U,D) . after(D,U,C) . after(B,T,A)",
      "gift(A,T,B) join() gift(A,U,C) . use(C,U,C) . use(B,T,B)",
      "A bekam T.einen T von B . B bekam U.einen U von A . use(A,T,A) . use(B,U,B)",
    ],
    parents: ["family(A,T,Mutter)", "family(A,T,Oma)"],
    family: [
      "1 bekam 2.einen 2 von 1.seiner 3 . 1.er dankte 1.seiner *3 . use(1,2,1)",
      "1 bekam von 1.seiner 3 2.einen 2 . 1 war froh und dankte 1.seiner *3 . use(1,2,1)",
      "ownFrom(1,2,3) . 1 war froh , weil 2.der 2 von 1.seiner *3 war . 2.der 2 war von 1.seiner *3",
      "1 gab 1.seiner 3 2.einen 2 . 3 dankte *1 . jetzt hatte 3 2.den *2",
      "1 fand R.in R 2.einen 2 . begin(1.er,gab) 2.den *2 1.seiner *3 . 3 dankte *1 . 3 hatte 2.den *2",
      "wish(1,2) . also gab 3 1.ihm 2.den *2 . 1 dankte 1.seiner *3",
      "wish(1,2) . 1.er bekam 2.den *2 von 1.seiner 3 . begin(1.er,dankte) 1.seiner *3",
    ],
    ownFrom: [
      "1 bekam 2.einen 2 von 1.seiner 3",
      "1 bekam von 1.seiner 3 2.einen 2.J 2",
      "1 hatte 2.einen 2 von 1.seiner 3",
    ],

    wish: [
      ...["1 wollte 2.den 2 haben", "1 wollte 2.einen 2 haben", "1 wollte 2.einen 2.J 2 haben", "1 wollte 2.den 2"],
      "1 sah 2.einen 2 und wollte 2.den *2 haben",
    ],
    grant: [
      ...["also gab 3 1.ihm 2.den *2", "3 gab 1.ihm 2.den *2", "3 gab *1 2.den *2", "also bekam 1 2.den *2 von 3"],
      ...["dann fand 3 2.einen *2", "also gab 3 1.ihm 2.einen *2"],
    ],
    wishes: [
      "wish(A,T) . mind() grant(A,T,B) . use(A,T,A)",
      "wish(A,T) , grant(A,T,B) . after(A,T,B)",
      "wish(A,T) join() wish(B,U) . grant(A,T,C) . grant(B,U,D) . use(A,T,A)",
      "wish(A,T) join() wish(B,U) . also bekam B U.den *U , und A bekam T.den *T",
      "wish(A,T) join() wish(B,U) . begin(A,bekam) T.den *T . begin(B,bekam) U.den *U . use(A,T,A)",
      "wish(A,T) join() wish(B,U) . begin(B,bekam) U.den *U . use(B,U,B)",
      "own(A,T) . B wollte T.den *T haben . A gab *B T.den *T . after(B,T,A)",
      "A und B waren R.in R . A fand T.einen T . begin(B,wollte) T.den *T haben",
    ],

    loss: [
      ...["1 verlor 2.den 2", "begin(1,verlor) 2.den 2", "1 verlor 2.den 2 R.in R", "1 verlor 2.den 2.Jden 2"],
      ...["1 war traurig , weil 1.er 2.den 2 verloren hatte", "own(1,2) . begin(1.er,verlor) 2.den *2"],
    ],
    sad: ["", "", "1.er war traurig .", "1 war traurig .", "also war 1 traurig ."],
    found: [
      ...["3 fand 2.den *2", "begin(3,fand) 2.den *2", "begin(3,fand) 2.den *2 unter einem *Baum"],
      ...["begin(3,sah) 2.den *2", "dann sah 3 R.in R 2.den *2"],
    ],
    backAnd: ["gab *1 2.den *2", "gab 1.ihm 2.den *2", "gab *1 2.den *2 zurück", "gab 1.ihm 2.den *2 zurück"],
    back: ["3 backAnd(1,2,3)", "3.er backAnd(1,2,3)", "dann gab 3 *1 2.den *2", "also bekam 1 2.den *2 zurück"],
    glad: [
      ...["begin(1,dankte) *3", "1 war froh und dankte *3", "jetzt hatte 1 2.den *2", "1.er dankte *3"],
      ...["1 war froh , weil 1.er 2.den *2 hatte", "1 war froh , weil 1.er jetzt 2.den *2 hatte"],
      "begin(1.er,spielte) mit 2.dem *2",
    ],
    losses: [
      "loss(A,T) . sad(A) mind() found(A,T,B) . back(A,T,B) . glad(A,T,B)",
      "loss(A,T) . sad(A) found(A,T,B) und backAnd(A,T,B) . glad(A,T,B)",
      "loss(A,T) join() found(A,T,B) . glad(A,T,B)",
      "loss(A,F) join() B fand F.er und backAnd(A,F,B) . glad(A,F,B)",
      "loss(A,F) . sad(A) B fand F.er unter einem *Baum . back(A,F,B) . glad(A,F,B)",
      "A , B und C waren R.in R . loss(B,T) . found(B,T,C) und backAnd(B,T,C) . glad(B,T,C)",
      "two() begin(A,verlor) T.den *T . B fand T.den *T und backAnd(A,T,B) . glad(A,T,B)",
      "loss(A,T) join() loss(B,U) . C fand U.den U . C gab *B U.den *U . D gab *A T.den *T zurück",
      "A verlor T.den T P.in P . also war T.der T P.in *P . jetzt fand X P.in *P T.den *T",
    ],

    pet: [
      ...[
        "1 hatte 2.einen 2",
        "1 sah 2.einen 2",
        "1 hatte 2.einen 2.J 2",
        "1 sah R.in R 2.einen 2",
        "1 bekam 2.einen 2",
      ],
      "R.in R sah 1 2.einen 2.J 2",
    ],
    call: [
      "2.der 2 machte *2.sound",
      "2.der 2 machte *2.sound",
      "2.sound machte 2.der *2",
      "dann machte 2.der 2 *2.sound",
    ],
    usePet: [
      ...["begin(1,spielte) mit 2.dem *2", "begin(1,spielte) R.in R mit 2.dem *2", "begin(1.er,spielte) mit 2.dem *2"],
      ...["1 war froh , weil 1.er 2.einen *2 hatte", "2.der 2 spielte mit *1", "begin(1,sah) 2.den *2"],
      ...["1 war state() und spielte mit 2.dem *2", "1 war traurig , weil 1.er 2.den *2 *verloren hatte"],
    ],
    animals: [
      "pet(A,N) join() call(A,N) . usePet(A,N)",
      "pet(A,N) . N.er machte *N.sound . usePet(A,N)",
      "pet(A,N) . usePet(A,N) . mind() usePet(A,N)",
      "pet(A,N) join() pet(B,M) . usePet(A,N) . usePet(B,M) . call(A,N)",
      "pet(A,N) join() pet(B,M) . usePet(B,M) . usePet(A,N)",
      "pet(A,N) join() pet(B,M) . call(B,M) join() call(A,N)",
      "pet(A,N) join() own(B,T) . usePet(A,N) . use(B,T,B)",
      "own(A,T) join() pet(B,N) . usePet(B,N) . use(A,T,A)",
      "A hatte N.einen N und M.einen M . call(A,M) join() call(A,N)",
      "A und B waren R.in R . A sah N.einen N und B sah M.einen M . call(A,M) . call(A,N)",
    ],

    go: [
      "X traf 1 2.in *2",
      "1 traf X 2.in *2",
      "1 spielte 2.in *2",
      "dann sah X 1 2.in *2",
      "1 sah N.einen N 2.in *2",
    ],
    places: [
      "A war P.in P join() B war Q.in Q . pause() go(B,Q) . go(A,P)",
      "A war P.in P join() B war Q.in Q . pause() go(A,P) . go(B,Q)",
      "A traf C P.in P join() B war Q.in Q . go(A,P) . go(B,Q)",
      "A und B waren P.in P . A traf C P.in *P . sie blieben den ganzen Tag P.in *P",
      "A traf B P.in P . sie spielten P.in *P . X sah B P.in *P",
    ],
    pause: ["", "", "X war krank .", "A war froh .", "B war müde ."],

    friend: [
      "1 traf 2",
      "1 traf 2 R.in R",
      "1 und 2 waren R.in R",
      "R.in R traf 1 2",
      "1 und 2 spielten",
      "1 spielte mit 2",
    ],
    both: [
      ...["begin(1,dankte) *2", "begin(1,spielte) mit *2", "jetzt spielten 1 und *2", "also waren 1 und *2 froh"],
      ...["dann blieben 1 und *2 zu *Hause", "1 und *2 waren froh"],
    ],
    they: ["", "sie spielten .", "sie spielten R.in R .", "sie waren froh ."],
    friends: [
      "mind() friend(A,B) . they() both(A,B) . both(B,A)",
      "friend(A,B) . they() both(B,A) . both(A,B)",
      "friend(A,B) . A spielte mit *B und B spielte mit *A",
      "A war state() und B war state() . also blieben A und *B zu *Hause . jetzt waren B und *A froh",
    ],

    because: ["A war 1 . B war traurig , weil A *1 war", "A war 1 und B war froh . A war *1"],
    rest: [
      ...["because(krank)", "because(müde)"],
      "A war state() , also war A.er zu *Hause . dann war B krank , also war B zu *Hause",
      "A und B waren state() . sie blieben zu *Hause . A und *B waren froh",
      "A und B waren krank . begin(sie,blieben) zu *Hause",
      "A war ein A.K *A.Junge join() B war ein B.K *B.Junge",
      "A fand T.einen T unter einem *Baum . begin(A,gab) X T.den *T",
    ],
  },
};
