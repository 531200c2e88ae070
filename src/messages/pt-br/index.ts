import type { Catalogue } from '../translate.ts'
import { checks } from './checks.ts'
import { commandLine } from './command-line.ts'
import { counts } from './counts.ts'
import { data } from './data.ts'
import { log } from './log.ts'
import { probe } from './probe.ts'
import { start } from './start.ts'
import { suite } from './suite.ts'

/**
 * What people read, in Portuguese, by the English text that the code says. This is a catalogue as that of gettext, but
 * it is applied where a text is printed (on standard error, in help, in reports, in the log), not where it is made: the
 * same error is a line on a terminal, a field of a JSON report, an answer of the control port and an exception of the
 * library, and only the first may be in Portuguese. So no code that makes a text knows of languages, and machine formats
 * stay English by themselves.
 *
 * `{slot}` stands for a value, which is never changed, and has no end of a sentence in it; `{slot!}` for one word and
 * `{slot#}` for a number. `{slot*}` stands for another message, which is translated, too, and may be empty. Portuguese has
 * the slots of the English text, in any order. The template that begins with a text of its own, and has most of it, wins.
 * src/messages/catalogue.test.ts compares the keys with the texts in the sources, in both directions.
 *
 * To add a message: write it in English in the code, and add its line to the file of its room here.
 */
export const ptBr: Catalogue = {
  ...commandLine,
  ...log,
  ...data,
  ...start,
  ...suite,
  ...checks,
  ...probe,
  ...counts,
}
