import { originRanges, STARTER_LANGUAGES } from '../../src/cli.ts'
import { type Flags, flag, oneOf, text, wholeNumber, yes } from './flag.ts'
import { DEFAULT_STATE, force, serveFlags, store } from './flags.ts'

const allowInvalidCpf = { 'allow-invalid-cpf': serveFlags['allow-invalid-cpf'] }

export const lintFlags = {
  ...allowInvalidCpf,
  json: flag(yes, 'print the findings as JSON'),
} satisfies Flags

export const showFlags = { ...allowInvalidCpf } satisfies Flags

export const initFlags = {
  language: flag(oneOf(...STARTER_LANGUAGES), 'language of the comments: en or pt-BR', {
    placeholder: 'LANGUAGE',
    fallback: 'en',
  }),
  ...force,
} satisfies Flags

export const fromCsvFlags = {
  out: flag(text, 'file to write: YAML if it ends in .yaml or .yml, else JSON; - for standard output', {
    placeholder: 'FILE',
    fallback: '-',
  }),
  anonymize: flag(yes, 'replace CPFs and names by generated ones of the same shape; equal ones stay equal'),
  seed: flag(wholeNumber(...originRanges.seed), 'what generated values depend on', {
    placeholder: 'N',
    fallback: '1',
  }),
  'time-zone': flag(text, 'time zone of times that name none: America/Sao_Paulo, -03:00', {
    placeholder: 'ZONE',
    fallback: 'UTC',
  }),
  ...force,
  ...allowInvalidCpf,
} satisfies Flags

export const resetFlags = {
  state: flag(text, 'state folder whose decisions are taken back, also while a simulator uses it', {
    placeholder: 'DIR',
    fallback: DEFAULT_STATE,
    rivals: ['store'],
  }),
  store: {
    ...store,
    describe: 'PostgreSQL database whose decisions are taken back, also while simulators serve it',
    rivals: ['state'],
  },
} satisfies Flags

export const stateShowFlags = {
  state: flag(text, 'state folder whose decisions are printed, also while a simulator uses it', {
    placeholder: 'DIR',
    fallback: DEFAULT_STATE,
  }),
  json: flag(yes, 'print the decisions as one JSON document'),
} satisfies Flags
