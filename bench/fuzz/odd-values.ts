import type { Random } from './random.ts'

export const ODD = [
  '',
  '0',
  '1',
  '-1',
  '25',
  '24',
  '1000',
  '100000',
  '9007199254740993',
  '1e3',
  '1e999',
  '-0',
  '+1',
  '01',
  '1.0',
  '.5',
  '0x19',
  'NaN',
  'Infinity',
  'null',
  'true',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'nome',
  '-nome',
  '--nome',
  '-cpf',
  'atualizado_em',
  'cpf,nome',
  'an',
  'jo%C3%A3o',
  'JO%C3%83O',
  '%F0%9F%91%8D',
  '%ED%A0%80',
  '%E9',
  '%',
  '%zz',
  '%00',
  '%0d%0ax:1',
  '%2e%2e%2f',
  '%u0041',
  '%25%25',
  '..',
  '31426399774',
  '314.263.997-74',
  '((((((((((',
  '[a-z',
  "'%20OR%201=1--",
  '"',
  '\\',
  '<script>',
  '$' + '{7*7}',
  '{{7*7}}',
  '%F3%A0%80%81',
  '%E2%80%AE',
  'i%CC%87',
  '%C4%B0',
  '%EF%AC%83',
]

const TEXT = 'abcdefghijklmnopqrstuvwxyz0123456789-._~+ %'

/** A long text of few different characters, as patterns and parsers dislike it. */
export function longText(random: Random, most: number): string {
  const unit = random.pick([
    '1',
    '9',
    '0',
    '+',
    '.',
    'a',
    'A',
    '%20',
    '%C3%A3',
    '-',
    '(',
    '1e',
    '%E2%80%AE',
    'a%CC%81',
  ])
  const end = random.pick(['', 'a', '!', '%', '.', 'e'])
  return unit.repeat(1 + random.below(Math.floor(most / unit.length))) + end
}

/** Returns a value as it is written in a URL: odd, long or random. */
export function oddValue(random: Random): string {
  if (random.once(60)) return longText(random, 12_000)
  if (random.once(12)) return longText(random, 200)
  if (random.once(5)) {
    let text = ''
    for (let left = random.below(12); left > 0; left--) text += random.pick([...TEXT])
    return text.replaceAll(' ', '%20')
  }
  return random.pick(ODD)
}
