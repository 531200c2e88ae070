import { effect, signal } from '@preact/signals'

/** Every text of the page, in English and in Portuguese. `{x}` is filled in. */
const texts = {
  // The frame
  world: ['World', 'Mundo'],
  traffic: ['Traffic', 'Tráfego'],
  faults: ['Faults and clock', 'Falhas e relógio'],
  language: ['Português', 'English'],
  theme: ['Theme', 'Tema'],
  themeAuto: ['Automatic', 'Automático'],
  themeLight: ['Light', 'Claro'],
  themeDark: ['Dark', 'Escuro'],
  docs: ['Documentation:', 'Documentação:'],
  console: ['this page', 'esta página'],
  profiles: ['profiles', 'perfis'],
  conformance: ['conformance', 'conformidade'],
  lost: [
    'The simulator does not answer. This page tries again by itself.',
    'O simulador não responde. Esta página tenta de novo sozinha.',
  ],
  loading: ['Loading…', 'Carregando…'],
  copy: ['Copy', 'Copiar'],
  copied: ['Copied', 'Copiado'],
  copyOf: ['Copy {what}', 'Copiar {what}'],
  cancel: ['Cancel', 'Cancelar'],
  all: ['All', 'Todas'],
  allStatuses: ['All', 'Todos'],
  sameCommand: ['The same from a shell', 'O mesmo no terminal'],
  // Entering
  enterTitle: ['Control token', 'Token de controle'],
  enterHow: [
    'Open the link that the simulator printed when it started, or paste its control token. A link works once.',
    'Abra o link que o simulador imprimiu ao iniciar, ou cole o token de controle dele. Um link funciona uma vez.',
  ],
  enter: ['Enter', 'Entrar'],
  // World
  organizations: ['Organizations', 'Organizações'],
  token: ['Token', 'Token'],
  onePerson: ['1 person', '1 pessoa'],
  personsOf: ['{count} persons', '{count} pessoas'],
  disabled: ['disabled', 'desabilitada'],
  withdrawn: ['token withdrawn', 'token suspenso'],
  mintedUntil: ['open until {time}', 'aberta até {time}'],
  minted: ['opened by a test', 'aberta por um teste'],
  pickOrganization: ['Choose an organization.', 'Escolha uma organização.'],
  noOrganization: [
    'No organization has the handle {handle} any more.',
    'Nenhuma organização tem mais o identificador {handle}.',
  ],
  persons: ['Persons', 'Pessoas'],
  asClient: ['What a client gets: GET {path}', 'O que um cliente recebe: GET {path}'],
  name: ['Name', 'Nome'],
  cpf: ['CPF', 'CPF'],
  updated: ['Updated', 'Atualizado em'],
  updatedAt: ['Last update, such as 2026-12-31T23:59:59Z', 'Última atualização, como 2026-12-31T23:59:59Z'],
  search: ['Search by name or CPF', 'Buscar por nome ou CPF'],
  order: ['Order', 'Ordem'],
  newest: ['latest first', 'mais recentes primeiro'],
  oldest: ['oldest first', 'mais antigas primeiro'],
  nameAZ: ['name A to Z', 'nome de A a Z'],
  nameZA: ['name Z to A', 'nome de Z a A'],
  previous: ['Previous page', 'Página anterior'],
  next: ['Next page', 'Próxima página'],
  pageOf: ['Page {page} of {pages} ({total} in all)', 'Página {page} de {pages} ({total} no total)'],
  nobody: ['This organization lists nobody yet.', 'Esta organização ainda não lista ninguém.'],
  nobodyMatches: ['Nobody matches this search.', 'Ninguém corresponde a esta busca.'],
  accentsCount: [
    'Accents count by default; nomeFolding in the profile changes that.',
    'Acentos contam por padrão; nomeFolding no perfil muda isso.',
  ],
  refusedAs: ['The service refuses: {status} {message}', 'O serviço recusa: {status} {message}'],
  reports: ['Reports', 'Relatórios'],
  undecided: ['undecided', 'pendente'],
  approved: ['approved', 'aprovado'],
  rejected: ['rejected', 'rejeitado'],
  approve: ['Approve', 'Aprovar'],
  reject: ['Reject', 'Rejeitar'],
  approveSays: ['Approves the report {numero}.', 'Aprova o relatório {numero}.'],
  rejectSays: ['Rejects the report {numero}.', 'Rejeita o relatório {numero}.'],
  message: ['Message, at least 25 characters', 'Mensagem, no mínimo 25 caracteres'],
  messageGiven: ['Decided by hand in the console.', 'Decidido manualmente no console.'],
  addPerson: ['Add a person', 'Adicionar pessoa'],
  addSays: [
    'Adds a person with a report. What you leave empty is generated.',
    'Adiciona uma pessoa com um relatório. O que ficar vazio é gerado.',
  ],
  rename: ['Rename', 'Renomear'],
  renameSays: [
    'Changes the name in every organization that lists {nome}.',
    'Muda o nome em toda organização que lista {nome}.',
  ],
  touch: ['Update now', 'Atualizar agora'],
  touchSays: [
    'Sets the last update of {nome} to now: the person moves to the front.',
    'Muda a última atualização de {nome} para agora: a pessoa vai para o começo.',
  ],
  remove: ['Remove', 'Remover'],
  removeSays: [
    'Removes {nome} with {count} reports from this organization. A reset brings them back.',
    'Remove {nome} com {count} relatórios desta organização. Um reset os traz de volta.',
  ],
  withdraw: ['Withdraw the token', 'Suspender o token'],
  withdrawSays: [
    'Every request with this token is refused with 401 from now on, until you give it back.',
    'Toda requisição com este token é recusada com 401, até você devolvê-lo.',
  ],
  giveBack: ['Give the token back', 'Devolver o token'],
  giveBackSays: ['The token is accepted again.', 'O token volta a ser aceito.'],
  checkpoint: ['Save a checkpoint', 'Salvar checkpoint'],
  checkpointSays: [
    'Saves the decisions and persons of this organization under a name.',
    'Salva as decisões e pessoas desta organização com um nome.',
  ],
  checkpointName: ['Name of the checkpoint', 'Nome do checkpoint'],
  restore: ['Restore', 'Restaurar'],
  restoreSays: [
    'Returns to the decisions and persons of a checkpoint of this organization.',
    'Volta às decisões e pessoas de um checkpoint desta organização.',
  ],
  reset: ['Reset', 'Reset'],
  resetSays: [
    'Takes back every decision and every change of persons of this organization, accepts its token again and removes its faults.',
    'Desfaz todas as decisões e mudanças de pessoas desta organização, volta a aceitar o token e remove as falhas dela.',
  ],
  loses: ['Decisions taken back: {count}', 'Decisões desfeitas: {count}'],
  losesNothing: ['No decision changes.', 'Nenhuma decisão muda.'],
  saveFixture: ['Save as a fixture', 'Salvar como fixture'],
  fixtureSays: [
    'Saves the organizations, persons, reports and decisions of this world. pessoas-sim serve --fixture FILE starts with them.',
    'Salva as organizações, pessoas, relatórios e decisões deste mundo. pessoas-sim serve --fixture ARQUIVO começa com eles.',
  ],
  // Traffic
  exchanges: ['Requests', 'Requisições'],
  latestFirst: ['Requests, latest first', 'Requisições, as mais recentes primeiro'],
  pickExchange: [
    'Choose a request to see why it was answered so.',
    'Escolha uma requisição para ver por que foi respondida assim.',
  ],
  nothingYet: ['No request has come yet. Try one:', 'Nenhuma requisição chegou ainda. Tente uma:'],
  nothingMatches: ['No request matches these filters.', 'Nenhuma requisição corresponde a estes filtros.'],
  pause: ['Pause', 'Pausar'],
  resume: ['Resume', 'Continuar'],
  skipped: ['{count} skipped', '{count} puladas'],
  organization: ['Organization', 'Organização'],
  status: ['Status', 'Status'],
  path: ['Path contains', 'Caminho contém'],
  time: ['Time', 'Hora'],
  request: ['Request', 'Requisição'],
  answer: ['Answer', 'Resposta'],
  headers: ['Headers', 'Cabeçalhos'],
  why: ['Why', 'Por quê'],
  pendingOutcome: ['in flight', 'em andamento'],
  sentOutcome: ['sent', 'enviada'],
  replacedOutcome: ['replaced by a fault', 'trocada por uma falha'],
  cutOutcome: ['cut off', 'cortada'],
  unansweredOutcome: ['no answer', 'sem resposta'],
  ofService: ['What the service answered: {status}', 'O que o serviço respondeu: {status}'],
  perSecond: [
    'Requests a second by status, the last minute; at most {most}',
    'Requisições por segundo e status no último minuto; no máximo {most}',
  ],
  asTable: ['The same as a table', 'O mesmo como tabela'],
  saveHar: ['Save as HAR', 'Salvar como HAR'],
  harSays: [
    'Saves the requests that the journal keeps and that match the filters. Browsers read this format.',
    'Salva as requisições que o journal guarda e que correspondem aos filtros. Navegadores leem este formato.',
  ],
  clearJournal: ['Clear', 'Limpar'],
  clearSays: [
    'Forgets every request that the journal keeps of {whom}.',
    'Esquece todas as requisições de {whom} que o journal guarda.',
  ],
  gone: [
    'The journal no longer keeps the headers and bodies of this request.',
    'O journal não guarda mais os cabeçalhos e os corpos desta requisição.',
  ],
  lastMiss: ['The last verification that failed', 'A última verificação que falhou'],
  // Faults and clock
  active: ['Active faults', 'Falhas ativas'],
  noFaults: ['No fault is set.', 'Nenhuma falha está ativa.'],
  whom: ['For', 'Para'],
  everybody: ['all organizations', 'todas as organizações'],
  strikes: ['struck {strikes} of {calls} requests', 'atingiu {strikes} de {calls} requisições'],
  until: ['until', 'até'],
  removeOne: ['Remove {name}', 'Remover {name}'],
  forever: ['you remove it', 'ser removida'],
  plans: ['Plans', 'Planos'],
  isOn: ['is on', 'está ligado'],
  turnOn: ['Turn on {plan}', 'Ligar {plan}'],
  turnOff: ['Turn off {plan}', 'Desligar {plan}'],
  planOn: ['Sets the faults of the plan {plan} for {whom}.', 'Ativa as falhas do plano {plan} para {whom}.'],
  planOff: [
    'Removes the faults of the plan {plan} for {whom}.',
    'Remove as falhas do plano {plan} para {whom}.',
  ],
  flaky: [
    'One request in ten fails, in one of five ways, and works when it is sent again.',
    'Uma requisição em dez falha, de cinco formas, e funciona quando é enviada de novo.',
  ],
  slow: [
    'Half of the answers take longer than 300 ms, one in fifty comes in pieces.',
    'Metade das respostas leva mais de 300 ms; uma em cinquenta chega aos pedaços.',
  ],
  'rate-limited': [
    'Five requests a second for each organization, ten at once.',
    'Cinco requisições por segundo para cada organização, dez de uma vez.',
  ],
  lossy: [
    'One decision in five loses its answer, one page in ten arrives damaged.',
    'Uma decisão em cinco perde a resposta; uma página em dez chega danificada.',
  ],
  singleFault: ['A single fault', 'Uma falha só'],
  faultSays: [
    'Sets one fault for {whom}. It replaces one with the same name.',
    'Ativa uma falha para {whom}. Ela substitui a que tem o mesmo nome.',
  ],
  allFaults: ['Every fault', 'Todas as falhas'],
  removeAll: ['Remove all', 'Remover todas'],
  removeAllSays: [
    'Removes every fault for {whom}. Active now: {names}.',
    'Remove todas as falhas para {whom}. Ativas agora: {names}.',
  ],
  faultRule: ['Rule (JSON)', 'Regra (JSON)'],
  removeFault: ['Removes the fault {name} for {whom}.', 'Remove a falha {name} para {whom}.'],
  notNumber: ['Minutes must be a number.', 'Os minutos devem ser um número.'],
  notJson: ['This is not valid JSON.', 'Isto não é JSON válido.'],
  clock: ['Clock', 'Relógio'],
  clockReal: ["The machine's time", 'A hora da máquina'],
  clockOffset: ['Shifted by {ahead}', 'Deslocado em {ahead}'],
  clockFrozen: ['Stopped', 'Parado'],
  freeze: ['Stop', 'Parar'],
  freezeSays: [
    'Stops the clock at the time that you give, now by default.',
    'Para o relógio na hora dada; agora, se vazia.',
  ],
  advance: ['Advance', 'Avançar'],
  shift: ['Shift', 'Deslocar'],
  shiftSays: [
    "Runs the clock this many minutes ahead of the machine's, or behind if negative.",
    'Deixa o relógio esta quantidade de minutos à frente da hora da máquina, ou atrás, se negativa.',
  ],
  advanceSays: ['Moves the clock by this many minutes.', 'Avança o relógio esta quantidade de minutos.'],
  minutes: ['Minutes', 'Minutos'],
  real: ["Follow the machine's clock", 'Seguir o relógio da máquina'],
  realSays: ["The clock shows the machine's time again.", 'O relógio volta a mostrar a hora da máquina.'],
  at: ['Time, such as 2026-12-31T23:59:59Z', 'Hora, como 2026-12-31T23:59:59Z'],
} as const satisfies Record<string, readonly [en: string, pt: string]>

const KEY = 'pessoas-sim-language'
const given = localStorage.getItem(KEY) ?? navigator.language
export const language = signal<'en' | 'pt'>(given.startsWith('pt') ? 'pt' : 'en')

export function setLanguage(next: 'en' | 'pt'): void {
  language.value = next
  localStorage.setItem(KEY, next)
}

/** Returns a text in the language of the page. */
export function t(key: keyof typeof texts, slots: Readonly<Record<string, string | number>> = {}): string {
  const text = texts[key][language.value === 'pt' ? 1 : 0]
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(slots[name] ?? whole))
}

const inPortuguese = signal<((text: string) => string) | undefined>(undefined)

effect(() => {
  if (language.value === 'pt' && inPortuguese.peek() === undefined)
    void import('./journal-texts.ts').then(({ translate }) => {
      inPortuguese.value = translate
    })
})

/** Returns the language in which the page shows what the journal says. */
export const journalLanguage = () => (language.value === 'pt' && inPortuguese.value ? 'pt-BR' : 'en')

/** Returns what the journal says in the language of the page. */
export const journalText = (text: string) =>
  language.value === 'pt' ? (inPortuguese.value?.(text) ?? text) : text

const locale = () => (language.value === 'pt' ? 'pt-BR' : 'en-GB')

export const timeText = (iso: string) => new Date(iso).toLocaleString(locale())
export const clockText = (iso: string) => new Date(iso).toLocaleTimeString(locale())
export const numberText = (value: number) => value.toLocaleString(locale())
