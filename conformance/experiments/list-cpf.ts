import { maskedCpf } from '../../src/contract/cpf.ts'
import type { Choices } from '../../src/contract/profile.ts'
import type { Service } from '../service/service.ts'
import {
  type Experiment,
  noSuchChoice,
  otherwiseTreated,
  refusedOr,
  requireRefused,
  Unseen,
} from './experiment.ts'

export const listCpf = {
  cpfMalformed: {
    risk: 'r',
    seen: 'a listed CPF with its mask, and letters: rejected, found, or not found',
    needs: ['two-persons'],
    async ask(service) {
      const id = await findCpf(service)
      const masked = maskedCpf(id)
      const [answer, letters] = [await service.tryOut({ cpf: masked }), await service.tryOut({ cpf: 'abc' })]
      const refused = letters.list ? undefined : requireRefused(letters, 'cpf=abc')
      const isUniform =
        (answer.list === undefined) === (letters.list === undefined) && !letters.list?.people.length
      const doubt = isUniform ? refused : otherwiseTreated(['cpf=abc'])
      if (!answer.list) {
        requireRefused(answer, 'a masked CPF')
        return { choice: 'refuse', evidence: 'a masked CPF is rejected', doubt }
      }
      const { people } = answer.list
      if (people.length === 0) return { choice: 'no-match', evidence: 'a masked CPF finds nobody', doubt }
      if (people.length > 1 || people[0]?.id !== id) throw noSuchChoice('a masked CPF finds another person')
      return { choice: 'strip-mask', evidence: 'a masked CPF finds its person', doubt }
    },
  },

  cpfLength: {
    risk: 'r',
    seen: 'ten and twelve digits: accepted or rejected',
    needs: ['one-person'],
    async ask(service) {
      const id = await findCpf(service)
      const seen = await refusedOr(
        service,
        [{ cpf: id.slice(0, 10) }, { cpf: `${id}0` }],
        'any',
        ({ people }) => people.length === 0,
      )
      const isRefused = seen.choice === 'refuse'
      return {
        choice: isRefused ? 'eleven' : 'any',
        evidence: `ten digits ${isRefused ? 'are rejected' : 'find nobody'}`,
        doubt: seen.doubt,
      }
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

async function findCpf(service: Service): Promise<string> {
  const { people } = await service.facts()
  const person = people.find(({ id }) => id.length === 11)
  if (!person) throw new Unseen('thin-data', 'no CPF has eleven digits', 'see CPF-01')
  return person.id
}
