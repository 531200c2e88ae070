import { counted } from '../contract/counted.ts'
import { checkDigits } from '../contract/cpf.ts'

interface CpfFault {
  rule: 'cpf-mask' | 'cpf-rounded' | 'cpf-digits' | 'cpf-length' | 'cpf-check-digits'
  /** Without the CPF itself, which may be personal data. */
  message: string
}

const ROUNDED =
  'was rounded by a spreadsheet, and its last digits are lost: format the column as text and export the file again'

/** Returns why a text is not a valid CPF, or undefined if it is valid. */
export function cpfFault(cpf: string): CpfFault | undefined {
  if (/^\d([.,]\d{1,20})?E\+?\d{1,3}$/i.test(cpf)) return { rule: 'cpf-rounded', message: ROUNDED }
  if (/^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/.test(cpf) && cpf.length > 11)
    return { rule: 'cpf-mask', message: 'has a mask: write only its eleven digits' }
  if (!/^\d+$/.test(cpf))
    return { rule: 'cpf-digits', message: 'must consist of eleven digits, without letters or spaces' }
  if (cpf.length !== 11) {
    const advice = cpf.length < 11 ? '. Were leading zeros lost?' : ''
    return { rule: 'cpf-length', message: `has ${counted(cpf.length, 'digit')}: a CPF has eleven${advice}` }
  }
  const rule = 'cpf-check-digits'
  if (/^(\d)\1*$/.test(cpf))
    return { rule, message: 'is one digit repeated eleven times, which is not a valid CPF' }
  const right = checkDigits(cpf.slice(0, 9))
  if (cpf.endsWith(right)) return undefined
  return { rule, message: `has wrong check digits: it ends in ${cpf.slice(9)}, and must end in ${right}` }
}
