import type { Choices } from '../../src/contract/profile.ts'
import { type Experiment, noSuchChoice, refusedOr, Unseen } from './experiment.ts'
import { listCpf } from './list-cpf.ts'
import { listNome } from './list-nome.ts'
import { listPages } from './list-pages.ts'
import { listSort } from './list-sort.ts'

const listOthers = {
  emptyParameter: {
    risk: 'r',
    seen: 'each parameter, empty: rejected, or the same list as without it',
    needs: ['one-person'],
    steady: true,
    async ask(service) {
      const { total } = await service.list()
      return refusedOr(
        service,
        [{ nome: '' }, { cpf: '' }, { sort: '' }],
        'as-absent',
        (list) => list.total === total,
      )
    },
  },

  queryUnknown: {
    risk: 'r',
    seen: 'an unknown parameter: rejected, or the same list as without it',
    steady: true,
    async ask(service) {
      const { total } = await service.list()
      return refusedOr(service, [{ parametro_desconhecido: '1' }], 'ignore', (list) => list.total === total)
    },
  },

  busca: {
    risk: 'r',
    seen: '`busca` for a search by `nome` and one by `cpf`',
    needs: ['one-person'],
    async ask(service) {
      const [person] = (await service.facts()).named
      if (!person)
        throw new Unseen(
          'thin-data',
          'no person has a name that can be searched for',
          'seed a person with a name',
        )
      const repeats = async (parameter: 'nome' | 'cpf', text: string): Promise<boolean> => {
        const { busca } = (await service.list({ [parameter]: text })).result
        if (busca !== text && busca !== '') throw noSuchChoice(`busca is neither the ${parameter} nor empty`)
        return busca === text
      }
      const [nome, cpf] = [await repeats('nome', person.nome), await repeats('cpf', person.id)]
      const evidence = `busca ${nome ? 'repeats' : 'does not repeat'} nome and ${cpf ? 'repeats' : 'does not repeat'} cpf`
      if (cpf && !nome) throw noSuchChoice(evidence)
      return { choice: cpf ? 'nome-or-cpf' : nome ? 'nome' : 'always-empty', evidence }
    },
  },
} satisfies { [K in keyof Choices]?: Experiment<K> }

/** Experiments for heading 4.1. */
export const listPersons = { ...listPages, ...listSort, ...listCpf, ...listNome, ...listOthers } satisfies {
  [K in keyof Choices]?: Experiment<K>
}
