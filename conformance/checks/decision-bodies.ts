import { APPROVAL, UNKNOWN_KEY } from '../model/questions.ts'

/** Valid messages by their form. None has more than 26 characters, because a service may have a maximum. */
export const MESSAGES = {
  plain: APPROVAL.mensagem,
  exact: 'Mensagem com 25 letras ok',
  accents: 'á'.repeat(25),
  lines: 'Tudo\n"certo":\nnome,\ncpf ok',
  emoji: 'Conferido pela equipe ok👍',
  percent: '100% confere%20%s %n $x+ok',
  markup: '<b>Aprovado</b> &amp; ok 1',
  'right-to-left': '\u05d0'.repeat(25),
} as const
export type Form = keyof typeof MESSAGES
export const FORMS = Object.keys(MESSAGES) as Form[]

/** Bodies that every service must refuse. */
export const BAD_BODIES = {
  'short-mensagem': (valid: typeof APPROVAL): unknown => ({ ...valid, mensagem: 'curta' }),
  'unknown-field': (valid: typeof APPROVAL): unknown => ({ ...valid, [UNKNOWN_KEY]: 1 }),
  'no-aprovar': ({ mensagem }: typeof APPROVAL): unknown => ({ mensagem }),
  'null-aprovar': ({ mensagem }: typeof APPROVAL): unknown => ({ aprovar: null, mensagem }),
  'no-mensagem': ({ aprovar }: typeof APPROVAL): unknown => ({ aprovar }),
  'no-object': (): unknown => [],
}

export type Kind = 'approval' | 'rejection'
export const kindOf = (aprovar: boolean): Kind => (aprovar ? 'approval' : 'rejection')
export const bodyOf = (aprovar: boolean, form: Form = 'plain') => ({ aprovar, mensagem: MESSAGES[form] as string })
