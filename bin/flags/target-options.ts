import { X509Certificate } from 'node:crypto'
import type { RunOptions } from '../../conformance/index.ts'
import { runOptions } from '../../conformance/run/option-tables.ts'
import { readFileFor } from '../terminal/files.ts'
import { environmentName, type Values } from './flag.ts'
import { optionsOf } from './run-flags.ts'
import type { targetFlags } from './target-flags.ts'
import { readToken } from './token.ts'
import { tokenInShell } from './token-in-shell.ts'
import { UsageError } from './usage-error.ts'

type Flags = Values<typeof targetFlags>

/** Returns the options of the target, except the token, which is read only after everything else was checked. */
export function targetOptions(url: string, flags: Flags): Omit<RunOptions, 'token'> {
  const { ca } = flags
  if (flags.token !== undefined && flags['token-file'] !== undefined) {
    throw new UsageError('--token and --token-file, or their variables, set the same thing: use one.')
  }
  const { token: _, ...options } = optionsOf(runOptions, flags)
  return { url, ...options, ...(ca !== undefined && { ca: readCertificates(ca) }) }
}

/** Returns the token, and where a shell finds it. */
export async function tokenFor(flags: Flags): Promise<Pick<RunOptions, 'token' | 'inShell'>> {
  if (flags['dry-run']) return { token: 'dry-run' }
  const token = await readToken(flags['token-file'], flags.token)
  return {
    token,
    inShell: {
      token: tokenInShell(flags['token-file'], token),
      otherToken: { variable: environmentName('other-token') },
      disabledToken: { variable: environmentName('disabled-token') },
      ca: flags.ca,
    },
  }
}

function readCertificates(file: string): string {
  const text = readFileFor(file, 'ca')
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca: ${file} contains no certificate in PEM.`)
  // Node's TLS ignores a broken certificate silently; the only symptom would be a failed verification later.
  for (const [i, block] of (
    text.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g) ?? []
  ).entries()) {
    if (!isCertificate(block))
      throw new UsageError(`--ca: certificate ${i + 1} in ${file} is damaged or cut off.`)
  }
  return text
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}
