import { counts } from '../messages/pt-br/counts.ts'
import { data } from '../messages/pt-br/data.ts'
import { log } from '../messages/pt-br/log.ts'
import { setLanguage, translate } from '../messages/translate.ts'

// What the journal says, in Portuguese. Only a page in Portuguese loads it.

setLanguage('pt-BR', { ...log, ...data, ...counts })

export { translate }
