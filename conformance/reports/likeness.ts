import { counted } from '../../src/contract/counted.ts'
import { languageTag, translate } from '../../src/messages/translate.ts'
import type { DifferenceKind, Likeness, Share } from '../probe/report.ts'
import { clip, hanging, oneLine } from './printable.ts'

/** How many kinds of differences a terminal shows. */
const KINDS_SHOWN = 20
const EXAMPLE_SHOWN = 240
const INDENT = '    '

/** Returns how alike target and simulator are, and what differs, one paragraph for each kind of difference. */
export function likenessLines(likeness: Likeness, width: number): string[] {
  const { everyday, oddities, covers, seed, noise, moved, unmeasured, differences } = likeness
  const questions = counted(everyday.questions + oddities.questions, 'new question')
  const head = [
    `Likeness of the simulator with this profile: ${questions} about ${covers}, drawn as clients send them (seed ${seed})`,
    noise.answers > 0 && `${noise.answers} not compared, because the target itself answered in two ways`,
    moved > 0 && `${moved} not compared, because the list changed`,
  ]
  const failed = `the likeness cannot be measured: ${unmeasured}`
  const rest = differences.length - KINDS_SHOWN
  return [
    ...hanging(
      '',
      head
        .filter((text) => text !== false)
        .map(translate)
        .join('; '),
      0,
      width,
    ),
    ...(unmeasured === null ? [] : hanging('! ', translate(failed), 2, width)),
    ...shareLines({
      'everyday: behaves alike': everyday.behaves,
      'everyday: to the letter': everyday.toTheLetter,
      ...(oddities.questions > 0 && {
        'oddities: behave alike': oddities.behaves,
        'oddities: to the letter': oddities.toTheLetter,
      }),
    }),
    ...differences.slice(0, KINDS_SHOWN).flatMap((kind) => kindLines(kind, width)),
    ...(rest > 0
      ? [translate(`  … and ${counted(rest, 'other kind')} of differences: --evidence FILE has them all`)]
      : []),
    '',
  ]
}

/** Returns the shares in one sentence. */
export function likenessSummary({ everyday, unmeasured }: Likeness): string {
  if (unmeasured !== null) return translate(`The likeness cannot be measured: ${unmeasured}.`)
  const { behaves, toTheLetter } = everyday
  const both = `${percent(behaves.share)} behave alike (at least ${percent(behaves.atLeast)})`
  const letter = `${percent(toTheLetter.share)} to the letter (at least ${percent(toTheLetter.atLeast)})`
  return translate(`Everyday likeness: ${both}, ${letter}.`)
}

function shareLines(shares: Record<string, Share>): string[] {
  const labels = Object.keys(shares).map(translate)
  const column = Math.max(24, ...labels.map(({ length }) => length))
  return Object.values(shares).map(({ alike, of, share, atLeast }, i) => {
    const least = translate(`at least ${percent(atLeast)} (${alike} of ${of})`)
    return `  ${(labels[i] as string).padEnd(column)} ${percent(share).padStart(7)}   ${least}`
  })
}

function kindLines({ about, level, point, count, example }: DifferenceKind, width: number): string[] {
  const mark = level === 'behaves' ? '✗' : '~'
  const rows = [`asked: ${example.request}`, `target: ${example.target}`, `simulator: ${example.twin}`]
  return [
    ...hanging(
      `  ${mark} `,
      `${translate(about)}: ${translate(oneLine(point))} (${count}×)`,
      INDENT.length,
      width,
    ),
    ...rows.flatMap((text) =>
      hanging(INDENT, clip(translate(oneLine(text)), EXAMPLE_SHOWN), INDENT.length + 8, width),
    ),
  ]
}

/** Returns a share in percent, rounded down, so that it never promises more than it is. */
export function percent(share: number): string {
  const floor = Math.floor(share * 1_000 + 1e-9) / 10
  return `${floor.toLocaleString(languageTag(), { minimumFractionDigits: 1 })} %`
}
