/** The passwords that attackers try first, without those that are shorter than the form allows. */

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `000000 00000000 101010 102030 111111 1111111 11111111 111222 112233 11223344 1122334455 121212 123123 123123123
  123321 1234512345 123454321 12345 123456 1234567 12345678 123456789 1234567890 1234567891 12345678910 123456a
  123456aa 123456abc 123456789a 123654 123654789 123abc 123qwe 123qweasd 131313 147258 147258369 159357 159753 1a2b3c
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 222222 232323 252525 333333 444444 456789 555555 5555555 654321
  666666 6666666 696969 741852 741852963 753951 777777 7777777 77777777 789456 789456123 87654321 888888 88888888
  987654 987654321 9876543210 999999 99999999 a12345 a123456 a1234567 a12345678 a123456789 aa123456 aaaaaa aaaaaaaa abc123
  abc1234 abc12345 abcd1234 abcdef abcdefg abcdefgh abcabc access adidas admin1 admin12 admin123 admin1234 admin12345
  administrator adobe123 amanda america andrea andrew angel1 angels anthony antonio apples arsenal asdasd asdasdasd asd123
  asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdqwe123 ashley austin azerty azertyuiop babygirl bailey barcelona
  baseball basketball batman benjamin bitcoin blink182 bonjour brandon bubbles buster butterfly changeme changeme123 charlie
  charlie1 cheese chelsea chocolate christian computer cookie corvette daniel daniel1 default default1 dennis diamond
  dolphin donald dragon dragon1 eagles eminem everton facebook family ferrari flower football football1 forever freedom
  friend friends fuckyou garfield gfhjkm gandalf george ginger google guest123 hallo123 hannah harley hello1 hello123
  helloworld hockey hunter hunter2 iloveyou iloveyou1 iloveyou2 india123 internet isabella jasmine jasper jennifer jessica
  jessica1 jordan jordan23 jordan123 joshua justin killer kimberly kitten krishna letmein letmein1 letmein123 linkedin
  liverpool london login123 lovely loveme loveyou lovelove maggie manager manchester marina martin master master123 matrix
  matthew maverick melissa mercedes merlin michael michael1 michelle minecraft monkey monkey1 monkey123 mustang myspace1
  naruto natasha nicholas nicole ninja123 nothing p@ssw0rd p@ssword p4ssw0rd pa$$word pa55word pass123 pass1234 passw0rd
  passw0rd1 password password! password. password1 password1! password12 password123 password1234 password2 password@123
  pepper phoenix pikachu playboy please pokemon prince princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx
  qazwsxedc qazxsw qqqqqq qwaszx qwe123 qweasd qweasd123 qweasdzxc qweqwe qweqweqwe qwert1 qwert123 qwerty qwerty1
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwertyui qwertyuiop qwer1234 rainbow ranger raiders richard robert
  samantha samsung samsung1 scooter secret secret1 secret123 shadow shadow1 shopping silver slipknot snoopy soccer
  sophie spiderman starwars steelers summer summer1 sunshine sunshine1 superman superman1 superstar taylor tennis test123
  test1234 test12345 testing testing123 testtest thomas thunder tigger tinkle tinkerbell trustno1 tweety twitter
  user1234 vanessa victoria vincent wall.e warrior welcome welcome1 welcome123 welcome@123 whatever william winter
  winter1 wordpress xxxxxx yamaha yankees yellow zaq12wsx zaq1zaq1 zxc123 zxcvbn zxcvbnm zxcvbnm1 zzzzzz`.split(
    /\s+/,
  ),
)

export function isCommonPassword(password: string): boolean {
  return COMMON_PASSWORDS.has(password.toLowerCase())
}
