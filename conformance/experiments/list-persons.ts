import type { Profile } from '../../src/contract/profile.ts'
import { type Experiment, noSuchChoice, refusedOr, Unseen } from './experiment.ts'
import { listCpf } from './list-cpf.ts'
import { listNome } from './list-nome.ts'
import { listPages } from './list-pages.ts'
import { listSort } from './list-sort.ts'

const listOthers = {
  emptyParameter: {
    risk: 'r',
    seen: 'each of them: refused, or the list as without it',
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
    seen: 'one that there is not: refused, or the list as without it',
    steady: true,
    async ask(service) {
      const { total } = await service.list()
      return refusedOr(service, [{ parametro_desconhecido: '1' }], 'ignore', (list) => list.total === total)
    },
  },

  busca: {
    risk: 'r',
    seen: 'a search by `nome`, one by `cpf`',
    needs: ['one-person'],
    async ask(service) {
      const [person] = (await service.facts()).named
      if (!person) throw new Unseen('thin-data', 'nobody has a name that can be asked for', 'seed a name')
      const repeats = async (parameter: 'nome' | 'cpf', text: string): Promise<boolean> => {
        const { busca } = (await service.list({ [parameter]: text })).result
        if (busca !== text && busca !== '') throw noSuchChoice(`busca is neither the ${parameter} nor empty`)
        return busca === text
      }
      const [nome, cpf] = [await repeats('nome', person.nome), await repeats('cpf', person.id)]
      const evidence = `a nome is ${nome ? 'repeated' : 'not'}, a cpf is ${cpf ? 'repeated' : 'not'}`
      if (cpf && !nome) throw noSuchChoice(evidence)
      return { choice: cpf ? 'nome-or-cpf' : nome ? 'nome' : 'always-empty', evidence }
    },
  },
} satisfies { [K in keyof Profile]?: Experiment<K> }

/** Heading 4.1. */
export const listPersons = { ...listPages, ...listSort, ...listCpf, ...listNome, ...listOthers } satisfies {
  [K in keyof Profile]?: Experiment<K>
}
