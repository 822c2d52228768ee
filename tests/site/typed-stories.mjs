// What a visitor may type with the words of the stories, by kind, and the word that has to come next. The
// recipe was chosen by the first table, and not by the second.
export const TYPED = {
  en: `# given
Tom met Anna. Tom gave the kite to Anna
Eva had a blue box. Eva met Sam. Eva gave the box to Sam
In the barn, Hugo met Ruby. Hugo gave the lamp to Ruby
Max and Nora were in the zoo. Nora gave the drum to Max
Lucy was ill. Amy met Paul. Paul gave the flower to Amy
When Zoe and Leo were in the shop, Leo gave the hat to Zoe
Mia had a cake. Jack was tired. Then Mia gave the cake to Jack
Emma played with Otto. Emma gave the cup to Otto
Finn got a train from his father. Finn met Clara in the street. Finn gave the train to Clara
Lily met Ben. She had a ball. She gave the ball to Ben
# own
Noah had a big stone. Noah met Lily. Noah gave the stone
Ruby had a red coat. Ruby lost the coat
Sam got a bell from his mother. Sam played with the bell
Clara had a white shoe. Clara was at home. Clara lost her shoe
Tim had a cake. Tim met Sara. Tim gave Sara the cake
Leo had a kite. He played with the kite
# lost
Tim lost the lamp. Tim was sad because he had lost the lamp
Nora had a yellow hat. Nora lost the hat in the school. Nora was sad because she had lost the hat
Tom lost his hat. He was sad because he had lost his hat
Emma lost the train. Emma asked for the train
# found
Max lost his train in the town. Zoe found the train
Ben lost the cup. Mia found the cup
Hugo had a small bell. Hugo lost the bell in the garden. Emma found the bell
Lucy lost her coat. Tom was ill. Sam found the coat
Paul lost the book. Paul met Eva. Eva found the book
Clara was sad because she had lost the flower. Leo found the flower
Otto lost his car. Otto was sad because he had lost the car. Anna found the car
In the zoo, Sara lost the shoe. Then Finn found the shoe
# back
Ruby lost the box. Finn found the box under a tree. Finn gave the box back to Ruby
Jack lost the kite in the forest. Amy found the kite. Amy gave the kite
Noah lost his boat. Lily found the boat. Then Lily gave the boat to Noah
Sara lost the stone. Tim found the stone. He gave the stone back to Sara
Leo was ill. Mia lost the drum. Max found the drum. Max gave the drum back to Mia
Mia lost the ball. Ben found it. Ben gave it back to Mia
Lucy lost the lamp in the house. Hugo found the lamp. Hugo gave it to Lucy
# wanted
Ben had a cake. Lily wanted the cake
Zoe had a nice lamp. Hugo wanted the lamp
Tom had a car. Anna met Tom. Anna wanted the car
Emma wanted the hat. Sam gave the hat
Nora wanted the bell. Otto gave the bell to Nora
Clara asked for the drum. Jack gave the drum to Clara
Amy had a white flower. Finn asked for the flower
Ruby had a kite. Paul wanted the kite, so Ruby
Noah had a green train. Eva asked for the train, so Noah
Max wanted the shoe, so Lucy gave it to him
Anna had a cup. Leo wanted the cup. Anna gave it to Leo
# two
Lily had a ball. Tim had a drum. Lily gave the ball
Hugo had a blue kite. Sara had a red coat. Sara gave the coat
Leo had a stone. Zoe had a cup. Leo lost the stone
Anna had a box. Jack had a book. Jack wanted the box
Mia had a doll. Otto lost the car. Mia found the car
Ben had a lamp. Emma had a flower. Emma gave the flower to Ben
Sam lost the bell. Nora had a cake. Nora found the bell
Jack had a new book. Amy had a green boat. Jack met Amy. Jack gave the book
# after
Paul gave the book to Clara. Clara thanked Paul
Amy gave the train to Noah. Now Noah
Eva had a hat. Eva gave the hat to Finn. Now Finn had the hat
Ruby found the coat. Ruby gave the coat back to Tom. Tom thanked Ruby
Max gave the boat to Lucy. Lucy was happy. Now Lucy had the boat
# rest
In the kitchen, Zoe met Hugo. They stayed in the kitchen
Tim and Anna were in the shop. They stayed in the shop
In the field, Lily saw a sheep. It said baa
Ben saw a mouse. The mouse said squeak
The hen said cluck
Jack was sad because he
Nora got a kite from her`,
  de: `# given
Tom traf Anna. Tom gab Anna
Eva hatte ein blaues Bild. Eva traf Otto. Eva gab Otto das Bild
Im Wald traf Hugo Frieda. Hugo gab Frieda
Max und Nora waren im Zoo. Nora gab Max
Lea war krank. Ida traf Paul. Paul gab Ida
Als Greta und Leo in der Küche waren, gab Leo Greta
Mia hatte ein Kissen. Karl war müde. Dann gab Mia Karl
Emma spielte mit Otto. Emma gab Otto
Finn bekam ein Boot von seiner Oma. Finn traf Clara in der Stadt. Finn gab Clara das Boot
Lena traf Ben. Sie hatte einen Ball. Sie gab Ben den Ball
# own
Jonas hatte ein großes Auto. Jonas traf Lena. Jonas gab Lena das Auto
Ida hatte eine rote Mütze. Ida verlor die Mütze
Emil bekam eine Trommel von seiner Mutter. Emil spielte mit der Trommel
Clara hatte einen neuen Schal. Clara war zu Hause. Clara verlor den Schal
Tim hatte ein Buch. Tim traf Paula. Dann gab Tim Paula das Buch
Leo hatte einen Drachen. Er spielte mit dem Drachen
# lost
Tim verlor die Lampe. Tim war traurig, weil er die Lampe
Nora hatte einen roten Hut. Nora verlor den Hut in der Schule. Nora war traurig, weil sie den Hut
Tom verlor das Buch. Er war traurig, weil er das Buch
Emma verlor den Teddy. Emma wollte den Teddy
# found
Max verlor den Drachen im Park. Greta fand den Drachen
Ben verlor das Bild. Mia fand das Bild
Hugo hatte einen kleinen Hut. Hugo verlor den Hut im Garten. Emma fand den Hut
Lea verlor die Tasche. Tom war krank. Emil fand die Tasche
Paul verlor das Buch. Paul traf Eva. Eva fand das Buch
Clara war traurig, weil sie die Puppe verloren hatte. Leo fand die Puppe
Otto verlor das Auto. Otto war traurig, weil er das Auto verloren hatte. Anna fand das Auto
Im Zoo verlor Frieda den Schal. Dann fand Finn den Schal
# back
Ida verlor das Kissen. Finn fand das Kissen unter einem Baum. Finn gab Ida
Karl verlor den Drachen im Wald. Paula fand den Drachen. Paula gab Karl den Drachen
Jonas verlor das Boot. Lena fand das Boot. Dann gab Lena Jonas
Greta verlor den Teddy. Tim fand den Teddy. Er gab Greta
Leo war krank. Mia verlor die Trommel. Max fand die Trommel. Max gab Mia die Trommel
Mia verlor den Ball. Ben fand den Ball. Ben gab Mia den Ball zurück
Lea verlor die Lampe im Haus. Hugo fand die Lampe. Hugo gab Lea die Lampe
# wanted
Ben hatte ein Kissen. Lena wollte das Kissen
Greta hatte eine neue Lampe. Hugo wollte die Lampe
Tom hatte ein Auto. Anna traf Tom. Anna wollte das Auto
Emma wollte den Hut haben. Emil gab Emma den Hut
Nora wollte die Trommel haben. Otto gab Nora
Clara wollte das Bild haben. Karl gab Clara das Bild
Ida hatte eine rote Tasche. Finn wollte die Tasche haben
Frieda hatte einen Drachen. Paul wollte den Drachen haben, also gab Frieda
Jonas hatte einen blauen Ball. Eva wollte den Ball haben, also gab Jonas
Max wollte den Schal haben, also gab Lea ihm den Schal
Anna hatte ein Boot. Leo wollte das Boot haben. Anna gab Leo das Boot
# two
Lena hatte einen Ball. Tim hatte eine Trommel. Lena gab Tim den Ball
Hugo hatte einen blauen Drachen. Frieda hatte eine rote Mütze. Frieda gab Hugo die Mütze
Leo hatte ein Bild. Greta hatte einen Hut. Leo verlor das Bild
Anna hatte eine Tasche. Karl hatte ein Buch. Karl wollte die Tasche
Mia hatte eine Puppe. Otto verlor das Auto. Mia fand das Auto
Ben hatte eine Lampe. Emma hatte ein Kissen. Emma gab Ben
Emil verlor den Teddy. Nora hatte ein Boot. Nora fand den Teddy
Karl hatte ein neues Buch. Ida hatte einen Schal. Karl traf Ida. Karl gab Ida das Buch
# after
Paul gab Clara das Buch. Clara dankte Paul
Ida gab Jonas den Ball. Jetzt hatte Jonas
Eva hatte einen Hut. Eva gab Finn den Hut. Jetzt hatte Finn den Hut
Frieda fand den Schal. Frieda gab Tom den Schal zurück. Tom dankte Frieda
Max gab Lea das Boot. Lea war froh. Jetzt hatte Lea das Boot
# rest
In der Küche traf Greta Hugo. Sie blieben den ganzen Tag in der Küche
Tim und Anna waren am See. Sie blieben den ganzen Tag am See
Im Garten sah Lena ein Schaf. Es machte mäh
Ben sah einen Vogel. Der Vogel machte piep
Der Hahn machte kikeriki
Karl war traurig, weil er
Nora bekam einen Ball von ihrer`,
};

export const LATER = {
  en: `# given
Noah and Emma were in the garden. Emma had a new drum. Emma gave the drum to Noah
In the school, Lucy met Tim. They played. Lucy gave the book to Tim
Hugo got a bell from his mother. Then Hugo met Nora. Hugo gave the bell to Nora
Sam was happy. Eva met Jack in the park. Jack gave a doll to Eva
Otto had a yellow boat. Zoe was at home. Otto met Amy. Then Otto gave the boat to Amy
# things
Ruby had a coat. Ruby met Finn. Finn asked for the coat
Max had a car. Lily had a hat. Lily gave the hat
Paul had a stone. Clara had a kite. Paul gave the stone
Mia got a white shoe from her father. She played with the shoe
Leo had a blue cup. Leo lost his cup
Ben had a lamp and Anna met Ben. Anna wanted the lamp
# lost and found
Sara lost the doll. Noah found the doll
Tom lost his coat in the zoo. Tom was sad because he had lost the coat
Nora lost the boat. Nora was sad. Hugo found the boat under a tree. Hugo gave the boat to Nora
Amy lost her bell. Otto found it. Otto gave it back to Amy
Jack lost the flower. Emma found the flower. She gave the flower back to Jack
Lucy had a train. Lucy lost the train in the street. Ben found the train
Zoe lost the cake. Sam was at home. Paul found the cake. Paul gave the cake to Zoe
Finn lost the book. Then Ruby found the book. Ruby gave the book
# wanted
Eva wanted the ball. Max gave the ball to Eva
Clara had a big box. Tim wanted the box, so Clara
Lily wanted the cup. Hugo had the cup. Hugo gave the cup to Lily
Noah asked for the lamp, so Anna gave it to him
Nora had a kite. Leo wanted the kite. Nora gave the kite to Leo
# after
Sam gave the hat to Mia. Mia was happy. Mia thanked Sam
Otto gave the stone to Ruby. Now Ruby had the stone
Jack found the drum. Jack gave the drum to Lily. Now Lily
# rest
In the town, Amy saw a duck. It said quack
Paul met Zoe in the barn. They played. They stayed in the barn
Tim was sad because he`,
  de: `# given
Jonas und Emma waren im Garten. Emma hatte eine neue Trommel. Emma gab Jonas
In der Schule traf Lea Tim. Sie spielten. Lea gab Tim
Hugo bekam ein Bild von seiner Mutter. Dann traf Hugo Nora. Hugo gab Nora
Karl war froh. Eva traf Emil im Park. Emil gab Eva
Otto hatte ein großes Boot. Greta war zu Hause. Otto traf Ida. Dann gab Otto Ida
# things
Frieda hatte eine Mütze. Frieda traf Finn. Finn wollte die Mütze
Max hatte ein Auto. Lena hatte einen Hut. Lena gab Max den Hut
Paul hatte ein Kissen. Clara hatte einen Drachen. Paul gab Clara das Kissen
Mia bekam eine rote Tasche von ihrer Oma. Sie spielte mit der Tasche
Leo hatte einen blauen Schal. Leo verlor den Schal
Anna traf Ben. Ben hatte eine Lampe. Anna wollte die Lampe
# lost and found
Paula verlor die Puppe. Jonas fand die Puppe
Tom verlor den Schal im Zoo. Tom war traurig, weil er den Schal
Nora verlor das Boot. Nora war traurig. Hugo fand das Boot unter einem Baum. Hugo gab Nora
Ida verlor die Trommel. Otto fand die Trommel. Otto gab Ida die Trommel zurück
Karl verlor den Teddy. Emma fand den Teddy. Sie gab Karl
Lea hatte ein Auto. Lea verlor das Auto in der Stadt. Ben fand das Auto
Greta verlor das Bild. Emil war zu Hause. Paul fand das Bild. Paul gab Greta
Finn verlor das Buch. Dann fand Frieda das Buch. Frieda gab Finn das Buch
# wanted
Eva wollte den Ball haben. Max gab Eva
Clara hatte ein großes Kissen. Tim wollte das Kissen haben, also gab Clara
Lena wollte den Hut haben. Hugo hatte den Hut. Hugo gab Lena
Jonas wollte die Lampe haben, also gab Anna ihm
Nora hatte einen Drachen. Leo wollte den Drachen haben. Nora gab Leo den Drachen
# after
Emil gab Mia den Hut. Mia war froh. Mia dankte Emil
Otto gab Ida das Kissen. Jetzt hatte Ida das Kissen
Karl fand die Trommel. Karl gab Lena die Trommel. Jetzt hatte Lena
# rest
In der Stadt sah Ida eine Ente. Sie machte quak
Paul traf Greta im Wald. Sie spielten. Sie blieben den ganzen Tag im Wald
Tim war traurig, weil er`,
};

// By people who knew the list of words and not the sentences. The recipe was chosen by these as well.
export const VISITORS = {
  en: `# visitors
Lily had a red ball. She played with the ball every day. Then Lily lost the ball|red
Ben wanted a kite. He asked his father for a kite
Anna saw a cow in the barn. The cow said moo
Tom had a dog. It was big and good. The dog said woof
Mia met Hugo in the park. They played with a ball. Then Hugo thanked Mia|her
Emma got a new doll from her mother. Emma was happy because she had a new doll
Leo lost his hat. He was sad. Then Sara found the hat under a tree and gave it back to Leo|him
Zoe and Finn were in the forest. Zoe found a stone. Finn wanted the stone
Max got a yellow car from Lucy. Every day Max played with the yellow car
Nora had a cup and Paul had a drum. Paul played with the drum
Jack was sad because he lost his train. Eva found it in the garden. Jack thanked Eva|her
Clara had a cat and Otto had a duck. The duck said quack
Amy had a small white mouse. The mouse said squeak
Lucy had a book. Sam wanted it. He asked Lucy for the book
Ruby and Tim met in the park every day. Now Ruby was ill, so she stayed at home
Noah gave a flower to his mother. His mother thanked Noah|him
Hugo found a box under the tree. A bell was in the box
Lily and Leo saw a hen in the barn and a pig in the field. The pig said oink
Otto had a lamp. He gave the lamp to Anna. Now Anna had the lamp
Amy met a boy at school. The boy was Ben. Every day Amy played with Ben|him
Tim was in the shop with his father. He saw a coat and wanted it. His father got him the coat
Zoe got a cake from Mia. Zoe was happy and thanked Mia|her
Paul was at the zoo and Emma was at school. Emma met Lucy at school
Nora found a shoe in the street. It was a small red shoe. She gave the shoe|small|red
Finn had a sheep. It was big and white. Every day Finn played with the sheep|big|white
Sara, Jack and Max played in the garden. Sara was sad because she lost her flower. \
Jack found it under a tree and gave it to Sara|her
Eva was in the forest and saw a little bird. The bird said tweet
Clara lost her drum. Noah found it and gave it back. Clara was happy because now she had her drum
Tom gave the train to Eva and the boat to Ruby. Now Ruby had the boat
In the town, Sam met Clara. She was sad because she lost her new coat. Sam was kind and he found her coat|new`,
  de: `# visitors
Lena hatte einen roten Ball. jeden Tag spielte Lena im Park mit dem Ball|roten
Nora hatte eine kleine Katze. die Katze machte miau
Paula war krank und Karl war müde. also blieben Paula und Karl
Max bekam ein neues Buch von seiner Mutter. er war froh und dankte seiner Mutter
Frieda war ein kluges Mädchen
am See traf Ida Otto. Ida war ein nettes Mädchen und Otto war ein netter Junge
Anna hatte einen Ball und Tom hatte ein Boot. Anna spielte mit dem Ball und Tom spielte mit dem Boot
Emil hatte einen Hahn und ein Schwein. grunz machte das Schwein und kikeriki machte der Hahn
Lea verlor die Tasche im Wald. dann fand Ben die Tasche unter einem Baum|großen
Mia und Finn waren krank. den ganzen Tag blieben sie zu Hause
Tim wollte eine blaue Trommel haben. also gab Oma ihm eine Trommel|blaue
Emma war traurig, weil sie die Puppe verloren hatte. dann sah Jonas im Garten die Puppe
Greta bekam von ihrer Oma einen Schal. Greta war froh, weil der Schal von ihrer Oma
Clara traf Leo im Park. jetzt spielten Leo und Clara
Eva und Paul waren am See. Paul spielte mit Eva und Eva spielte mit Paul
Hugo hatte eine Ente und einen Hund. der Hund machte wuff, und die Ente machte quak
Karl verlor die rote Mütze im Zoo. Lena fand sie und gab ihm die Mütze|rote
Otto hatte ein großes Kissen. er war müde, also wollte er das Kissen|große
Nora verlor das Bild in der Küche. also war das Bild jetzt in der Küche
Finn bekam einen neuen Drachen von Ida. Ida bekam ein Buch von Finn. jetzt spielte Finn jeden Tag mit dem Drachen|neuen
Jonas und Clara waren in der Schule. Jonas verlor den Hut, und Clara fand den Hut
Ben bekam von Paula das blaue Auto. Ben war froh, weil er jetzt das Auto|blaue
Tom wollte die Lampe haben und Emma wollte das Bild haben. also bekam Emma das Bild, und Tom bekam die Lampe
Anna hatte eine Ziege und ein Schaf. meck machte die Ziege, und mäh machte das Schaf
Leo verlor den Teddy am See. er war traurig. dann fand Eva den Teddy und gab Leo den Teddy
Max sah im Hof eine große Kuh, und die Kuh machte muh
Paul war im Park und Lea war im Wald. Tim traf Lea im Wald
Frieda verlor die Tasche und Hugo fand sie. Hugo gab Frieda die Tasche zurück. Frieda war froh und dankte Hugo|ihm
Mia hatte einen Vogel. jeden Tag spielte sie im Garten mit dem Vogel
Greta gab Emil ein kleines Boot. Emil hatte das Boot also von Greta`,
};

// Written after the last training, by two visitors who knew only the words. A German pronoun may be right, too.
export const BLIND = {
  en: `# visitor
Tom had a red ball. Tom gave Lucy the red ball
Mia met Jack in the park. Mia gave the kite to Jack
Sam found a drum. He played with the drum
Anna wanted a doll. So mother gave Anna a doll
Ben had a hat and Lucy had a cup. Lucy lost the cup
Ruby lost the shoe. Leo found the shoe. Ruby thanked Leo
Max asked for a book. Father gave him the book
Zoe was sad because she had lost the bell. Paul found the bell
Noah got a boat from Clara. Noah thanked Clara
Hugo met Eva. Eva gave a cake to Hugo
Tim was in the kitchen. Amy was in the garden. Mother found Amy in the garden
Finn had a yellow car. He lost it in the forest. Father found the yellow car
Nora was at home ill. Jack gave a flower to Nora. Nora thanked Jack
Otto had a train and a stone. He gave the train to Sara. Now Otto had the stone
Lily wanted the lamp. Tom had the lamp. So Lily asked Tom
Mia saw a duck in the park. Mia gave the cake to the duck
Ben and Zoe played in the barn. Zoe found a box. She gave the box to Ben
Leo had a blue hat. Anna had a green hat. Mother found the blue hat and gave it back to Leo
Clara was sad because she had lost the doll. Max found it. Max gave back the doll
A boy had a kite. A girl saw it. She asked for the kite
Eva met Lucy and Noah. Lucy was tired and stayed at home. So Eva played with Noah
Father gave a coat to Tim. Tim thanked father for the coat
Emma lost the cup in the street. She was sad. A kind boy gave back the cup
Hugo had a big drum. Nora had a little bell. Hugo played with the big drum
Paul gave the shoe to Ruby. Then Ruby gave the shoe back to Paul
Sara and Jack met Finn. Sara and Jack gave the flower to Finn
Lily had a dog and Otto had a cat. Every day Lily played with the dog
Tim met Lily and Zoe. Tim gave a book to Lily|Zoe
Lucy found a boat under the tree. Ben had lost the boat. So Lucy gave it to Ben
Amy was good and clever. All day Amy played with Sam. Then Amy gave the train to Sam
Ben had a kite. Anna wanted the kite
Mia met Tom in the park. Mia gave her doll to Tom
Leo got a drum from his father. Every day he played with the drum
Emma lost her hat. Then Jack found the hat
Ruby gave the cake to Max. Max thanked Ruby
Otto was sad because he had lost his boat. Nora found the boat under a tree. She gave the boat back to Otto
Sara and Hugo were in the kitchen. Sara had a cake. Hugo asked for the cake
Lucy asked Finn for the book. Finn gave the book to Lucy
Tim had a car. Zoe had a doll. Tim wanted the doll
Amy was ill. Sam stayed at home with Amy
Clara met Eva at school. Eva was sad. So Clara gave a flower to Eva
Jack had a big train. Ben asked Jack for the train
Lily met Ben and Tom in the garden. Lily gave the ball to Ben|Tom
Anna lost her lamp. She was sad because she wanted the lamp
Max found a stone in the forest. He gave the stone to Mia. Mia thanked Max
The girl was Nora. The boy was Hugo. The boy gave a bell to Nora
Finn was a clever boy. Lucy was a good girl. The girl gave the cup to the boy. He thanked Lucy
Tom had a ball. Tom gave the ball to Emma. Now the ball was with Emma
Zoe saw a bell in the shop. She wanted the bell
Paul wanted a coat. He asked his mother for a coat
In the barn Otto found a shoe. He gave Clara the shoe
Eva met Noah. They played all day. Then Noah gave Eva a flower. Eva thanked Noah
Tim lost his cup in the street. Sara saw the cup. She gave Tim his cup
Amy was sad. Her father gave a doll to Amy
Hugo had a kite and a ball. Mia got the kite. Tom got the ball
When Leo was ill, Nora gave a book to Leo
Jack met Lucy. He had a flower. He gave Lucy the flower
Anna got a lamp and Paul got a drum. Anna was happy with her lamp
Emma asked her mother for a coat. Her mother gave her the coat
Ben had the boat. Clara asked him for the boat. So he gave the boat to Clara`,
  de: `# visitor
Mia traf Tom im Park. Mia gab Tom
Max hatte einen roten Ball. Max spielte mit dem roten Ball
Anna wollte die Puppe haben. Also gab Oma Anna die Puppe
Leo verlor das Buch. Emma fand das Buch. Leo dankte Emma
Clara hatte eine Trommel. Paul hatte eine Lampe. Clara spielte mit der Trommel
Finn bekam ein Boot von Nora. Finn dankte Nora
Greta war traurig, weil sie den Hut verloren hatte. Otto fand den Hut
Karl fand einen Teddy unter einem Baum. Karl spielte mit dem Teddy
Ida hatte einen Schal. Tim hatte einen Drachen. Tim verlor den Drachen
Jonas war krank zu Hause. Eva gab Jonas ein Bild. Jonas dankte Eva
Die Mutter gab Lea eine Tasche. Lea gab Emil die Tasche. Jetzt hatte Emil die Tasche
Paula wollte das Auto haben. Hugo hatte das Auto. Dann gab er ihr das Auto
Frieda verlor die blaue Mütze im Wald. Ben fand die blaue Mütze
Emil hatte ein neues Kissen. Oma sah das neue Kissen
Lena und Max spielten im Garten. Lena hatte ein Bild. Das Bild gab sie Max
Nora hatte einen Hund. Jeden Tag spielte Nora mit dem Hund
Tom traf Ida und Greta. Tom gab Ida|Greta
Karl hatte einen Ball und ein Buch. Den Ball gab er Anna. Jetzt hatte er das Buch
Eva verlor die Lampe. Paul fand die Lampe und gab sie zurück. Eva dankte Paul
Otto hatte einen Hut und Mia hatte einen Schal. Mia gab Otto den Schal
Ein Junge fand ein Boot. Der Junge spielte den ganzen Tag mit dem Boot
Frieda spielte mit Jonas am See. Frieda fand einen Drachen. Also gab sie den Drachen Jonas
Leo war im Zoo und Clara war im Hof. Oma traf Leo im Zoo
Tim bekam von Oma ein Auto. Er dankte ihr und spielte mit dem Auto
Lea hatte eine Katze. Finn hatte eine Ente. Finn spielte mit der Ente
Hugo gab Emma die Puppe. Emma gab Paula die Puppe. Dann dankte Paula Emma
Das Mädchen war traurig, weil es die Tasche verloren hatte. Ein netter Junge fand die Tasche
Ben hatte ein Kissen. Lena war müde. Also gab Ben ihr das Kissen
Emil hatte die Trommel. Paula wollte die Trommel haben. Also gab Emil Paula|ihr
Tom verlor den Ball. Greta fand den Ball in der Stadt. Froh dankte Tom Greta
Lena traf Ben im Park. Lena gab Ben
Tom hatte einen Drachen. Mia wollte den Drachen
Anna bekam von ihrer Oma eine Puppe. Jeden Tag spielte sie mit der Puppe
Max verlor den Hut im Wald. Nora fand den Hut
Emma gab Tim ein Buch. Tim dankte Emma
Leo war traurig, weil er das Boot verloren hatte. Eva fand das Boot unter einem Baum. Eva gab Leo
Finn bekam von seiner Mutter eine Trommel. Finn spielte den ganzen Tag mit der Trommel
Clara traf Otto. Clara gab Otto ein Bild. Otto dankte Clara
Paul hatte ein Auto. Lea wollte das Auto haben. Also gab Paul Lea|ihr
Ida war krank. Jonas gab Ida
Greta traf Emil und Karl am See. Greta gab den Ball Emil|Karl
Frieda verlor die Tasche in der Stadt. Hugo sah die Tasche
Paula fand einen Teddy. Paula war froh. Sie spielte mit dem Teddy
Ben hatte einen Schal und Mia hatte eine Mütze. Ben wollte die Mütze
Lena hatte einen Ball und ein Buch. Tom bekam den Ball. Anna bekam das Buch
Das Mädchen war Nora. Der Junge war Max. Der Junge gab Nora
Tim war ein kluger Junge. Emma war ein nettes Mädchen. Sie gab ihm ein Kissen. Er dankte Emma
Im Garten fand Leo eine Lampe. Eva wollte die Lampe
Finn war traurig. Also gab Lea Finn|ihm
Otto sah Clara in der Schule. Er gab ihr das neue Bild. Clara dankte Otto
Paul und Ida waren im Zoo. Ida hatte einen roten Drachen. Paul wollte den Drachen
Jonas verlor den Ball. Als Greta den Ball fand, gab sie Jonas
Emil hatte ein Kissen. Frieda war müde. Also gab Emil ihr das Kissen
Karl bekam von Paula ein Boot. Karl dankte Paula
Hugo fand ein blaues Auto im Hof. Jetzt spielte er mit dem Auto
Mia und Ben spielten im Park. Mia verlor die Mütze. Ben fand die Mütze
Anna hatte eine Puppe. Nora wollte die Puppe. Anna gab ihr die Puppe
Tom gab Lena den Schal zurück. Lena dankte Tom
Max bekam einen Hut und Emma bekam eine Tasche. Dann verlor Emma die Tasche
Eva traf Tim im Wald. Tim hatte ein Buch verloren. Eva fand das Buch`,
};
