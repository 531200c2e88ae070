import { counted } from '../../src/contract/counted.ts'
import type { DifferenceKind, Likeness, Share } from '../run/probe-report.ts'
import { hanging } from './paragraph.ts'
import { clip, oneLine } from './printable.ts'

/** How many kinds of differences a terminal shows. */
const KINDS_SHOWN = 20
const EXAMPLE_SHOWN = 240
const INDENT = '    '

/** Returns how alike target and simulator are, and what differs, one paragraph for each kind of difference. */
export function likenessLines(likeness: Likeness, width: number): string[] {
  const { questions, covers, seed, noise, moved, unmeasured, differences, decisions, assumed } = likeness
  const apart = [
    noise.answers > 0 ? `${noise.answers} not compared, because the target itself answered in two ways` : '',
    moved > 0 ? `${moved} not compared, because the list changed` : '',
    assumed.length > 0 ? `${assumed.join(', ')} not compared, because the target does not show this` : '',
  ].filter((text) => text !== '')
  const about = `${counted(questions, 'new question')} about ${covers}, drawn evenly from all kinds (seed ${seed})`
  const shown = differences.slice(0, KINDS_SHOWN)
  const rest = differences.length - shown.length
  return [
    ...hanging('', [`Likeness of the simulator with this profile: ${about}`, ...apart].join('; '), 0, width),
    ...(unmeasured === null ? [] : hanging('! ', `the likeness cannot be measured: ${unmeasured}`, 2, width)),
    line('behaves alike', likeness.behaves),
    line('to the letter', likeness.toTheLetter),
    ...(decisions === null
      ? []
      : [
          line('decisions behave', decisions.behaves),
          line('decisions to the letter', decisions.toTheLetter),
        ]),
    ...shown.flatMap((kind) => kindLines(kind, width)),
    ...(rest > 0
      ? [`  … and ${counted(rest, 'other kind')} of differences: --evidence FILE has them all`]
      : []),
    '',
  ]
}

/** Returns the shares in one sentence. */
export function likenessSummary({ behaves, toTheLetter, unmeasured }: Likeness): string {
  if (unmeasured !== null) return `The likeness cannot be measured: ${unmeasured}.`
  const both = `${percent(behaves.share)} behave alike (at least ${percent(behaves.atLeast)})`
  return `Likeness: ${both}, ${percent(toTheLetter.share)} to the letter (at least ${percent(toTheLetter.atLeast)}).`
}

function line(label: string, { alike, of, share, atLeast }: Share): string {
  return `  ${label.padEnd(24)} ${percent(share).padStart(7)}   at least ${percent(atLeast)} (${alike} of ${of})`
}

function kindLines(kind: DifferenceKind, width: number): string[] {
  const { stratum, level, point, count, mend, example } = kind
  const mark = level === 'behaves' ? '✗' : '~'
  const rows = [
    `asked: ${example.request}`,
    `target: ${example.target}`,
    `simulator: ${example.twin}`,
    `fix in the profile: ${mend}`,
  ]
  return [
    ...hanging(`  ${mark} `, `${stratum}: ${oneLine(point)} (${count}×)`, INDENT.length, width),
    ...rows.flatMap((text) => hanging(INDENT, clip(oneLine(text), EXAMPLE_SHOWN), INDENT.length + 8, width)),
  ]
}

/** Returns a share in percent, rounded down, so that it never promises more than it is. */
export function percent(share: number): string {
  return `${(Math.floor(share * 1_000 + 1e-9) / 10).toFixed(1)} %`
}
