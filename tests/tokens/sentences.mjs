// Sentences in several scripts: the first article of the Universal Declaration of Human Rights (1948), and small talk.

/** @type {Record<string, string[]>} */
export const sentences = {
  Latin: [
    "All human beings are born free and equal in dignity and rights.",
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren; groß, größer, am größten.",
    "Tous les êtres humains naissent libres et égaux en dignité et en droits, dès aujourd’hui : ça va ?",
    "Todos los seres humanos nacen libres e iguales; ¿por qué no? ¡Mañana!",
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar; İzmir’de ışık.",
    "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.",
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności; żółć, źdźbło.",
    "Všichni lidé rodí se svobodní; příliš žluťoučký kůň úpěl ďábelské ódy.",
    "The quick brown fox didn't jump over 12 lazy dogs, it's said; we'll see, they'd say “no” – or 'yes'…",
  ],
  "Cyrillic and Greek": [
    "Все люди рождаются свободными и равными в своём достоинстве и правах.",
    "Всі люди народжуються вільними і рівними; її їжак з’їв ґанок.",
    "Всички хора се раждат свободни и равни по достойнство и права.",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "Ἐν ἀρχῇ ἦν ὁ λόγος, ΚΑΙ Ο ΛΟΓΟΣ ΗΝ ΠΡΟΣ ΤΟΝ ΘΕΟΝ.",
    "Сьешь же ещё этих мягких французских булок, да выпей чаю: 25 рублей!",
  ],
  "Arabic and Hebrew": [
    "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    "تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند؛ ۱۲۳",
    "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔",
    "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ ٤٥٦",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
    "בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃",
  ],
  Devanagari: [
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "सर्व मानवी व्यक्ति जन्मतः स्वतंत्र आहेत व त्यांना समान प्रतिष्ठा आहे.",
    "सबै व्यक्तिहरू जन्मजात स्वतन्त्र हुन्; क़लम, ज़रा, फ़र्क़ १२३४",
    "धर्मक्षेत्रे कुरुक्षेत्रे समवेता युयुत्सवः ॥ १ ॥",
  ],
  "Chinese, Japanese and Korean": [
    "人人生而自由 , 在尊严和权利上一律平等。他们赋有理性和良心 , 并应以兄弟关系的精神相对待。",
    "人人生而自由﹐在尊嚴和權利上一律平等 。 ABC 第１２章",
    "すべての 人間は、 生まれながらにして 自由であり、 かつ、 尊厳と 権利とについて 平等である。 ｶﾀｶﾅ ガ",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 한글 2개",
    "𠮷野家で 牛丼を 食べた 「はい」 ㍿ ㎡",
  ],
};
