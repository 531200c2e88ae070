import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listening } from './listening.ts'
import { type LittlePerson, littleService, type Reply } from './little-server.ts'
import { type Subject, subjects } from './spellings.ts'

/** An answer that identifies a person, with everything that a place may change. */
interface Answer extends Required<Reply> {
  reason?: string
}
/** Puts a text into one place of an answer. */
type Place = (answer: Answer, text: string) => void

interface ListBody {
  result: { busca: unknown; itens: Record<string, unknown>[]; paginacao: Record<string, unknown> }
  status_code: unknown
}
const onLists =
  (edit: (body: ListBody, text: string) => void): Place =>
  ({ body }, text) => {
    if (Array.isArray((body as Partial<ListBody>).result?.itens)) edit(body as ListBody, text)
  }
const onItems = (edit: (item: Record<string, unknown>, text: string) => void) =>
  onLists(({ result }, text) => {
    for (const item of result.itens.slice(0, 3)) edit(item, text)
  })
const onRefusals =
  (edit: (body: Record<string, unknown>, text: string) => void): Place =>
  ({ status, body }, text) => {
    if (status >= 400) edit(body as Record<string, unknown>, text)
  }
const header =
  (name: string, spell: (text: string) => string = (text) => text): Place =>
  ({ headers }, text) => {
    headers[name] = spell(text)
  }
const validation = (body: Record<string, unknown>) =>
  (body.validation ?? { source: 'payload', keys: [] }) as { source: unknown; keys: unknown }
const wordless = (text: string) => text.normalize('NFD').replace(/[^\w-]+/g, '-')

/** Every place where a target may write a text. */
export const places: Readonly<Record<string, Place>> = {
  'the name of a person': onItems((item, text) => {
    item.nome = text
  }),
  'the CPF of a person': onItems((item, text) => {
    item.cpf = text
  }),
  'the timestamp of a person': onItems((item, text) => {
    item.atualizado_em = text
  }),
  'another field of a person': onItems((item, text) => {
    item.apelido = text
  }),
  'the name of another field of a person': onItems((item, text) => {
    item[text] = 1
  }),
  'an object in a person': onItems((item, text) => {
    item.nome = { [text]: text, completo: [text] }
  }),
  busca: onLists(({ result }, text) => {
    result.busca = text
  }),
  atual: onLists(({ result }, text) => {
    result.paginacao.atual = text
  }),
  linhas: onLists(({ result }, text) => {
    result.paginacao.linhas = text
  }),
  total: onLists(({ result }, text) => {
    result.paginacao.total = text
  }),
  'total, as a number where it is one': onLists(({ result }, text) => {
    result.paginacao.total = /^\d+$/.test(text) ? Number(text) : [text]
  }),
  'the status_code of a list': onLists((body, text) => {
    body.status_code = text
  }),
  'a field beside result': onLists((body, text) => {
    Object.assign(body, { [text]: text })
  }),
  'a field of result': onLists(({ result }, text) => {
    Object.assign(result, { [text]: { [text]: text } })
  }),
  'the error of a refusal': onRefusals((body, text) => {
    body.error = text
  }),
  'the message of a refusal': onRefusals((body, text) => {
    body.message = `O registro de ${text} não foi encontrado`
  }),
  'the message of a refusal, and nothing else in it': onRefusals((body, text) => {
    body.message = text
  }),
  'the status_code of a refusal': onRefusals((body, text) => {
    body.status_code = text
  }),
  'validation.source': onRefusals((body, text) => {
    body.validation = { ...validation(body), source: text }
  }),
  'validation.keys': onRefusals((body, text) => {
    body.validation = { ...validation(body), keys: [text, `body.${text}`] }
  }),
  'validation, as a text': onRefusals((body, text) => {
    body.validation = text
  }),
  'another field of a refusal': onRefusals((body, text) => {
    body[text] = { detalhe: text }
  }),
  'a refusal that is a list': (answer, text) => {
    if (answer.status >= 400) answer.body = [text, { [text]: text }]
  },
  'a text for every refusal': (answer, text) => {
    if (answer.status < 400) return
    answer.body = `Erro: ${text}`
    answer.headers['content-type'] = 'text/plain'
  },
  'a page for every list but the first': (answer, text) => {
    if (answer.status === 200) {
      answer.body = `<!doctype html><title>${text}</title>`
      answer.headers['content-type'] = 'text/html'
    }
  },
  'a text of JSON for every list': (answer, text) => {
    if (answer.status === 200) answer.body = JSON.stringify(`Olá, ${text}`)
  },
  'the content type': header('content-type', (text) => `application/json; by="${text}"`),
  'the content type itself': header('content-type', (text) => `application/${wordless(text)}`),
  'a header that names a server': header('server'),
  'the name of a header': (answer, text) => {
    answer.headers[`x-${wordless(text)}-version`] = '1'
  },
  'an encoding': (answer, text) => {
    if (answer.status >= 400) answer.headers['content-encoding'] = wordless(text)
  },
  'the words behind the status': (answer, text) => {
    answer.reason = text
  },
  'a redirection': (answer, text) => {
    if (answer.status < 400) return
    answer.status = 302
    answer.headers.location = `/entrar?nome=${text}`
    answer.headers['set-cookie'] = `nome=${text}`
  },
  'a failure': (answer, text) => {
    if (answer.status < 400) return
    answer.status = 500
    answer.body = { error: text, message: text, status_code: 500 }
  },
}

const people: LittlePerson[] = Array.from({ length: 60 }, (_, i) => {
  const known = subjects[i % 20]
  return {
    cpf: known && i < 20 ? known.cpf : String(20_000_000_191 + i * 163_842_097).padStart(11, '0'),
    nome:
      known && i < 20
        ? known.nome
        : `${['Ana', 'Bia', 'Caio'][i % 3]} ${['Prado', 'Lopes', 'Meireles'][(i % 7) % 3]}`,
    atualizado_em: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(),
  }
})

/**
 * Starts a service that is correct except for some places, where it writes texts about a person of its list: those of a
 * place one after the other.
 */
export function serveAt(
  wrong: readonly (readonly [place: Place, texts: readonly string[]])[],
  { token }: Subject,
) {
  const right = littleService(people, token)
  let answered = 0
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const { method = '', url = '', headers } = request
    const reply = right({ method, url, headers, body })
    const answer: Answer = structuredClone({ status: 200, body: {}, headers: {}, ...reply })
    if (answered > 0)
      for (const [place, texts] of wrong) place(answer, texts[answered % texts.length] as string)
    answered++
    send(response, answer)
  })
  return listening(server)
}

function send(response: ServerResponse, { status, body, headers, reason }: Answer): void {
  const isText = typeof body === 'string'
  const all = { 'content-type': isText ? 'text/plain' : 'application/json', ...headers }
  // A header contains bytes and no line break.
  const bytes = (text: string) => Buffer.from(text.replace(/\p{Cc}/gu, ' ')).toString('latin1')
  response.statusCode = status
  if (reason !== undefined) response.statusMessage = bytes(reason)
  for (const [name, value] of Object.entries(all)) {
    try {
      response.setHeader(name, bytes(value))
    } catch {}
  }
  response.end(isText ? body : JSON.stringify(body))
}
