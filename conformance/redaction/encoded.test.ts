import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { encodedIn } from './encoded.ts'

const test = suite('encoded text')

/** Returns each run that may be encoded, with the first of its decodings that can be read, if any. */
const runsIn = (text: string) =>
  Array.from(encodedIn(text), ({ at, end, texts }) => {
    const readable = texts.findIndex((one) => /^[ -~]{4,}/.test(one))
    return [text.slice(at, end), texts.length, readable < 0 ? '' : `${readable}: ${texts[readable]}`]
  })

const read: [text: string, ...found: [run: string, alignments: number, decoded: string][]][] = [
  // Base64, with any neighbours, in one line or several.
  ['x QW5hIFM= y', ['QW5hIFM=', 4, '0: Ana S']],
  ['x QW5hIF= y'],
  ['QW5hIFNpbHZhIQ===', ['QW5hIFNpbHZhIQ==', 4, '0: Ana Silva!']],
  ['zQW5hIFNpbHZh', ['zQW5hIFNpbHZh', 4, '1: Ana Silva']],
  ['zzQW5hIFNpbHZh', ['zzQW5hIFNpbHZh', 4, '2: Ana Silva']],
  ['zzzQW5hIFNpbHZh', ['zzzQW5hIFNpbHZh', 4, '3: Ana Silva']],
  ['QW5hIFNp\r\nbHZh', ['QW5hIFNp\r\nbHZh', 4, '0: Ana Silva']],
  ['QW5hIFNp\nbHZh', ['QW5hIFNp\nbHZh', 4, '0: Ana Silva']],
  ['QW5hIFNp\n\nbHZh', ['QW5hIFNp', 4, '0: Ana Si']],
  ['Pj4+Pz8/Pj4+', ['Pj4+Pz8/Pj4+', 4, '0: >>>???>>>']],
  ['Pj4-Pz8_Pj4-', ['Pj4-Pz8_Pj4-', 4, '0: >>>???>>>']],
  ['QQBuAGEAIABTAGkA', ['QQBuAGEAIABTAGkA', 4, '0: Ana Si']],
  // What is written like a word or a number is one.
  ['redirect Redirect REDIRECT re_di/re-ct RE_DI/RE-CT 2026-01/02_3+4'],
  ['reDirect', ['reDirect', 4, '']],
  ['Redirect1', ['Redirect1', 4, '']],
  // Hexadecimal. Letters and digits together may be Base64, too.
  ['41 6e 61 20 53', ['41 6e 61 20 53', 2, '0: Ana S']],
  ['41 6E 61 20 53', ['41 6E 61 20 53', 2, '0: Ana S']],
  ['41 6e 61 20'],
  ['41, 6e: 61; 20- 53', ['41, 6e: 61; 20- 53', 2, '0: Ana S']],
  ['41 , 6e , 61 , 20 , 53'],
  ['0x41 0x6e 0x61 0x20 0x53', ['0x41 0x6e 0x61 0x20 0x53', 2, '0: Ana S']],
  ['\\x41\\x6e\\x61\\x20\\x53', ['\\x41\\x6e\\x61\\x20\\x53', 2, '0: Ana S']],
  ['7 41 6e 61 20 53', ['41 6e 61 20 53', 2, '0: Ana S']],
  ['f416e612053', ['f416e612053', 4, ''], ['f416e61205', 2, '1: Ana ']],
  ['416e61205', ['416e61205', 4, '']],
  ['41206120532053', ['41206120532053', 2, '0: A a S S']],
  ['120612053205'.slice(0, 11)],
  ['abcdefabcdef'],
  // Base32, in capitals or small letters. A shorter run of letters is a word.
  ['IFXGCICTNFWHMYI ifxgcictnfwhmyi'],
  ['IFXGCICTNFWHMYJB', ['IFXGCICTNFWHMYJB', 8, '0: Ana Silva!']],
  ['ifxgcictnfwhmyjb', ['ifxgcictnfwhmyjb', 8, '0: Ana Silva!']],
  ['IFXGCIC2', ['IFXGCIC2', 4, ''], ['IFXGCIC2', 8, '0: Ana Z']],
  ['AIFXGCIC2', ['AIFXGCIC2', 4, ''], ['AIFXGCIC2', 8, '1: Ana Z']],
  ['IFXGCI2', ['IFXGCI2', 4, '']],
  ['23456723'],
  // Character codes. Their digits may be hexadecimal, too.
  ['65, 110, 97, 32, 83, 105', ['10, 97, 32, 83, 10', 2, ''], ['65, 110, 97, 32, 83, 105', 1, '0: Ana Si']],
  ['65 110 97 32 83 105', ['10 97 32 83 10', 2, ''], ['65 110 97 32 83 105', 1, '0: Ana Si']],
  ['65;110;97;32;83;105', ['10;97;32;83;10', 2, ''], ['65;110;97;32;83;105', 1, '0: Ana Si']],
  ['65, 110, 97, 32, 83'],
  ['65,   110, 97, 32, 83, 105', ['10, 97, 32, 83, 10', 2, '']],
]
for (const [text, ...found] of read) {
  test(JSON.stringify(text), () => assert.equal(runsIn(text), found))
}
test.run()
