import type { Loose } from "./table.js";

export const LOOSE_ENGLISH: Loose = {
  looks: { J: [0], H: [0] },
  rules: {
    lead: ["then", "so", "now", "every day", "R.in R ,"],
    begin: ["1 2", "1 2", "lead() 1 2"],
    join: [".", ".", "and", ", and"],
    mind: ["", "", "", "X was state() .", "X met Y .", "X was a X.K X.boy .", "X and Y were R.in R ."],
    state: ["ill", "tired", "happy", "sad", "at home", "R.in R"],
    unwell: ["ill", "tired", "sad"],
    parent: ["mother", "father"],

    own: [
      ...["1 had a 2", "1 had a 2.J 2", "begin(1,got) a 2", "1 found a 2", "1 had the 2", "1 got a 2.J 2"],
      ...["1 got a 2 from 1.his parent()", "1 got a 2.J 2 from 1.his parent()", "1 found a 2 R.in R"],
    ],
    two: ["own(A,T) join() own(B,U) ."],
    // A person or a pronoun, a thing, whose it is
    use: [
      ...["begin(1,played) with the *2", "begin(1,played) with the *2", "begin(1,played) with 3.his *2"],
      ...["begin(1,lost) the *2", "begin(1,lost) 3.his *2", "1 was happy because 3.he had the *2", "now 1 had the *2"],
      ...["1 was sad because 3.he lost the *2", "1 was R.in R with 3.his *2", "1 stayed at *home with the *2"],
      ...["1 was happy because 3.he had a *2", "1 was state() and played with the *2"],
    ],
    useLook: [
      ...["begin(1,played) with the 2.J *2", "begin(1,lost) 3.his 2.J *2", "1 was happy because 3.he had a 2.J *2"],
      ...["begin(1,gave) the 2.J *2 to X", "begin(1,lost) the 2.J *2"],
    ],
    things: [
      "own(A,T) . use(A.he,T,A) . use(A,T,A)",
      "mind() own(A,T) . mind() use(A,T,A) . use(A.he,T,A)",
      "two() mind() use(A,T,A) . mind() use(B,U,B) . use(A,T,A)",
      "own(A,T) join() mind() own(B,U) . use(A,T,A) . use(B,U,B) . use(B.he,U,B)",
      "two() mind() use(B,U,B) . use(A,T,A) . use(B,U,B)",
      "two() use(B,U,B) . use(B.he,U,B) . use(A,T,A)",
      "two() own(C,V) . use(B,U,B) . use(C,V,C) . use(A,T,A)",
      "two() begin(A,wanted) the *U . begin(B,wanted) the *T",
      "A had a T.J T and a U.J U . begin(A,lost) the U.J *U . begin(X,found) the T.J *T",
      "own(A,T) . looked(T) . use(A,T,A) . useLook(A,T,A)",
      "A got a T.J T . useLook(A,T,A) . useLook(A.he,T,A)",
    ],
    looked: ["it was 1.J", "it was a 1.J *1", "it was 1.J and 1.H", "the 1 was 1.J", "it was a 1.J 1.H *1"],

    gift: [
      ...["1 gave the 2 to 3", "begin(1,gave) a 2 to 3", "1 gave a 2.J 2 to 3", "3 got a 2 from 1", "1 gave 3 a 2"],
      ...["3 got the 2 from 1", "3 got a 2.J 2 from 1", "begin(1,gave) 3 the 2"],
    ],
    after: [
      ...["begin(1,thanked) *3", "1 was happy and thanked *3", "now 1 had the *2", "begin(1,played) with the *2"],
      ...[
        "1 was happy because 1.he had the *2",
        "the 2 was from *3",
        "begin(1,lost) the *2",
        "1 thanked *3 for the *2",
      ],
    ],
    gifts: [
      "mind() gift(A,T,B) . after(B,T,A) . after(B,T,A)",
      "own(A,T) . begin(A.he,gave) the *T to B . mind() after(B,T,A) . after(B,T,A)",
      "gift(A,T,B) join() gift(C,U,D) . after(D,U,C) . after(B,T,A)",
      "gift(A,T,B) join() gift(A,U,C) . use(C,U,C) . use(B,T,B)",
      "A gave the T to B and the U to C . mind() use(C,U,C) . use(B,T,B)",
      "A got a T from B . B got a U from A . use(A,T,A) . use(B,U,B)",
    ],
    parents: ["family(A,T,mother)", "family(A,T,father)"],
    family: [
      "1 got a 2 from 1.his 3 . begin(1.he,thanked) 1.his *3 . use(1,2,1)",
      "1 got a 2.J 2 from 1.his 3 . 1 was happy because the 2 was from 1.his *3 . 1 thanked 1.his *3",
      "1 gave a 2 to 1.his 3 . begin(1.his_3,thanked) *1 . now 1.his 3 had the *2",
      "1 gave 1.his 3 the 2 . 1.his 3 was happy and thanked *1 . 1.his 3 had the *2",
      "wish(1,2) . 1.he asked 1.his 3 for the *2 . so 1.his 3 gave 1.him the *2 . 1 thanked 1.his *3",
      "1 was R.in R with 1.his 3 . 1.he saw a 2 . 1.his 3 got 1.him the *2 . begin(1,thanked) 1.his *3",
      "1 found a 2 R.in R . begin(1.he,gave) it to 1.his *3 . 1.his 3 had the *2 . 1.his 3 thanked *1",
      "wish(1,2) . begin(1.he,asked) 1.his 3 for a *2 . 1.his 3 got a *2 for *1",
    ],

    wish: [
      ...["1 wanted a 2", "1 wanted the 2", "1 asked for a 2", "1 wanted a 2.J 2", "1 saw a 2 and wanted it"],
      "1 was sad because 1.he wanted a 2",
    ],
    grant: [
      ...[
        "3 gave 1.him the *2",
        "3 gave 1 the *2",
        "so 3 gave the *2 to *1",
        "so 3 gave 1.him a *2",
        "3 got 1.him a *2",
      ],
      ...["3 got a *2 for *1", "then 3 found a *2 and gave it to *1", "begin(1,got) the *2 from 3"],
    ],
    wishes: [
      "wish(A,T) . mind() grant(A,T,B) . after(A,T,B)",
      "wish(A,T) , grant(A,T,B) . after(A,T,B)",
      "wish(A,T) join() wish(B,U) . grant(A,T,C) . grant(B,U,D) . use(A,T,A)",
      "wish(A,T) join() wish(B,U) . C gave B the *U and A the *T . use(B,U,B)",
      "wish(A,T) join() wish(B,U) . begin(A,got) the *T . begin(B,got) the *U . use(A,T,A)",
      "wish(A,T) join() wish(B,U) . begin(B,got) the *U . use(B,U,B)",
      "own(A,T) . B wanted it . begin(B.he,asked) A for the *T . A gave the *T to *B . after(B,T,A)",
      "own(A,T) . begin(B,wanted) the *T . A gave B the *T . after(B,T,A)",
      "A and B were R.in R . A found a T . begin(B,wanted) the *T . B asked *A for the *T",
    ],

    loss: [
      ...["1 lost the 2", "begin(1,lost) 1.his 2", "1 lost the 2 R.in R", "1 lost 1.his 2.J 2", "1 had lost the 2"],
      ...["1 was sad because 1.he lost 1.his 2", "1 was sad because 1.he had lost the 2"],
      "own(1,2) . begin(1.he,lost) the *2",
    ],
    sad: ["", "", "1.he was sad .", "1 was sad .", "so 1 was sad ."],
    found: [
      ...["begin(3,found) it", "begin(3,found) the *2", "3 found the *2 under a *tree", "3 found 1.his *2"],
      ...["begin(3,found) it under a *tree", "3 saw the *2", "3 found it R.in R", "3 was kind and found the *2"],
    ],
    backAnd: ["gave it back to *1", "gave the *2 to *1", "gave 1.him the *2", "gave it to *1", "gave 1.him 1.his *2"],
    back: ["3 backAnd(1,2,3)", "3.he backAnd(1,2,3)", "so 3 backAnd(1,2,3)"],
    glad: [
      ...["begin(1,thanked) *3", "1 was happy and thanked *3", "now 1 had the *2", "1.he thanked *3"],
      ...["1 was happy because 1.he had 1.his *2", "1 was happy because now 1.he had the *2"],
      ...["begin(1.he,played) with the *2", "begin(1,played) with 1.his *2"],
    ],
    losses: [
      "loss(A,T) . sad(A) mind() found(A,T,B) . back(A,T,B) . glad(A,T,B)",
      "loss(A,T) . sad(A) found(A,T,B) and backAnd(A,T,B) . glad(A,T,B)",
      "loss(A,T) . sad(A) found(A,T,B) . glad(A,T,B)",
      "A , B and C were R.in R . loss(B,T) . found(B,T,C) and backAnd(B,T,C) . glad(B,T,C)",
      "A , B and C played . loss(A,T) . sad(A) found(A,T,B) and backAnd(A,T,B) . glad(A,T,B)",
      "two() begin(A,lost) the *T . B found it and backAnd(A,T,B) . glad(A,T,B)",
      "loss(A,T) join() loss(B,U) . C found the U and gave it back to *B . D gave the T back to *A",
      "loss(A,T) join() loss(B,U) . C found the T and gave it to *A . C gave the U back to *B",
      "A lost the T P.in P . so the T was P.in *P . X found it P.in *P and backAnd(A,T,X)",
    ],

    pet: [
      ...["1 had a 2", "1 saw a 2", "1 saw a 2 R.in R", "1 had a 2.J 2", "begin(1,got) a 2", "1 met a 2"],
      ...["1 had a 2.J 2.H 2", "1 found a 2"],
    ],
    call: ["the 2 said *2.sound", "the 2 said *2.sound", "2.sound said the *2", "then the 2 said *2.sound"],
    usePet: [
      ...["begin(1,played) with the *2", "begin(1,played) with the *2", "begin(1.he,played) with the *2"],
      ...["1 was happy because 1.he had a *2", "the 2 played with *1", "begin(1,saw) the *2"],
      ...["1 was state() and played with the *2", "begin(1,lost) 1.his *2", "1 was sad because 1.he lost 1.his *2"],
    ],
    animals: [
      "pet(A,N) . call(A,N) . usePet(A,N)",
      "pet(A,N) . looked(N) . usePet(A,N) . call(A,N)",
      "pet(A,N) . it said *N.sound . usePet(A,N)",
      "pet(A,N) join() pet(B,M) . usePet(A,N) . usePet(B,M) . call(A,N)",
      "pet(A,N) join() pet(B,M) . usePet(B,M) . usePet(A,N)",
      "pet(A,N) join() pet(B,M) . call(B,M) join() call(A,N)",
      "pet(A,N) join() own(B,T) . usePet(A,N) . use(B,T,B)",
      "own(A,T) join() pet(B,N) . usePet(B,N) . use(A,T,A)",
      "A and B saw a N P.in P and a M R.in R . call(A,M) . call(A,N)",
      "A had a N and a M . call(A,M) join() call(A,N)",
    ],

    go: ["X met 1 2 *3", "1 met X 2 *3", "1 played 2 *3", "1 stayed 2 *3", "1 saw a N 2 *3", "then X found 1 2 *3"],
    places: ["spots(in_the,in_the)", "spots(in_the,at_the)", "spots(at_the,at)", "spots(at,at_the)", "pair()"],
    spots: [
      "A was 1 P join() B was 2 Q . pause() go(B,2,Q) . go(A,1,P)",
      "A was 1 P join() B was 2 Q . pause() go(A,1,P) . go(B,2,Q)",
      "A met C 1 P join() B was 2 Q . go(A,1,P) . go(B,2,Q)",
    ],
    pause: ["", "", "X was ill .", "A was happy .", "B was tired ."],
    pair: [
      "A and B were P.in P . A met C P.in *P . they stayed P.in *P",
      "A met B P.in P . they played P.in *P . X saw B P.in *P",
    ],

    friend: [
      ...["1 met 2", "1 met 2 R.in R", "1 and 2 were R.in R", "R.in R , 1 met 2", "1 and 2 played", "1 played with 2"],
    ],
    both: [
      ...["begin(1,thanked) *2", "begin(1,played) with *2", "now 1 and *2 played", "1 and *2 were happy"],
      "1 and *2 stayed at *home",
    ],
    they: ["", "they played .", "they played with a T .", "they were happy ."],
    friends: [
      "mind() friend(A,B) . they() both(A,B) . both(B,A)",
      "friend(A,B) . they() both(B,A) . both(A,B)",
      "friend(A,B) . A played with *B and B played with *A",
      "A met a B.boy . the B.boy was B . both(A,B) . both(B,A)",
      "A was state() and B was state() . so A and *B stayed at *home . now B and *A were happy",
    ],

    because: ["A was 1 . B was sad because A was *1", "A was 1 and B was happy . A was *1"],
    rest: [
      ...["because(ill)", "because(tired)", "because(sad)"],
      "A was unwell() , so A.he stayed at *home",
      "A stayed at *home because A.he was unwell() . now B was ill , so B.he was at *home",
      "A and B were state() . they stayed at *home . A and *B were happy",
      "A was a A.K *A.boy join() B was a B.K *B.boy",
      "A found a T under a *tree . a U was in the *T . A gave the *T to X",
      "A had a T . a U was in the *T . X wanted the *U",
    ],
  },
};
