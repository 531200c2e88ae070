import type { Credentials } from '../client/exchange.ts'
import { LEGAL_BODY, LEGAL_REJECTION, type Service, UNKNOWN_KEY } from '../service/service.ts'
import type { Check } from './check.ts'
import { answersAlong, judgeSequence, refused, type Step } from './interleave.ts'
import { HEADERS } from './listed.ts'
import { CLAUSES } from './memory.ts'
import { compared } from './sequences.ts'

/** A refused validation leaves nothing behind that the next list shows. */
export const listsAfterRefusals: readonly Check[] = [
  {
    id: 'MEM-15',
    clause: [...CLAUSES, '4.1-4', '2.2-itens'],
    level: 'required',
    risk: 'w0',
    alone: true,
    rests: [...HEADERS, 'PAG-18', 'VAL-01', 'MEM-01'],
    needs: ['one-person'],
    title: 'returns the same list after a refused validation',
    run: (service) =>
      // Decisions may have changed the lists since the references of other checks were taken.
      compared(
        service,
        async ({ references, steps }) => {
          const [plain, ...others] = steps.map((one): Step => {
            const { name, query, lead, differs } = one
            // A list that breaks only once would not show it if it was asked again.
            const ask: Step['ask'] = (connection) =>
              connection === 'same' ? service.observe(query, { connection }) : one.ask(connection)
            return { name, ask, ...(lead && { lead }), differs }
          }) as [Step, ...Step[]]
          const sequence = refusals(service).flatMap((refusal, i) => {
            const other = others[i % others.length]
            return [refusal, plain, ...(other ? [refusal, other] : [])]
          })
          await judgeSequence(sequence, await answersAlong(sequence), references)
          return `${sequence.length / 2} lists, each after a refusal`
        },
        true,
      ),
  },
]

function refusals(service: Service): Step[] {
  const { own, none } = service.keys
  const send = (name: string, body: unknown, authorization: Credentials = own): Step =>
    refused(name, async () => {
      const numero = service.unknownNumber()
      const exchange = await service.validate(numero, body, { authorization, connection: 'same' })
      return { exchange, status: exchange.response.status, list: undefined }
    })
  return [
    send('an approval of an unknown report', LEGAL_BODY),
    send('a rejection of an unknown report', LEGAL_REJECTION),
    send('a rejection with a short mensagem', { ...LEGAL_REJECTION, mensagem: 'curta' }),
    send('an approval with an unknown field', { ...LEGAL_BODY, [UNKNOWN_KEY]: 1 }),
    send('a validation without a token', LEGAL_BODY, none),
  ]
}
